import Faults
import Primitives
import Scenarios
import Systems

/// The memory that one run of a scenario takes at most, estimated before the run, in bytes.
///
/// The figures were measured with every session system in its built-in storms and rounded. The
/// tests hold the estimate against runs, within a fifth. A storm that queues everyone takes up to a
/// third more: a caller that decides by it leaves room for that (`margin`).
package struct RunMemory: Hashable, Sendable {
  /// Records, ledgers, pending events, queues, and what is remembered of each for the results.
  package var clients: Int
  /// One value a second of everything that is counted over time.
  package var series: Int
  /// The moments at which faults begin, end, and change in between.
  package var faults: Int
  /// Histograms, and the memory of nodes.
  package var fixed: Int
  /// The files of one run with their page, beside the run itself: a line for each second.
  package var folder: Int

  package var total: Int { clients + series + faults + fixed }

  /// The memory that a process takes before it runs anything.
  package static let process = 30_000_000
  /// The memory that is kept of a run until all of several are over.
  package static let result = 16_000
  /// How much more than the estimate a run may take.
  package static let margin = 1.35

  init(_ scenario: Scenario) {
    let paths = scenario.clients.mix.map { $0.network ?? scenario.network }
    let names = paths.contains { $0.name != nil } ? 56 : 0
    let wires = paths.contains { $0.idle != nil || $0.retransmission == .measured } ? 80 : 0
    let killsAddress = scenario.faults.contains { $0.effects.killedAddress != nil }
    let addresses = killsAddress || paths.contains(where: \.addresses.areSeveral) ? 128 : 0
    clients = scenario.clients.count.saturatingProduct(
      scenario.clients.bytesPerClient + names + wires + addresses)
    let seconds = Int(scenario.duration.seconds.rounded(.up))
    let traits = FleetView(scenario.clients).sessions.map(\.traits)
    let cohorts = scenario.clients.mix.count
    series = seconds.saturatingProduct(
      traits.reduce(30 * cohorts) { $0 + ($1.livesByCalls ? 240 : 90) })
    folder = seconds.saturatingProduct(120 + 200 * traits.count + 10 * cohorts)
    let end = Instant.start + scenario.duration
    let changes = scenario.faults.reduce(0) {
      $0 + $1.changeCount(nodes: scenario.gateway.nodes, end: end)
    }
    faults = changes.saturatingProduct(140)
    fixed = 2_500_000 + 1_000 * scenario.gateway.nodes
  }

  /// The most of several runs.
  package static func most(of scenarios: [Scenario]) -> RunMemory? {
    scenarios.map(\.memory).max { $0.total < $1.total }
  }

  /// The remedy for the part that takes most of the memory: the key that lowers it.
  package var remedy: String {
    let parts = [
      (clients, "lower clients.count"), (series, "shorten the duration"),
      (faults, "let faults change less often (up, down, every)"), (fixed, "lower gateway.nodes"),
    ]
    return parts.max { $0.0 < $1.0 }!.1
  }
}

extension Scenario {
  package var memory: RunMemory { RunMemory(self) }
}

extension ClientsDescription {
  /// A mixed fleet has a record of each of its systems for every client, beside what all have alike.
  fileprivate var bytesPerClient: Int {
    let fleet = FleetView(self)
    if let only = fleet.only { return only.traits.bytesPerClient }
    return fleet.sessions.reduce(294) { $0 + $1.traits.recordBytes }
  }
}

extension Int {
  fileprivate func saturatingProduct(_ other: Int) -> Int {
    let (product, overflows) = multipliedReportingOverflow(by: other)
    return overflows ? .max / 8 : Swift.min(product, .max / 8)
  }
}
