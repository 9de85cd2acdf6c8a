import Charts
import Documents

/// What the template of a study's page shows. Texts are escaped by the template; drawings are markup.
struct CapacityPage {
  let title: String
  let scenario: String
  let facts: [String]
  let verdict: String
  let lead: String
  let columns: [String]
  let rows: [Row]
  let curves: [Curve]
  let reasons: [Reason]
  let hasReasons: Bool
  let note: String?
  let all: Fold?
  let command: String
  let about: String
  let settings: [RunPage.Setting]
  let settingsHash: String
  let digest: String
  let events: String
  let cells: String
  let stylesheet = StyleSheet.text + HeatStyle.text

  struct Row {
    let name: String
    let cells: [Cell]
  }

  struct Cell {
    let text: String
    let isNone: Bool
  }

  struct Curve {
    let title: String
    let finding: String
    let drawing: String
  }

  struct Reason {
    let name: String
    let sentences: String
  }

  init(_ data: CapacityDocument, _ record: CapacityRecord) {
    let reading = CapacityReading(data, record)
    let settings = record.scenario.resolved
    let count = data.key == "clients.count" ? nil : settings["clients.count"].flatMap { Int($0) }
    scenario = data.scenario
    verdict = reading.headline
    title = "\(data.scenario): \(reading.headline)"
    lead = reading.lead
    let clients = count.map { ["\(PageNumber.count($0)) clients"] } ?? []
    facts =
      clients + [
        "\(data.direction.rawValue) \(data.key) from \(record.from) to \(record.to)",
        data.seeds == 1 ? "1 seed" : "\(data.seeds) seeds",
      ] + (data.truncated ? ["interrupted: formulas are missing"] : [])
    columns = reading.columns
    rows = reading.rows
    let drawn = CapacityCurves(data)
    curves = drawn.curves
    note = drawn.note
    reasons = reading.reasons
    hasReasons = !reasons.isEmpty
    all = reading.fold
    command = reading.command
    about = settings["about"] ?? ""
    self.settings = RunPage.Setting.all(settings)
    settingsHash = record.scenario.resolvedHash.value
    digest = record.digest
    events = PageNumber.count(record.events)
    cells = PageNumber.count(record.runs)
  }
}

/// The curves of a study: one for each formula, and each figure that something is promised of.
struct CapacityCurves {
  private let data: CapacityDocument
  private let metrics: [String]

  private static let mostPanels = 12

  init(_ data: CapacityDocument) {
    self.data = data
    let promised = CapacityDocument.metrics.filter { metric in
      data.limits.contains { $0.metric == metric }
    }
    metrics = promised.isEmpty ? ["recover.p99"] : promised
  }

  private var answers: [CapacityDocument.Answer] { data.variants.filter { !$0.probes.isEmpty } }

  var curves: [CapacityPage.Curve] {
    metrics.enumerated().compactMap { place, metric in
      let shown = answers.prefix(Self.mostPanels)
      guard !shown.isEmpty else { return nil }
      let isSingle = shown.count == 1
      let panels = shown.enumerated().map { number, answer in
        let curve = CapacityCurve(data, answer, metric: metric)
        return Drawing.both(wide: isSingle ? 1_088 : 330) { drawing in
          curve.markup(
            drawing, name: "curve-\(place)-\(number)",
            height: isSingle && !drawing.isNarrow ? 260 : 150)
        }
      }
      let drawing =
        isSingle
        ? panels[0]
        : "<div class=\"panels\">" + panels.map { "<div>\($0)</div>" }.joined() + "</div>"
      return .init(
        title: CapacityMetric.title(metric),
        finding:
          "At each value of \(data.key) that was tried. Filled: every promise is kept. Hollow: one is "
          + "broken.", drawing: drawing)
    }
  }

  var note: String? {
    var notes: [String] = []
    let probes = answers.flatMap(\.probes)
    if probes.contains(where: { probe in metrics.contains { probe.figure($0) == nil } }) {
      notes.append(
        probes.contains(where: \.isLeft)
          ? "Beyond: there is no figure. The run was left once a promise was broken for certain, or "
            + "more than 1\u{a0}% were never back."
          : "Never: with some seed more than 1\u{a0}% were not back at the end.")
    }
    let isClose = data.limits.contains { limit in
      probes.contains { probe in
        !probe.kept && probe.broken.contains(limit.promise)
          && probe.figure(limit.metric).map { $0 < limit.value } ?? false
      }
    }
    if isClose {
      notes.append(
        "A figure below the promise can still break it: the upper end of its interval counts."
      )
    }
    if answers.count > Self.mostPanels {
      notes.append("The first \(Self.mostPanels) of \(answers.count) formulas are drawn.")
    }
    return notes.isEmpty ? nil : notes.joined(separator: " ")
  }
}
