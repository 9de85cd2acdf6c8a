import Documents
import Systems
import Words

extension TuningDocument: PagedStudy {
  package static let kind = ResultsKind.tuning

  package static func page(of folder: FolderTexts) throws(PageProblem) -> String {
    TuningPage(try TuningData(folder)).page.markup
  }
}

/// The page of a search for a formula: what was found, against the own one and the catalogue.
struct TuningPage {
  private let data: TuningData
  private let names: ShownNames

  init(_ data: TuningData) {
    self.data = data
    let others = data.test?.results.filter { $0.role == "catalogue" }.map(\.name) ?? []
    names = ShownNames([data.own.formula] + others)
  }

  private var own: String { names[data.own.formula] }

  var page: StudyPage {
    let reading = TuningReading(data, own: own)
    return StudyPage(
      scenario: ShownNames.clean(data.scenario), facts: facts, verdict: reading.headline,
      lead: reading.lead,
      option: data.winner.map { "--backoff \(shellWord(ShownNames.clean($0.formula)))" },
      rows: [.init(charts(reading) + [promises, searched])],
      again: RunAgain(
        command: data.head, data.trials.map { (ShownNames.clean($0.scenario), $0.resolved) }),
      stylesheet: StyleSheet.text + ComparisonStyle.text)
  }

  private var facts: [String] {
    [
      "\(PageNumber.count(data.clients)) clients",
      "\(PageNumber.count(data.candidates.count)) formulas, \(PageNumber.count(data.runs)) runs",
      "own formula \(own)",
    ] + (data.truncated ? ["interrupted: the results are partial"] : [])
  }

  private func charts(_ reading: TuningReading) -> [PageSection] {
    let fronts = FrontCharts(data, names: names)
    var tested = PageSection(
      "Where it was not tuned", fronts.tested,
      orElse: "There is no test with two formulas to tell apart.")
    tested.items = Several(reading.findings)
    return [
      PageSection(
        "Against the own formula", reading.pairs?.figure(),
        orElse: "There is no formula to set against the own one."),
      tested,
      PageSection(
        "The front", fronts.tuned,
        orElse: "No two formulas have figures to set against each other."),
      PageSection(
        "The climb", ClimbChart(data, own: own)?.figure(),
        orElse: "No formula has all runs and keeps every promise."),
    ]
  }

  private var promises: PageSection {
    if data.constraints.isEmpty {
      return PageSection("Promises", finding: "The search had no promise to keep.")
    }
    return PageSection(
      "Promises",
      PageTable(
        "Promises", ["promise", "from", "tuned", "verdict", "tested", "verdict"], numbers: [2, 4],
        data.constraints.map(Self.promise)))
  }

  private static func promise(_ constraint: TuningDocument.Constraint) -> [PageTable.Cell] {
    let metric = Headline(constraint.metric)
    func number(_ value: Double?) -> PageTable.Cell { .number(value.map(metric.text) ?? "-") }
    return [
      .mono(constraint.promise), .text(constraint.from), number(constraint.found),
      .verdict(isKept: constraint.kept ?? false), number(constraint.foundInTest),
      constraint.keptInTest.map { .verdict(isKept: $0) } ?? .text(""),
    ]
  }

  private var searched: PageSection {
    PageSection(
      "What was searched", finding: Self.searched(data),
      PageTable(
        "Families of formulas", style: "rules",
        ["family", "formula", "ranges", "of the formula found"], data.families.map(family)))
  }

  private func family(_ family: TuningDocument.Family) -> [PageTable.Cell] {
    let isWinner = data.winner?.family == family.name
    let name = ShownNames.clean(family.name)
    let texts = [
      family.template, family.ranges.joined(separator: ", "),
      isWinner ? data.winner?.values ?? "" : "",
    ]
    return [isWinner ? .verdict(isKept: true, "\(name): found") : .text(name)]
      + texts.map { .mono(ShownNames.clean($0)) }
  }

  private static func searched(_ data: TuningData) -> String {
    let rules =
      data.carriedRules.isEmpty
      ? ""
      : " Every formula carries \(ShownNames.clean(data.carriedRules.joined(separator: ", ")))."
    let unusable =
      data.unusable == 0
      ? ""
      : " \(PageNumber.count(data.unusable)) formula\(data.unusable == 1 ? "" : "s") cannot be used."
    return
      "\(PageNumber.count(data.runs)) of \(PageNumber.count(data.budget)) runs were made; a formula that comes "
      + "through has \(PageNumber.spelled(data.seedCount)) seed\(data.seedCount == 1 ? "" : "s") in each scenario."
      + unusable + rules
  }
}
