import Faults
import NetworkModel
import Primitives
import Sessions

/// The addresses of the service, as the clients' attempts go through them.
final class Addresses<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let statistics: RunStatistics
  private let records: Column<AddressRecord>
  /// By cohort.
  private let plans: FixedTable<AddressPlan>

  /// nil where there is one address in the whole run, which never dies.
  init?(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ plan: SimulationPlan
  ) {
    guard let records = clients.addresses else { return nil }
    self.clients = clients
    self.network = network
    self.statistics = statistics
    self.records = records
    plans = FixedTable(count: plan.cohorts.count) { plan.cohorts[$0].network.addresses }
  }

  subscript(client: UInt32) -> AddressRecord {
    @inline(__always) unsafeAddress { records.address(client) }
    @inline(__always) unsafeMutableAddress { records.mutableAddress(client) }
  }

  func plan(of client: UInt32) -> AddressPlan { plans[clients.cohort(client)] }

  /// True if a client's attempts may have more than one address.
  @inline(__always)
  func areSeveral(for client: UInt32) -> Bool { plan(of: client).areSeveral }

  // MARK: The attempt

  /// An attempt knows the addresses.
  func open(_ client: UInt32) { self[client] = AddressRecord() }

  /// The first packet to the next address of the present attempt goes out.
  /// - Returns: when the address after it is due, if nothing answers and nothing fails before; nil where that is never.
  func begin(_ client: UInt32, at now: Instant) -> Instant? {
    self[client].begin(at: now)
    return due(client)
  }

  /// When the address after the latest one is begun beside it; nil where that is never.
  private func due(_ client: UInt32) -> Instant? {
    let plan = plan(of: client)
    guard let pause = plan.next.pause, self[client].begun < plan.count else { return nil }
    return self[client].latestStart + pause
  }

  /// True if the address after this place may be begun now.
  func isNext(_ place: Int, _ client: UInt32, at now: Instant) -> Bool {
    place < plan(of: client).count && place == Int(self[client].begun)
      && self[client].answeredAt > now
  }

  /// True if all addresses that the present attempt can try have failed.
  func haveFailed(_ client: UInt32) -> Bool {
    // One whose network is gone begins no other.
    let isVanished = clients[client].connection.isVanished
    return self[client].haveFailed(
      all: isVanished ? Int(self[client].begun) : plan(of: client).count)
  }

  /// True if no first packet of the present attempt, which has been taken in, is on its way, and none will be sent.
  /// - Parameter answer: when the answer is back; nil where the record says so.
  func areSettled(
    _ client: UInt32, answeredAt answer: Instant? = nil, repeatedAfter firstPause: Interval
  ) -> Bool {
    let record = self[client]
    let answeredAt = answer ?? record.answeredAt
    if record.packets > 0 || !record.knowsRefusals { return false }
    if let due = due(client), due < answeredAt { return false }
    return record.firstUnsettledStart.map { answeredAt <= $0 + firstPause } ?? true
  }

  /// The first packet of an attempt that is played ahead is on its way to the first address.
  func playOn(
    _ client: UInt32, _ attempt: UInt32, from origin: Instant, _ buffer: inout EventBuffer
  ) {
    open(client)
    guard areSeveral(for: client) else { return }
    if let due = begin(client, at: origin) { post(1, client, attempt, at: due, &buffer) }
    self[client].send()
  }

  /// Posts that the address at a place is due.
  func post(
    _ place: Int, _ client: UInt32, _ attempt: UInt32, at due: Instant,
    _ buffer: inout EventBuffer
  ) {
    buffer.post(
      EventCode.client(.nextAddress, client, stamp: attempt, operand: UInt8(place)), at: due)
  }

  /// One of several addresses refuses a first packet.
  /// - Parameter back: when the refusal is back.
  func refuse(
    _ client: UInt32, _ attempt: UInt32, _ packet: FirstPacket, _ reason: CloseReason,
    backAt back: Instant, _ buffer: inout EventBuffer
  ) {
    let refusal = Refusal(place: packet.place, isReset: reason == .reset)
    post(refusal, client, attempt, at: back, &buffer)
  }

  func post(
    _ refusal: Refusal, _ client: UInt32, _ attempt: UInt32, at instant: Instant,
    _ buffer: inout EventBuffer
  ) {
    buffer.post(
      EventCode.client(.addressRefused, client, stamp: attempt, operand: refusal.operand),
      at: instant)
  }

  // MARK: The door

  /// The number of the address at a place of an attempt's order.
  func number(at place: Int, _ client: UInt32, _ attempt: UInt32) -> Int {
    plan(of: client).number(at: place, of: client, attempt: attempt, network.random)
  }

  /// Returns what becomes of a first packet that reaches the address at a place at a moment; nil where that is alive.
  func fate(
    ofPlace place: Int, _ client: UInt32, _ attempt: UInt32, at arrival: Instant
  ) -> DeadAddress? {
    if network.world.addressFaults.isEmpty { return nil }
    let subject = network.timeline(unconnected: client, minds: .nothing).subject
    return network.world.fate(
      ofNumber: number(at: place, client, attempt), subject, at: arrival)
  }

  /// A first packet of the present attempt meets a dead address.
  func noteDeath(_ client: UInt32) {
    if self[client].noteDeath() { statistics.recorder.attemptsAtDeadAddresses += 1 }
  }
}

extension SimulationPlan {
  /// True if attempts must mind which address they try.
  var mindsAddresses: Bool {
    cohorts.contains(where: \.network.addresses.areSeveral)
      || faults.contains { $0.effects.killedAddress != nil }
  }
}
