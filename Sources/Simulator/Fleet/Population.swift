import Primitives
import Sessions

/// Puts every client where the plan wants it at time 0.
final class Population<Machine: SimulatedSession> {
  private let plan: SimulationPlan
  private let clients: ClientTable<Machine>
  private let cohorts: Cohorts<Machine>
  private let books: Books
  private let random: RandomSource
  private let earlier: EarlierLife<Machine>

  init(
    _ plan: SimulationPlan, _ clients: ClientTable<Machine>, _ cohorts: Cohorts<Machine>,
    _ books: Books, _ random: RandomSource, _ earlier: EarlierLife<Machine>
  ) {
    self.plan = plan
    self.clients = clients
    self.cohorts = cohorts
    self.books = books
    self.random = random
    self.earlier = earlier
  }

  /// - Parameter post: takes over what each client is answered with.
  func begin(_ postings: inout Postings, post: (inout Postings) -> Void) {
    var arrival = 0.0
    for client in clients.all {
      let cohort = drawCohort(of: client)
      clients[client].cohort = cohort
      clients[client].slot = SessionSlot(
        Machine.fresh(under: cohorts.configurations[Int(cohort)]))
      switch plan.start {
      case .connected:
        earlier.connect(client, opened: openTime(of: client), at: homeNode(of: client), &postings)
      case .within(let window):
        let u = random.uniform(.start(of: client))
        begin(client, at: .start + Interval(seconds: u * window.seconds), &postings)
      case .rate(let perSecond):
        let u = random.uniform(.start(of: client))
        arrival -= portableLog(1 - u) / perSecond
        begin(client, at: .start + Interval(seconds: min(arrival, 9e9)), &postings)
      }
      post(&postings)
    }
  }

  private func begin(_ client: UInt32, at instant: Instant, _ postings: inout Postings) {
    books.recorder.displays.enter(clients[client].slot.machine.display, at: .start)
    postings.post(EventCode.client(.start, client, stamp: 0), at: instant)
  }

  private func drawCohort(of client: UInt32) -> UInt8 {
    if plan.cohorts.count == 1 { return 0 }
    let u = random.uniform(.cohort(of: client))
    var sum = 0.0
    for (index, cohort) in plan.cohorts.enumerated() {
      sum += cohort.share
      if u < sum { return UInt8(index) }
    }
    return UInt8(plan.cohorts.count - 1)
  }

  /// When the connection of a client was opened before the run: in [-P, 0) for its longest period P.
  private func openTime(of client: UInt32) -> Instant {
    if plan.isAligned { return .start }
    let period = Machine.longestPeriod(cohorts.configurations[clients.cohort(client)])
    let u = random.uniform(.start(of: client))
    let opened = .start - period + Interval(seconds: u * period.seconds)
    return opened >= .start ? .start - .microseconds(1) : opened
  }

  private func homeNode(of client: UInt32) -> UInt16 {
    let draw = random.bits(.node(of: client, attempt: 0))
    return UInt16(draw.multipliedFullWidth(by: UInt64(plan.gateway.nodes)).high)
  }
}
