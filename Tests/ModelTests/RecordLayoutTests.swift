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
    #expect(MemoryLayout<ClientStatistics>.stride == 40)
  }

  @Test func aLedgerIsSmall() { #expect(MemoryLayout<ClientStatistics>.stride <= 40) }

  @Test func anEventIs16Bytes() { #expect(MemoryLayout<PendingEvent>.stride == 16) }
}
