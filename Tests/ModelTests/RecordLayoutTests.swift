import Sessions
import Testing
import VirtualTime

@testable import Simulator

/// Memory per client and per event are budgets: an event touches one random client, so one cache
/// line wins.
@Suite("Record layout")
struct RecordLayoutTests {
  @Test func aClientIsOneCacheLine() {
    #expect(MemoryLayout<ClientRecord<StoatClient>>.size <= 64)
    #expect(MemoryLayout<ClientRecord<StoatClient>>.stride <= 64)
  }

  /// Bytes per client of the column that every event touches.
  @Test func recordsAreSmall() {
    #expect(MemoryLayout<ClientRecord<StoatClient>>.stride == 64)
    #expect(MemoryLayout<ClientRecord<ChatSocketAgent>>.stride == 48)
    #expect(MemoryLayout<ClientRecord<SessionPrimer>>.stride == 136)
    #expect(MemoryLayout<ClientRecord<AppExtensionPair>>.stride == 104)
    #expect(MemoryLayout<ClientRecord<OptimisticClient>>.stride <= 80)
    // The largest of them, and the tag.
    #expect(MemoryLayout<ClientRecord<MixedSession>>.stride == 136)
    #expect(MemoryLayout<DeviceRecord>.stride <= 64)
    #expect(MemoryLayout<EntityCopies>.stride == 32)
    #expect(MemoryLayout<Ledger>.stride == 48)
  }

  @Test func aLedgerIsSmall() { #expect(MemoryLayout<Ledger>.stride <= 48) }

  @Test func anEventIs16Bytes() { #expect(MemoryLayout<PendingEvent>.stride == 16) }

  /// In a mixed fleet the systems share the numbers of the milestones.
  @Test(arguments: SystemName.allCases) func everyMilestoneHasANumberOfItsOwn(system: SystemName) {
    func check<Machine: SimulatedSession>(_: Machine.Type) {
      for milestone in Machine.Milestone.allCases {
        let mixed = MixedMilestone(system, milestone)
        #expect(mixed.system == system && mixed.own == milestone.rawValue)
        let name = MixedSession.milestoneNames[Int(mixed.rawValue)]
        #expect(name == Machine.milestoneNames[Int(milestone.rawValue)])
      }
    }
    switch system {
    case .stoat: check(StoatClient.self)
    case .chatSocket: check(ChatSocketAgent.self)
    case .primer: check(SessionPrimer.self)
    case .appExtension: check(AppExtensionPair.self)
    case .optimistic: check(OptimisticClient.self)
    }
  }
}
