import Documents
import Systems
import Words

/// What the template of the page of a search shows. Texts are escaped by the template; drawings are markup.
struct TuningPage {
  let title: String
  let scenario: String
  let facts: [String]
  let verdict: String
  /// To paste; nil where nothing was found.
  let option: String?
  let lead: String
  let findings: [String]
  let pairs: Figure?
  let tested: Figure?
  let front: Figure?
  let climb: Figure?
  let promises: [Promise]
  let hasPromises: Bool
  let families: [Family]
  let searched: String
  let again: CommandBlock
  let stylesheet = StyleSheet.text + ComparisonStyle.text

  struct Promise {
    let text: String
    let origin: String
    let found: String
    let isKept: Bool
    let tested: String
    /// nil where there was no test.
    let test: Verdict?

    struct Verdict {
      let isKept: Bool
    }
  }

  struct Family {
    let name: String
    let isWinner: Bool
    let template: String
    let parameters: String
    /// Those of the formula found; empty for the other families.
    let values: String
  }

  init(_ data: TuningData) {
    let others = data.test?.results.filter { $0.role == "catalogue" }.map(\.name) ?? []
    let names = ShownNames([data.own.formula] + others)
    let own = names[data.own.formula]
    let reading = TuningReading(data, own: own)
    scenario = ShownNames.clean(data.scenario)
    verdict = reading.headline
    title = "\(scenario): \(reading.headline)"
    option = data.winner.map { "--backoff \(shellWord(ShownNames.clean($0.formula)))" }
    lead = reading.lead
    findings = reading.findings
    facts =
      [
        "\(PageNumber.count(data.clients)) clients",
        "\(PageNumber.count(data.candidates.count)) formulas, \(PageNumber.count(data.runs)) runs",
        "own formula \(own)",
      ] + (data.truncated ? ["interrupted: the results are partial"] : [])
    pairs = reading.pairs.map { chart in
      Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup),
        note:
          "Lines through points are 95\u{a0}% intervals over the seeds. Never: with some seed somebody was "
          + "not back, or there was nothing to measure. In brackets: lost seeds."
          + (chart.hasEdge ? " At the left edge: less than the axis shows." : ""),
        fold: reading.fold)
    }
    let fronts = FrontCharts(data, names: names)
    tested = fronts.tested
    front = fronts.tuned
    climb = ClimbChart(data, own: own).map { chart in
      Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup), note: chart.note,
        fold: chart.fold)
    }
    promises = data.constraints.map(Self.promise)
    hasPromises = !promises.isEmpty
    families = data.families.map { Self.family($0, data.winner) }
    searched = Self.searched(data)
    again = CommandBlock(
      command: data.command, digest: data.digest, events: data.events, settings: data.settings,
      names: data.settingNames)
  }

  private static func promise(_ constraint: TuningDocument.Constraint) -> Promise {
    let metric = Headline(constraint.metric, unit: nil)
    func text(_ value: Double?) -> String { value.map(metric.text) ?? "-" }
    return Promise(
      text: constraint.promise, origin: constraint.from, found: text(constraint.found),
      isKept: constraint.kept ?? false, tested: text(constraint.foundInTest),
      test: constraint.keptInTest.map { .init(isKept: $0) })
  }

  private static func family(_ family: TuningDocument.Family, _ winner: TuningDocument.Found?)
    -> Family
  {
    let isWinner = winner?.family == family.name
    return Family(
      name: ShownNames.clean(family.name), isWinner: isWinner,
      template: ShownNames.clean(family.template),
      parameters: ShownNames.clean(family.ranges.joined(separator: ", ")),
      values: isWinner ? ShownNames.clean(winner?.values ?? "") : "")
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
