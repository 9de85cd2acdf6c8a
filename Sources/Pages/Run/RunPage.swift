import Charts
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
  let recovery: Figure?
  let jitter: Figure?
  let outcomes: [Bar]
  let outcomeFinding: String
  let failures: [Bar]
  let hasAttempts: Bool
  let stations: [Station]
  let gatewayFinding: String
  let promises: [Promise]
  let findings: [String]
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
  }

  struct Setting {
    let path: String
    let value: String
  }

  init(_ data: RunData) {
    let reading = RunFigures(data)
    scenario = data.scenario
    facts =
      ["\(Words.count(data.clients)) clients"] + data.formulas.map { "backoff \($0)" }
      + ["seed \(data.seed)"] + (data.isTruncated ? ["interrupted: the results are partial"] : [])
    verdict = reading.headline
    title = "\(data.scenario): \(reading.headline)"
    lead = data.verdict
    about = data.about
    tiles = reading.tiles
    storm = StormChart(data).map { chart in
      Figure(finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup))
    }
    recovery = RecoveryChart(data).map { chart in
      Figure(finding: chart.finding, drawing: Drawing.both(wide: 632, chart.markup))
    }
    jitter = JitterChart(data).map { chart in
      Figure(
        finding: chart.finding, drawing: Drawing.both(wide: 1_088, chart.markup), note: chart.note)
    }
    outcomes = reading.outcomes
    outcomeFinding = reading.outcomeFinding
    failures = reading.attempts
    hasAttempts = !failures.isEmpty
    stations = reading.stations
    gatewayFinding = reading.gatewayFinding
    promises = data.promises.map { .init(text: $0.text, found: $0.found, isKept: $0.isKept) }
    findings = data.findings
    settings = data.settings.map { .init(path: $0.path, value: $0.value) }
    settingsHash = data.settingsHash
    digest = data.digest
    events = Words.count(data.events)
  }
}
