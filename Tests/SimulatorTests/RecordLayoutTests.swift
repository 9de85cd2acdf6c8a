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

  @Test func aLedgerIsSmall() { #expect(MemoryLayout<Ledger>.stride <= 48) }

  @Test func anEventIs16Bytes() { #expect(MemoryLayout<PendingEvent>.stride == 16) }

  /// What an event's key says comes back from it unchanged.
  @Test func keysHoldTheirParts() {
    let client: UInt32 = 0xFFF_FFFE
    let event = ClientEvent(
      EventKey.client(.timer(5), client, stamp: 0xF_FFFF, operand: 0xAB))
    #expect(event.client == client)
    #expect(event.kind == .timer(5))
    #expect(event.operand == 0xAB)
    #expect(event.stamp == 0xF_FFFF)
    let gateway = GatewayEvent(
      EventKey.gateway(.callDone(7), owner: 1002, client: client, low: 0x3_FFFF))
    #expect(gateway.client == client)
    #expect(gateway.kind == .callDone(7))
    #expect(gateway.owner == 1002)
    #expect(gateway.low == 0x3_FFFF)
  }

  /// Faults come before the gateway, the gateway before clients; network before timers.
  @Test func classesAndKindsAreOrdered() {
    let fault = EventKey.fault(moment: 1 << 40, 1022)
    let gateway = EventKey.gateway(.callDone(7), owner: 1002, client: 7, low: 3)
    let arrival = EventKey.client(.start, 1, stamp: 0)
    let timer = EventKey.client(.timer(0), 1, stamp: 0)
    #expect(fault < gateway && gateway < arrival && arrival < timer)
  }
}
