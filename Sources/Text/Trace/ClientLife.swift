import Primitives
import Simulator

/// The life of one client in a run, with the faults that began and ended meanwhile.
struct ClientLife {
  let client: UInt32
  let system: SystemName
  /// As the plan numbers it.
  let cohort: Int
  /// At the begin of the run.
  let state: String
  /// In the order of time.
  let entries: [TraceEntry]

  /// - Parameter trace: that of a run which follows the client.
  /// - Returns: nil where it does not.
  init?(_ client: UInt32, in trace: [TraceEntry]) {
    var entries: [TraceEntry] = []
    var first: (SystemName, String, Int)?
    for entry in trace where entry.client == client || entry.client == nil {
      if case .begins(let system, let state, let cohort) = entry.event {
        first = (system, state, cohort)
      } else {
        entries.append(entry)
      }
    }
    guard let first else { return nil }
    self.client = client
    (system, state, cohort) = first
    self.entries = entries
  }
}

/// How a followed client stands among all that were affected.
struct ClientPlace {
  /// From 0, the first that was back; nil where it was not affected.
  private let rank: Int?
  private let affected: Int
  private let recovery: Interval?

  init(_ client: UInt32, _ ranking: [RankedClient]) {
    rank = ranking.firstIndex { $0.client == client }
    affected = ranking.count
    recovery = rank.flatMap { ranking[$0].recovery }
  }

  /// Returns the recovery of the client in a sentence.
  /// - Parameter hasClear: whether an incident ended; otherwise the time runs from the client's first wish
  ///   for a connection.
  func sentence(hasClear: Bool) -> String {
    guard let rank else { return "It was not affected." }
    guard let recovery else { return "It was never back." }
    if recovery == .zero {
      return hasClear
        ? "It had its connection when the cause was gone."
        : "It had the connection it wanted from the moment on from which recovery counts."
    }
    let since = hasClear ? "after the cause was gone" : "after it first wanted a connection"
    let place = "number \(count(rank + 1)) of \(count(affected)) affected clients"
    return "It was back \(duration(recovery)) \(since), \(place)."
  }
}
