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
    #expect(MemoryLayout<DeviceRecord>.stride <= 64)
    #expect(MemoryLayout<EntityCopies>.stride == 32)
    #expect(MemoryLayout<Ledger>.stride == 48)
  }

  @Test func aLedgerIsSmall() { #expect(MemoryLayout<Ledger>.stride <= 48) }

  @Test func anEventIs16Bytes() { #expect(MemoryLayout<PendingEvent>.stride == 16) }

  /// The digest of a mixed fleet tells the milestones of its systems apart.
  @Test func everyMilestoneHasANumberOfItsOwn() {
    var taken = Set<UInt8>()
    func take<Machine: SimulatedSession>(_: Machine.Type, _ system: SystemName) {
      for milestone in Machine.Milestone.allCases {
        let number = system.firstFact.addingReportingOverflow(milestone.rawValue)
        #expect(!number.overflow && taken.insert(number.partialValue).inserted)
      }
    }
    for system in SystemName.allCases {
      switch system {
      case .stoat: take(StoatClient.self, system)
      case .chatSocket: take(ChatSocketAgent.self, system)
      case .primer: take(SessionPrimer.self, system)
      case .appExtension: take(AppExtensionPair.self, system)
      case .optimistic: take(OptimisticClient.self, system)
      }
    }
  }
}
