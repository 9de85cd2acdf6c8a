import Primitives
import Sessions

/// How the clients of a subfleet begin. It owns their records.
final class InitialState<Machine: SimulatedSession> {
  private let table: OwnedTable<Machine>
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let statistics: RunStatistics
  private let random: RandomSource
  private let earlier: InitialConnection<Machine>
  /// True if all clients' periods begin together.
  private let isAligned: Bool
  /// The number of nodes of the gateway.
  private let nodes: Int

  init(
    _ plan: SimulationPlan, _ table: OwnedTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ statistics: RunStatistics, _ random: RandomSource, _ earlier: InitialConnection<Machine>
  ) {
    self.table = table
    clients = table.clients
    self.cohorts = cohorts
    self.statistics = statistics
    self.random = random
    self.earlier = earlier
    isAligned = plan.isAligned
    nodes = plan.gateway.nodes
  }

  /// Puts a client that has not come to life into a cohort.
  func add(_ client: UInt32, to cohort: Int) {
    clients[client].cohort = UInt8(cohort)
    clients[client].slot = SessionSlot(Machine.fresh(under: cohorts.configurations[cohort]))
  }

  /// A client comes to life at `instant`.
  func scheduleStart(of client: UInt32, at instant: Instant, _ buffer: inout EventBuffer) {
    cohorts.begin(
      clients[client].slot.machine, of: client, in: clients.cohort(client), statistics)
    buffer.post(EventCode.client(.start, client, stamp: 0), at: instant)
  }

  /// Takes a client through a set-up that succeeded before the run.
  func connectBeforeStart(_ client: UInt32, _ buffer: inout EventBuffer) {
    earlier.connect(client, opened: openTime(of: client), at: homeNode(of: client), &buffer)
  }

  /// When the connection of a client was opened before the run: in [-P, 0) for its longest
  /// period P; at 0 where all are aligned.
  private func openTime(of client: UInt32) -> Instant {
    if isAligned { return .start }
    let period = Machine.longestPeriod(cohorts.configurations[clients.cohort(client)])
    let u = random.uniform(.start(of: client))
    let opened = .start - period + Interval(seconds: u * period.seconds)
    return opened >= .start ? .start - .microseconds(1) : opened
  }

  private func homeNode(of client: UInt32) -> UInt16 {
    let draw = random.bits(.node(of: client, attempt: 0))
    return UInt16(draw.multipliedFullWidth(by: UInt64(nodes)).high)
  }
}
