import Charts
import Documents
import Systems

/// What the template of a run's page shows. Texts are escaped by the template; drawings are markup.
struct RunPage {
  let title: String
  let scenario: String
  let facts: [String]
  let verdict: String
  let lead: String
  let tiles: [Tile]
  let storm: Figure?
  let cohorts: Cohorts?
  let states: Figure?
  let recovery: Figure?
  let jitter: Figure?
  /// Of several runs.
  let spread: Figure?
  let outcomes: [Bar]
  let outcomeFinding: String
  let failures: [Bar]
  let hasAttempts: Bool
  let stations: [Station]
  let gatewayFinding: String
  let promises: [Promise]
  let findings: [String]
  let findingsTitle: String
  let settings: [Setting]
  let settingsHash: String
  let digest: String
  let events: String
  let about: String
  let stylesheet = StyleSheet.text

  struct Tile {
    let name: String
    let figure: String
    let unit: String
    let isBad: Bool
    let note: String
  }

  struct Bar {
    let name: String
    let count: String
    let share: String
    /// In percent, for the style of the bar.
    let width: String
    let isLost: Bool
  }

  struct Cohorts {
    let figure: Figure?
    let rows: [Row]

    struct Row {
      let name: String
      /// As the columns of the table.
      let figures: [String]
      let missing: String
      let isLost: Bool
    }
  }

  struct Station {
    let name: String
    let busy: String
    let width: String
    let served: String
    let abandoned: String
    let wait: String
    let queue: String
  }

  struct Promise {
    let text: String
    let found: String
    let isKept: Bool
    /// Of several runs: in how many of them.
    let runs: String?
  }

  struct Setting {
    let path: String
    let value: String

    static func all(_ settings: Members<String>) -> [Setting] {
      settings.all.map { Setting(path: $0.name, value: $0.value) }
    }
  }

  init(_ data: RunData) {
    let reading = RunFigures(data)
    let several = ReplicatedFigures(data)
    let headline = several?.headline ?? reading.headline
    scenario = data.scenario
    facts =
      ["\(PageNumber.count(data.clients)) clients"] + data.formulas.map { "backoff \($0)" }
      + [data.seeds] + (data.isTruncated ? ["interrupted: the results are partial"] : [])
    verdict = headline
    title = "\(data.scenario): \(headline)"
    lead = [data.verdict, reading.longAbsence].filter { !$0.isEmpty }.joined(separator: " ")
    about = data.about
    tiles = several?.tiles ?? reading.tiles
    storm = StormChart(data).map { chart in
      let fold = RunFolds(data).seconds(in: chart.span.window)
      return Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup),
        note: Self.sentences([chart.note, fold == nil ? RunFolds.tooLong : nil]), fold: fold)
    }
    cohorts = CohortFigures(data).page
    recovery = RecoveryChart(data).map { chart in
      Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 632, chart.markup),
        folds: RunFolds(data).recovery(chart))
    }
    jitter = JitterChart(data).map { chart in
      Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup), note: chart.note,
        fold: RunFolds(data).attempts)
    }
    spread = SeedChart(data).map { chart in
      Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup), note: chart.note,
        fold: RunFolds(data).seeds)
    }
    states = StateChart(data).map { chart in
      let fold = RunFolds(data).states(in: chart.span.window)
      return Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup),
        note: fold == nil ? "The numbers of each second are in states.csv, beside this page." : nil,
        fold: fold)
    }
    outcomes = reading.outcomes
    outcomeFinding = reading.outcomeFinding
    failures = reading.attempts
    hasAttempts = !failures.isEmpty
    stations = reading.stations
    gatewayFinding = reading.gatewayFinding
    promises = data.promises.map { promise in
      let runs = promise.runs.map {
        "kept in \(PageNumber.count($0)) of \(PageNumber.count(data.runs)) runs"
      }
      return .init(text: promise.text, found: promise.found, isKept: promise.isKept, runs: runs)
    }
    findings = data.findings
    findingsTitle = several == nil ? "What the run shows" : "What the runs show"
    settings = RunPage.Setting.all(data.settings)
    settingsHash = data.settingsHash
    digest = data.digest
    events = PageNumber.count(data.events)
  }

  static func sentences(_ texts: [String?]) -> String? {
    let present = texts.compactMap { $0 }
    return present.isEmpty ? nil : present.joined(separator: " ")
  }
}
