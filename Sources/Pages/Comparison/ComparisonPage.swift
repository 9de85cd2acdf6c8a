import Charts
import Systems
import Words

/// What the template of a comparison's page shows. Texts are escaped by the template; drawings are markup.
struct ComparisonPage {
  let title: String
  let scenario: String
  let facts: [String]
  let verdict: String
  let lead: String
  let findings: [String]
  let matrix: HeatMatrix?
  let sections: [Section]
  let notDrawn: String?
  /// Formulas that the page has given a name.
  let given: [Given]
  let promises: [PromiseRow]
  let hasPromises: Bool
  let rules: [RuleRow]
  let again: CommandBlock
  let stylesheet = StyleSheet.text + ComparisonStyle.text

  struct Given {
    let name: String
    let formula: String
  }

  /// What there is to see of one scenario.
  struct Section {
    /// nil where there is only one.
    let world: String?
    /// Unique in the page.
    let anchor: String
    let base: String?
    let table: FormulaTable
    let tableFinding: String
    let reference: String?
    let folds: [Fold]
    let trade: Figure?
    let differences: Figure?
    let storms: StormPanels?
  }

  struct PromiseRow {
    /// nil where there is only one.
    let whose: String?
    let promise: String
    let kept: String
    let isKept: Bool
    let broken: String
  }

  struct RuleRow {
    let name: String
    let reset: String
    let clock: String
    let attempts: String
    let connectTimeout: String
    let formula: String
  }

  /// More scenarios are in the matrix only.
  static let mostSections = 8

  init(_ data: ComparisonData) {
    let names = ShownNames(data.parts[0].variants.map(\.name))
    let reading = ComparisonReading(data, names: names)
    scenario = Self.scenarios(data)
    facts = Self.facts(data, names)
    verdict = reading.headline
    title = "\(scenario): \(reading.headline)"
    lead = reading.lead
    findings = reading.findings
    matrix = data.parts.count > 1 ? HeatMatrix(data, names: names) : nil
    sections = data.parts.indices.prefix(Self.mostSections).map {
      Section($0, of: data, names: names)
    }
    let left = data.parts.count - sections.count
    notDrawn =
      left > 0 ? "\(PageNumber.count(left)) more scenarios are in the first table alone." : nil
    given = names.given.map { Given(name: $0.name, formula: $0.formula) }
    promises = data.parts.flatMap {
      Self.promises($0, names: names, isAlone: data.parts.count == 1)
    }
    hasPromises = !promises.isEmpty
    rules = data.parts[0].variants.flatMap { Self.rules($0, names: names) }
    again = CommandBlock(
      command: data.command, digest: data.digest, events: data.events, settings: data.settings,
      names: data.parts.map { ShownNames.clean($0.scenario) })
  }

  private static func scenarios(_ data: ComparisonData) -> String {
    let names = data.parts.map { ShownNames.clean($0.scenario) }
    return names.count > 4 ? "\(names[0]) and \(names.count - 1) more" : listed(names, most: .max)
  }

  private static func facts(_ data: ComparisonData, _ names: ShownNames) -> [String] {
    let counts = Set(data.parts.map(\.clients))
    let clients = counts.count == 1 ? ["\(PageNumber.count(data.parts[0].clients)) clients"] : []
    let seeds =
      data.replications == 1 ? "one seed" : "\(PageNumber.count(data.replications)) seeds each"
    return clients + [
      "\(PageNumber.count(data.parts[0].variants.count)) formulas, \(seeds)",
      "baseline \(names[data.parts[0].variants[0].name])",
    ] + (data.isTruncated ? ["interrupted: the results are partial"] : [])
  }

  private static func promises(
    _ part: ComparisonData.Part, names: ShownNames, isAlone: Bool
  ) -> [PromiseRow] {
    guard let first = part.variants.first else { return [] }
    return first.slo.enumerated().map { place, promise in
      let broken = part.ranked.filter { $0.slo.indices.contains(place) }
        .filter { !$0.slo[place].kept }
      let shown = broken.prefix(10).map {
        "\(names[$0.name]) (found \(unbroken($0.slo[place].found)))"
      }
      let more = broken.count > shown.count ? " and \(broken.count - shown.count) more" : ""
      return PromiseRow(
        whose: isAlone ? nil : ShownNames.clean(part.scenario), promise: promise.promise,
        kept: "\(part.variants.count - broken.count) of \(part.variants.count)",
        isKept: broken.isEmpty, broken: shown.joined(separator: ", ") + more)
    }
  }

  private static func rules(_ variant: ComparisonData.Variant, names: ShownNames) -> [RuleRow] {
    variant.rules.enumerated().map { place, rules in
      RuleRow(
        name: place == 0 ? names[variant.name] : "", reset: rules["reset"] ?? "",
        clock: rules["clock"] ?? "", attempts: rules["attempts"] ?? "",
        connectTimeout: rules["connectTimeout"] ?? "",
        formula: place == 0 ? ShownNames.clean(variant.formula) : "")
    }
  }
}

extension ComparisonPage.Section {
  init(_ place: Int, of data: ComparisonData, names: ShownNames) {
    let part = data.parts[place]
    let isAlone = data.parts.count == 1
    anchor = "world\(place)"
    world = isAlone ? nil : ShownNames.clean(data.limits?.titles[place] ?? part.scenario)
    base = isAlone || data.limits == nil ? nil : ShownNames.clean(part.scenario)
    table = FormulaTable(part, of: data, names: names)
    tableFinding = Self.finding(part, of: data, names: names)
    let lines = [
      part.leastPossibleS.map { "at best \(PageNumber.duration($0))" },
      part.limit.map { "limit \(PageNumber.rate($0.perSecond))" },
    ].compactMap { $0 }
    reference = lines.isEmpty ? nil : lines.joined(separator: ", ")
    folds = [Self.fold(part, of: data, names: names)]
    trade = TradeChart(place, of: data, names: names)?.figure
    differences = DifferenceChart(place, of: data, names: names).map { chart in
      Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup), note: chart.note,
        fold: chart.fold)
    }
    // Of several scenarios all storms would be a page of megabytes.
    storms = StormPanels(place, of: data, names: names, most: isAlone ? 60 : 10)
  }

  private static func finding(
    _ part: ComparisonData.Part, of data: ComparisonData, names: ShownNames
  ) -> String {
    let first = part.variants[0]
    return "Ranked by \(data.rankedBy.title). The baseline, \(names[first.name]), ranks "
      + "\(first.rank) of \(part.variants.count)."
  }

  /// Every metric with its interval.
  private static func fold(
    _ part: ComparisonData.Part, of data: ComparisonData, names: ShownNames
  ) -> Fold {
    let metrics = data.metricPaths.map(data.headline).filter { metric in
      part.variants.contains { $0.estimate(metric.path) != nil }
    }
    return Fold(
      summary: "Data: medians and means with their \(SeedWords.intervals(data.replications))",
      columns: ["formula"] + metrics.map(\.column),
      rows: part.ranked.map { variant in
        [names[variant.name]]
          + metrics.map { metric in
            variant.estimate(metric.path).map(metric.precise) ?? variant.missing(metric)
          }
      })
  }
}
