import Charts
import Documents
import Systems
import Words

extension ComparisonDocument: PagedStudy {
  package static let kind = ResultsKind.comparison

  package static func page(of folder: FolderTexts) throws(PageProblem) -> String {
    ComparisonPage(try ComparisonData(folder)).page.markup
  }
}

/// The page of a comparison: who is ahead, then what there is of each scenario, then the rules.
struct ComparisonPage {
  private let data: ComparisonData
  private let names: ShownNames

  /// More scenarios are in the matrix only.
  static let mostSections = 8

  init(_ data: ComparisonData) {
    self.data = data
    names = ShownNames(data.parts[0].variants.map(\.name))
  }

  var page: StudyPage {
    let reading = ComparisonReading(data, names: names)
    let matrix = data.parts.count > 1 ? HeatMatrix(data, names: names).section : nil
    let parts = data.parts.indices.prefix(Self.mostSections)
    let left = data.parts.count - parts.count
    let more = "\(PageNumber.count(left)) more scenarios are in the first table alone."
    let findings = PageSection(
      title: "What the comparison shows",
      finding: reading.findings.isEmpty ? "Nothing beyond the lines on top." : nil,
      items: Several(reading.findings))
    return StudyPage(
      scenario: Self.scenarios(data), facts: Self.facts(data, names), verdict: reading.headline,
      lead: reading.lead,
      rows: [.init(matrix)]
        + parts.map { .init(ComparisonSections($0, of: data, names: names).all) }
        + [.init(left == 0 ? nil : PageSection(notes: [more]), findings, promises, rules)],
      again: RunAgain(
        command: data.head,
        data.head.scenarios.prefix(data.parts.count).map {
          (ShownNames.clean($0.name), $0.resolved)
        }),
      stylesheet: StyleSheet.text + ComparisonStyle.text)
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
    ] + (data.truncated ? ["interrupted: the results are partial"] : [])
  }

  private var promises: PageSection {
    let rows = data.parts.flatMap(promises)
    if rows.isEmpty { return PageSection("Promises", finding: PromiseTable.none) }
    return PageSection(
      "Promises", PageTable("Promises", ["promise", "kept by", "broken by"], rows))
  }

  private func promises(_ part: ComparisonData.Part) -> [[PageTable.Cell]] {
    guard let first = part.variants.first else { return [] }
    return first.slo.enumerated().map { place, promise in
      let broken = part.ranked.filter { $0.slo.indices.contains(place) }
        .filter { !$0.slo[place].kept }
      let shown = broken.prefix(10).map {
        "\(names[$0.name]) (found \(unbroken($0.slo[place].found)))"
      }
      let more = broken.count > shown.count ? " and \(broken.count - shown.count) more" : ""
      let kept = "\(part.variants.count - broken.count) of \(part.variants.count)"
      let whose = data.parts.count == 1 ? nil : ShownNames.clean(part.scenario)
      return [
        .mono(promise.promise, small: whose),
        .verdict(isKept: broken.isEmpty, kept, kept), .text(shown.joined(separator: ", ") + more),
      ]
    }
  }

  private var rules: PageSection {
    let label = "Rules around the formulas"
    return PageSection(
      label,
      finding:
        "They may decide as much as the formulas do: when a client counts anew, from when it waits, "
        + "and when an attempt has failed.",
      PageTable(
        label, style: "rules",
        ["formula", "reset", "clock", "attempts", "connect timeout", "how long it waits"],
        data.parts[0].variants.flatMap(rules)))
  }

  private func rules(_ variant: ComparisonData.Variant) -> [[PageTable.Cell]] {
    variant.rules.enumerated().map { place, rules in
      [PageTable.Cell(text: place == 0 ? names[variant.name] : "", mark: ["strong"])]
        + ["reset", "clock", "attempts", "connectTimeout"].map { .text(rules[$0] ?? "") }
        + [.mono(place == 0 ? ShownNames.clean(variant.formula) : "")]
    }
  }
}

/// The sections on one scenario.
private struct ComparisonSections {
  private let place: Int
  private let data: ComparisonData
  private let names: ShownNames
  private let part: ComparisonData.Part

  init(_ place: Int, of data: ComparisonData, names: ShownNames) {
    self.place = place
    self.data = data
    self.names = names
    part = data.parts[place]
  }

  private var isAlone: Bool { data.parts.count == 1 }

  var all: [PageSection] {
    let trade = ScatterChart.trade(place, of: data, names: names)?.figure()
    let differences = DifferenceChart(place, of: data, names: names)?.figure()
    return (isAlone ? [] : [heading]) + [
      formulas,
      PageSection(
        "The trade", trade,
        orElse:
          "The formulas do not differ in one of the two, recovery and peak: there is nothing to trade."
      ),
      PageSection(
        "Against the baseline", differences,
        orElse: "No formula differs from the baseline in what they are ranked by."), storms,
    ]
  }

  /// The name of the scenario, to which links lead.
  private var heading: PageSection {
    let base = ShownNames.clean(part.scenario)
    return PageSection(
      title: data.limits.map { ShownNames.clean($0.titles[place]) } ?? base,
      aside: data.limits == nil ? nil : base, anchor: "world\(place)")
  }

  private var formulas: PageSection {
    let first = part.variants[0]
    return PageSection(
      title: "The formulas",
      finding:
        "Ranked by \(data.ranking(of: part).title). The baseline, \(names[first.name]), ranks "
        + "\(first.rank) of \(part.variants.count).",
      markup: Page.markup(FormulaTable(part, of: data, names: names), "formulas"), folds: [fold])
  }

  private var storms: PageSection {
    // All storms of several scenarios would be a page of megabytes.
    guard let storms = StormPanels(place, of: data, names: names, most: isAlone ? 60 : 10) else {
      return PageSection("The storms", finding: "Nothing came to the listener.")
    }
    return PageSection(
      title: "The storms", finding: storms.finding, markup: Page.markup(storms, "storms"),
      notes: [storms.note], folds: [storms.fold])
  }

  /// Every metric with its interval.
  private var fold: Fold {
    let metrics = data.metricPaths.map(data.headline).filter { metric in
      part.variants.contains { $0.estimate(metric.path) != nil }
    }
    return Fold(
      summary: "Data: medians and means with their \(SeedWords.intervals(data.replications))",
      columns: ["formula"] + metrics.map(\.column),
      rows: part.ranked.map { variant in
        let figures = variant.metrics.dictionary
        return [names[variant.name]]
          + metrics.map { metric in
            figures[metric.path].flatMap { Estimate($0.estimate) }.map(metric.precise)
              ?? variant.missing(metric)
          }
      })
  }
}
