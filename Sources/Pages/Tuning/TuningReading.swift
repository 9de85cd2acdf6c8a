import Documents
import Metrics
import Words

/// The sentences and tables of the page of a search.
struct TuningReading {
  private let data: TuningData
  private let own: String

  init(_ data: TuningData, own: String) {
    self.data = data
    self.own = own
  }

  /// The most important thing first: nothing found, a promise broken, a limit behind which it does not
  /// hold, and then what it brings where it was not tuned.
  var headline: String {
    guard let winner = data.winner else { return "No formula could be measured." }
    let tested = data.test?.result("winner")?.metrics.estimates
    let figures = tested ?? winner.metrics.estimates
    let path = data.objective.path
    guard let found = figures[path]?.figure else {
      return "No formula has a figure for \(data.objective.title) with every seed."
    }
    if !data.feasible {
      return "No formula keeps every promise; of those tried this one comes closest."
    }
    let ownFigures =
      tested == nil ? data.own.metrics.estimates : data.test?.result("own")?.metrics.estimates
    let against = ownFigures?[path].map { ", where \(own) takes \(data.objective.text($0.figure))" }
    let figure = data.objective.text(found)
    let opening =
      switch path {
      case TradedMetrics.recovery: "The formula found has 99\u{a0}% back after \(figure)"
      case TradedMetrics.downtime:
        "With the formula found 99\u{a0}% are away for \(figure) or less"
      case _: "The formula found reaches \(figure) (\(data.objective.title))"
      }
    return opening + (against ?? "") + caveat + thrift
  }

  /// The sentence on the formula that costs a little more of the objective, and far less of the rest.
  private var thrift: String {
    guard let thrifty = data.thrifty, let winner = data.winner else { return "" }
    func figures(_ found: TuningDocument.Found) -> [String] {
      let tested = data.test?.results.first { $0.name == found.formula }?.metrics
      let estimates = (tested ?? found.metrics).estimates
      return data.traded.map { path in
        estimates[path].map { Headline(path).text($0.figure) } ?? "-"
      }
    }
    let (one, other) = (figures(thrifty), figures(winner))
    return " One that takes \(one[0]) has a peak of \(one[1]) and \(one[2]) attempts a client, "
      + "where this one has \(other[1]) and \(other[2])."
  }

  private var caveat: String {
    let isBroken = data.constraints.contains { $0.keptInTest == false }
    switch (isBroken, data.test?.lostBehindLimits.isEmpty == false) {
    case (true, true):
      return ", but breaks a promise in the test and does not hold behind every limit."
    case (true, false): return ", but breaks a promise in the test."
    case (false, true): return ", but it does not hold behind every kind of limit."
    case (false, false): return "."
    }
  }

  private var sentences: [String] {
    data.test.map { test in (test.sentences ?? [test.verdict]).map(ShownNames.clean) } ?? []
  }

  /// The first sentence of the verdict; without a test, where the figures come from.
  var lead: String {
    if data.winner == nil { return "Nothing that was tried gave figures with every seed." }
    return sentences.first ?? "It was not tested: these are the figures that it was chosen by."
  }

  var findings: [String] { Array(sentences.dropFirst()) }

  // MARK: Against the own formula

  var pairs: PairChart? {
    guard let winner = data.winner else { return nil }
    let metric = data.objective
    func row(
      _ name: String, _ found: [String: Estimate], _ own: [String: Estimate]
    )
      -> PairChart.Row
    {
      .init(
        name: name, found: .init(found[metric.path], metric), own: .init(own[metric.path], metric))
    }
    var groups = [
      PairChart.Group(
        title: "Tuned on",
        rows: [
          row(Self.names(data.scenarios), winner.metrics.estimates, data.own.metrics.estimates)
        ]
      )
    ]
    if let test = data.test, let found = test.result("winner"), let own = test.result("own") {
      groups.append(
        .init(
          title: "Tested on",
          rows: [row(Self.names(test.scenarios), found.metrics.estimates, own.metrics.estimates)]))
    }
    let storms = (data.test?.elsewhere ?? []).map {
      row(ShownNames.clean($0.scenario), $0.winner.estimates, $0.own.estimates)
    }
    if !storms.isEmpty { groups.append(.init(title: "Elsewhere", rows: storms)) }
    if metric.path == data.limits?.metric, let rows = limitRows(metric), !rows.isEmpty {
      groups.append(.init(title: "Behind one single limit", rows: rows))
    }
    let chart = PairChart(
      groups: groups, metric: metric, finding: pairFinding(groups), own: own, folds: folds)
    return groups.flatMap(\.rows).contains { $0.found.estimate != nil } ? chart : nil
  }

  private func limitRows(_ metric: Headline) -> [PairChart.Row]? {
    guard let limits = data.limits, let winner = data.winner else { return nil }
    let found = limits.variants.first { $0.name == winner.formula }
    let own = limits.variants.first { $0.name != winner.formula }
    return limits.titles.enumerated().map { place, title in
      .init(
        name: ShownNames.clean(title), found: .init(limits.outcome(of: found, at: place), metric),
        own: .init(limits.outcome(of: own, at: place), metric))
    }
  }

  private func pairFinding(_ groups: [PairChart.Group]) -> String {
    let all = groups.flatMap(\.rows)
    let rows = all.filter { $0.found.estimate != nil || $0.own.estimate != nil }
    let isBetterHigh = data.objective.isBetterHigh
    let better = rows.filter { row in
      guard let found = row.found.estimate?.figure else { return false }
      guard let own = row.own.estimate?.figure else { return true }
      return isBetterHigh ? found >= own : found <= own
    }
    let worse = rows.count - better.count
    let opening =
      "\(data.objective.heading): in \(PageNumber.spelled(better.count)) of "
      + "\(PageNumber.spelled(rows.count)) places the formula found is at least as good as \(own)"
    let none = all.count - rows.count
    return opening + (worse == 0 ? "." : ", in \(PageNumber.spelled(worse)) it is not.")
      + (none == 0
        ? "" : " In \(PageNumber.spelled(none)) more neither has a figure with every seed.")
  }

  private static func names(_ names: [String]) -> String {
    guard let first = names.first else { return "" }
    let clean = ShownNames.clean(first)
    return names.count == 1 ? clean : "\(PageNumber.count(names.count)) scenarios"
  }

  /// All that is traded off, place by place.
  private var folds: [Fold] {
    guard let winner = data.winner else { return [] }
    let metrics = data.traded
    let all = (metrics.contains(data.objective.path) ? [] : [data.objective.path]) + metrics
    let headlines = all.map { Headline($0) }
    func row(_ place: String, _ name: String, _ values: [String: Estimate]) -> [String] {
      [place, name]
        + headlines.map { values[$0.path].map($0.precise) ?? ($0.isTime ? "never" : "-") }
    }
    var rows = [
      row("tuned on", "found", winner.metrics.estimates),
      row("tuned on", own, data.own.metrics.estimates),
    ]
    if let test = data.test {
      rows += test.results.filter { $0.role == "winner" || $0.role == "own" }
        .map { row("tested on", $0.role == "own" ? own : "found", $0.metrics.estimates) }
      rows += test.elsewhere.flatMap { storm in
        [
          row(ShownNames.clean(storm.scenario), "found", storm.winner.estimates),
          row(ShownNames.clean(storm.scenario), own, storm.own.estimates),
        ]
      }
    }
    let fold = Fold(
      summary: "Data: means and 95\u{a0}% intervals",
      columns: ["where", "formula"] + headlines.map(\.column), rows: rows)
    return [fold]
  }
}
