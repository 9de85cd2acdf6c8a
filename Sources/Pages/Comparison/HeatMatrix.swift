import Foundation
import Words

/// One metric of every formula in every scenario, the best formula first. A cell is the darker, the more
/// it is above the best of its column.
struct HeatMatrix {
  let title: String
  let finding: String
  let note: String
  let columns: [String]
  let rows: [Row]
  /// The least that is possible in each scenario; nil where it is known of none.
  let least: Several<String>?
  /// The title of the last column, which sums up a formula as a whole.
  let summary: String
  /// Multiples of the best at both ends of the colours.
  let greatest: String
  /// The links to the sections of each scenario.
  let links: Several<Link>?

  struct Link {
    let name: String
    let target: String
  }

  struct Row {
    let place: String
    let name: String
    let isFirst: Bool
    let cells: [Cell]
    let summary: String
    let isHolding: Bool
  }

  struct Cell {
    let text: String
    /// The class of the style sheet.
    let style: String
    let isBroken: Bool
  }

  /// The multiple of the best at which the colour is darkest. A cell above it is as dark.
  private static let mostTimes = 10.0
  /// Steps of the colours.
  private static let steps = 8

  init(_ data: ComparisonData, names: ShownNames) {
    let metric = data.limits == nil ? data.rankedBy : data.headline("recover.p99")
    let source = MatrixSource(data, metric)
    let ratios = source.order.map { name in
      data.parts.indices.map { source.timesBest(name, scenario: $0) }
    }
    let most = min(Self.mostTimes, ratios.joined().compactMap { $0 }.max() ?? 1)
    let first = data.parts[0].variants[0].name
    columns = (data.limits?.titles ?? data.parts.map(\.scenario)).map(ShownNames.clean)
    rows = zip(source.order, ratios).enumerated().map { place, row in
      let (name, ratios) = row
      return Row(
        place: "\(place + 1)", name: names[name], isFirst: name == first,
        cells: ratios.enumerated().map { scenario, ratio in
          Cell(
            text: source.text(name, scenario: scenario),
            style: Self.style(ratio, most: most, isBack: source.isBack(name, scenario: scenario)),
            isBroken: source.isBroken(name, scenario: scenario))
        }, summary: source.summary(name), isHolding: source.isHolding(name))
    }
    let least = data.parts.map { part in
      metric.path == "recover.p99" ? part.leastPossibleS.map(metric.text) ?? "-" : "-"
    }
    self.least = least.allSatisfy { $0 == "-" } ? nil : Several(least)
    summary = data.limits == nil ? "mean rank" : "in every world"
    greatest =
      PageNumber.times(most) + (most == Self.mostTimes ? " the best, or more" : " the best")
    title = data.limits == nil ? "Every formula in every scenario" : "Every formula in every world"
    links =
      data.parts.count > 1 && data.parts.count <= ComparisonPage.mostSections
      ? Several(columns.enumerated().map { Link(name: $1, target: "world\($0)") }) : nil
    finding = source.finding
    let broken = rows.contains { $0.cells.contains(where: \.isBroken) }
    note =
      "Framed: the best of a column." + (broken ? " ✕: a promise of the scenario is broken." : "")
      + (data.limits == nil ? "" : " In brackets: seeds that are lost.")
      + (source.hasDead
        ? " Dies: the storm is alive when the run ends; a slow one may still end by itself later."
        : "")
  }

  var section: PageSection {
    var section = PageSection(title, finding: finding)
    section.markup = Page.markup(self, "heat")
    return section
  }

  private static func style(_ ratio: Double?, most: Double, isBack: Bool) -> String {
    guard let ratio else { return isBack ? "" : "gone" }
    if ratio <= 1 { return "h0 min" }
    let share = most > 1 ? log(ratio) / log(most) : 0
    return "h\(min(steps - 1, Int(share * Double(steps))))"
  }
}

/// The content of the cells: figures, or how a formula ends behind limits.
private struct MatrixSource {
  /// The formulas, the best first.
  let order: [String]
  private let data: ComparisonData
  private let metric: Headline
  private let variants: [[String: ComparisonData.Variant]]
  private let outcomes: [String: ComparisonData.Limits.Row]
  private let best: [Double?]

  init(_ data: ComparisonData, _ metric: Headline) {
    self.data = data
    self.metric = metric
    variants = data.parts.map { part in
      Dictionary(part.variants.map { ($0.name, $0) }) { first, _ in first }
    }
    outcomes = Dictionary((data.limits?.rows ?? []).map { ($0.name, $0) }) { first, _ in first }
    let names = data.parts[0].variants.map(\.name)
    let isBetterHigh = metric.isBetterHigh
    order = data.limits?.rows.map(\.name) ?? Self.byMeanRank(names, variants)
    let (outcomes, variants) = (outcomes, variants)
    best = data.parts.indices.map { scenario in
      let values = names.compactMap {
        Self.value($0, scenario, outcomes, variants, metric, isPlain: data.limits == nil)
      }
      return isBetterHigh ? values.max() : values.min()
    }
  }

  private static func byMeanRank(
    _ names: [String], _ variants: [[String: ComparisonData.Variant]]
  ) -> [String] {
    let sums = names.map { name in variants.reduce(0) { $0 + ($1[name]?.rank ?? 0) } }
    return names.indices.sorted { (sums[$0], $0) < (sums[$1], $1) }.map { names[$0] }
  }

  private static func value(
    _ name: String, _ scenario: Int, _ outcomes: [String: ComparisonData.Limits.Row],
    _ variants: [[String: ComparisonData.Variant]], _ metric: Headline, isPlain: Bool
  ) -> Double? {
    if isPlain { return variants[scenario][name]?.figure(metric.path) }
    guard let outcome = outcomes[name]?.outcomes[scenario], outcome.ending == "back" else {
      return nil
    }
    return outcome.seconds
  }

  private func value(_ name: String, scenario: Int) -> Double? {
    Self.value(name, scenario, outcomes, variants, metric, isPlain: data.limits == nil)
  }

  /// nil where there is no figure.
  func timesBest(_ name: String, scenario: Int) -> Double? {
    guard let value = value(name, scenario: scenario), let best = best[scenario] else { return nil }
    if value == best { return 1 }
    let (more, less) = metric.isBetterHigh ? (best, value) : (value, best)
    return less > 0 ? more / less : nil
  }

  /// Returns true if there is no figure, but nothing is amiss.
  func isBack(_ name: String, scenario: Int) -> Bool { text(name, scenario: scenario) == "-" }

  func text(_ name: String, scenario: Int) -> String {
    guard data.limits != nil else {
      return value(name, scenario: scenario).map(metric.text)
        ?? variants[scenario][name]?.missing(metric) ?? "-"
    }
    guard let outcome = outcomes[name]?.outcomes[scenario] else { return "-" }
    return outcome.words(metric)
  }

  func isBroken(_ name: String, scenario: Int) -> Bool {
    !(variants[scenario][name]?.brokenPromises ?? []).isEmpty
  }

  /// True if a storm outlives its cause anywhere.
  var hasDead: Bool { outcomes.values.contains { $0.outcomes.contains { $0.ending == "dies" } } }

  func isHolding(_ name: String) -> Bool { outcomes[name]?.holdsEverywhere ?? false }

  func summary(_ name: String) -> String {
    if let row = outcomes[name] {
      return row.holdsEverywhere ? "✓ holds" : row.isLucky ? "lucky in one" : "-"
    }
    let sum = variants.reduce(0) { $0 + ($1[name]?.rank ?? 0) }
    return PageNumber.number(Double(sum) / Double(variants.count))
  }

  var finding: String {
    let colour =
      "The stronger the colour, the more above the best of its column, in steps of equal ratio."
    if data.limits != nil {
      return "\(metric.heading), ranked by each formula's worst world. \(colour)"
    }
    return "\(metric.heading), ranked by the mean rank. \(colour)"
  }
}
