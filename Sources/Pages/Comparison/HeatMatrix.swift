import Documents
import Foundation
import Metrics
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
    let source = MatrixSource(data)
    let cells = source.order.map { name in
      data.parts.indices.map { source.content(of: name, in: $0) }
    }
    let best = data.parts.indices.map { scenario in
      source.best(of: cells.compactMap { $0[scenario].value }, in: scenario)
    }
    let ratios = cells.map { row in
      data.parts.indices.map { source.ratio(row[$0].value, to: best[$0], in: $0) }
    }
    let most = min(Self.mostTimes, ratios.joined().compactMap { $0 }.max() ?? 1)
    let first = data.parts[0].variants[0].name
    columns = (data.limits?.titles ?? data.parts.map(\.scenario)).map(ShownNames.clean)
    rows = source.order.enumerated().map { place, name in
      Row(
        place: "\(place + 1)", name: names[name], isFirst: name == first,
        cells: zip(cells[place], ratios[place]).map { content, ratio in
          Cell(
            text: content.text,
            style: Self.style(ratio, most: most, isBack: content.text == "-"),
            isBroken: content.isBroken)
        }, summary: source.summary(name), isHolding: source.row(name)?.holdsEverywhere ?? false)
    }
    let least = data.parts.map { part in
      source.metric(of: part).path == "recover.p99"
        ? part.leastPossibleS.map(data.headline("recover.p99").text) : nil
    }
    self.least =
      least.allSatisfy { $0 == nil } ? nil : Several(least.map { $0 ?? "-" })
    summary = data.limits == nil ? "mean rank" : "in every world"
    greatest =
      PageNumber.times(most) + (most == Self.mostTimes ? " the best, or more" : " the best")
    title = data.limits == nil ? "Every formula in every scenario" : "Every formula in every world"
    links =
      data.parts.count > 1 && data.parts.count <= ComparisonPage.mostSections
      ? Several(columns.enumerated().map { Link(name: $1, target: "world\($0)") }) : nil
    finding =
      "\(source.headings), ranked by "
      + (data.limits == nil ? "the mean rank." : "each formula's worst world.")
      + " The stronger the colour, the more above the best of its column, in steps of equal ratio."
    let broken = rows.contains { $0.cells.contains(where: \.isBroken) }
    note =
      "Framed: the best of a column." + (broken ? " ✕: a promise of the scenario is broken." : "")
      + (data.limits == nil ? "" : " In brackets: seeds that are lost.")
      + (source.hasDead
        ? " Dies: the storm is alive when the run ends; a slow one may still end by itself later."
        : "")
  }

  var section: PageSection {
    PageSection(title: title, finding: finding, markup: Page.markup(self, "heat"))
  }

  private static func style(_ ratio: Double?, most: Double, isBack: Bool) -> String {
    guard let ratio else { return isBack ? "" : "gone" }
    if ratio <= 1 { return "h0 min" }
    let share = most > 1 ? log(ratio) / log(most) : 0
    return "h\(min(steps - 1, Int(clamped: share * Double(steps))))"
  }
}

/// The content of the cells: figures, or how a formula ends behind limits.
private struct MatrixSource {
  private let data: ComparisonData
  /// The formulas, the best first.
  let order: [String]
  /// By scenario, then by name.
  private let variants: [[String: ComparisonData.Variant]]

  init(_ data: ComparisonData) {
    self.data = data
    let variants = data.parts.map { part in
      Dictionary(part.variants.map { ($0.name, $0) }) { first, _ in first }
    }
    self.variants = variants
    let names = data.parts[0].variants.map(\.name)
    let sums = names.map { Self.sum(of: $0, variants) }
    order =
      data.limits?.variants.map(\.name)
      ?? names.indices.sorted { (sums[$0], $0) < (sums[$1], $1) }.map { names[$0] }
  }

  private static func sum(
    of name: String, _ variants: [[String: ComparisonData.Variant]]
  ) -> Int {
    variants.reduce(0) { $0 + ($1[name]?.rank ?? 0) }
  }

  /// The metric of a column.
  func metric(of part: ComparisonData.Part) -> Headline {
    data.limits.map { data.headline($0.metric) } ?? data.ranking(of: part)
  }

  var headings: String {
    let titles = data.parts.map { metric(of: $0).title }.withoutRepetition
    return capitalized(titles.joined(separator: " or "))
  }

  func content(
    of name: String, in scenario: Int
  ) -> (value: Double?, text: String, isBroken: Bool) {
    let variant = variants[scenario][name]
    let isBroken = !(variant?.brokenPromises ?? []).isEmpty
    let metric = metric(of: data.parts[scenario])
    if let limits = data.limits {
      let outcome = limits.outcome(of: row(name), at: scenario)
      return (outcome?.seconds, outcome?.words(metric) ?? "-", isBroken)
    }
    let value = variant?.figure(metric.path)
    return (value, value.map(metric.text) ?? variant?.missing(metric) ?? "-", isBroken)
  }

  private func isBetterHigh(in scenario: Int) -> Bool {
    metric(of: data.parts[scenario]).isBetterHigh
  }

  func best(of values: [Double], in scenario: Int) -> Double? {
    isBetterHigh(in: scenario) ? values.max() : values.min()
  }

  /// How many times the best a value is; nil where there is none.
  func ratio(_ value: Double?, to best: Double?, in scenario: Int) -> Double? {
    guard let value, let best else { return nil }
    if value == best { return 1 }
    let (more, less) = isBetterHigh(in: scenario) ? (best, value) : (value, best)
    return less > 0 ? more / less : nil
  }

  /// How the formula ends behind limits; nil where that was not asked for.
  func row(_ name: String) -> LimitsDocument.Row? {
    data.limits?.variants.first { $0.name == name }
  }

  /// True if a storm outlives its cause anywhere.
  var hasDead: Bool {
    (data.limits?.variants ?? []).contains { $0.worlds.all.contains { $0.value.ending == .dies } }
  }

  func summary(_ name: String) -> String {
    if let row = row(name) {
      return row.holdsEverywhere ? "✓ holds" : row.lucky ? "lucky in one" : "-"
    }
    return PageNumber.number(Double(Self.sum(of: name, variants)) / Double(variants.count))
  }
}
