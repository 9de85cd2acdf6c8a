import Findings
import Measurements
import Primitives
import Scenarios
import Simulator
import Words

/// The first fact in which two runs part.
package struct PartingFact {
  private let fact: RunFact
  /// True if only the first run has the fact.
  private let isOfFirst: Bool

  /// - Parameters: the facts of both runs in the second in which they part.
  /// - Returns: nil where there is no such fact.
  package init?(_ first: [RunFact], _ second: [RunFact]) {
    var place = 0
    while place < first.count, place < second.count, first[place] == second[place] { place += 1 }
    let one = place < first.count ? first[place] : nil
    let other = place < second.count ? second[place] : nil
    switch (one, other) {
    case (let one?, let other?):
      isOfFirst = one < other
      fact = min(one, other)
    case (let only?, nil): (fact, isOfFirst) = (only, true)
    case (nil, let only?): (fact, isOfFirst) = (only, false)
    case (nil, nil): return nil
    }
  }

  /// The client to follow in both runs; nil for a fault.
  package var client: UInt32? { fact.client == Digest.everyone ? nil : fact.client }

  /// - Parameters: both runs, following the client.
  package func sentence(
    _ first: (experiment: Experiment, result: RunResult),
    _ second: (experiment: Experiment, result: RunResult)
  ) -> String {
    let (own, other) = isOfFirst ? (first, second) : (second, first)
    let names = isOfFirst ? ("A", "B") : ("B", "A")
    guard let client else {
      let what = words(fact, own) ?? "a fault changes"
      return
        "The first event that differs: at \(unbroken(seconds(fact.at))) \(what), only in \(names.0)."
    }
    let what = words(fact, own) ?? "something happens"
    let start = "The first event that differs: at \(unbroken(seconds(fact.at))), client \(client), "
    let next = nextFact(of: client, other)
    let meanwhile =
      next.map { "its next event is at \(unbroken(seconds($0.at))): \($0.words)" }
      ?? "nothing more happens to it"
    return start + "only in \(names.0): \(what). In \(names.1) \(meanwhile)."
  }

  private func words(
    _ fact: RunFact, _ run: (experiment: Experiment, result: RunResult)
  ) -> String? {
    let entry = run.result.log.trace.first { entry in
      guard case .fact(let code, _) = entry.event else { return false }
      return entry.at == fact.at && code == fact.code
    }
    return entry.flatMap { $0.factWords(in: run.experiment.scenario) }
  }

  private func nextFact(
    of client: UInt32, _ run: (experiment: Experiment, result: RunResult)
  ) -> (at: Instant, words: String)? {
    for entry in run.result.log.trace where entry.client == client && entry.at >= fact.at {
      if let words = entry.factWords(in: run.experiment.scenario) { return (entry.at, words) }
    }
    return nil
  }
}
