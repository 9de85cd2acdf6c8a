import Documents

extension ComparisonDocument.Part {
  /// The best first.
  var ranked: [ComparisonDocument.Variant] { variants.sorted { $0.rank < $1.rank } }

  /// How much more of a metric a variant has than the first; nil for the first itself.
  func difference(
    of variant: ComparisonDocument.Variant, _ metric: String
  ) -> ComparisonDocument.Pair? {
    pairs.last { $0.b == variant.name && $0.metric == metric }
  }
}

extension ComparisonDocument.Variant {
  /// nil where some seed has no such number.
  func estimate(_ metric: String) -> Estimate? {
    metrics[metric].flatMap { Estimate($0.estimate) }
  }

  func figure(_ metric: String) -> Double? { metrics[metric]?.estimate.figure }

  /// Clients that were not back when a run ended, in the mean.
  var notBack: Double { RunData.fates.reduce(0) { $0 + (figure($1) ?? 0) } }

  /// Returns the text for a metric that has no figure. If some clients are not back, a time is
  /// `never`. If all clients are back, there was nothing to measure.
  func missing(_ metric: Headline) -> String { metric.isTime && notBack > 0 ? "never" : "-" }

  var brokenPromises: [JudgedPromise] { slo.filter { !$0.kept } }
}

extension ComparisonDocument.Pair {
  /// True if the seeds tell which of the two has more, or that they are the same.
  var isDecided: Bool { decided || (low == 0 && high == 0) }
}

extension LimitsDocument {
  /// By world: `as it is`, `listener`; with the scenario's name before it where there are several.
  var titles: [String] {
    let isOfSeveral = Set(worlds.map(\.base)).count > 1
    return worlds.map { world in
      let title = world.limit ?? CapacityDocument.own
      return isOfSeveral ? "\(world.base), \(title)" : title
    }
  }

  func outcome(of row: Row?, at world: Int) -> Outcome? { row?.worlds[worlds[world].scenario] }
}

extension LimitsDocument.Outcome {
  /// Over the seeds that are back; nil where most are not.
  var seconds: Double? { ending == .back ? time.median : nil }

  /// `23.4 s`, `23.4 s (2)` where two seeds are lost, `dies: overload`, `gives up`, `never`.
  func words(_ metric: Headline) -> String {
    switch ending {
    case .back: (seconds.map(metric.text) ?? "-") + (seedsLost > 0 ? " (\(seedsLost))" : "")
    case .dies: "dies" + (cause.map { ": \($0)" } ?? "")
    case .givesUp: "gives up"
    case .never: "never"
    case .nothing: "-"
    }
  }
}
