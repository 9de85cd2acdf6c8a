import Charts
import Documents

extension CapacityDocument: PagedStudy {
  package static let kind = ResultsKind.capacity

  package static func page(of folder: FolderTexts) throws(PageProblem) -> String {
    try folder.document("capacity.json", Self.self).page(try folder.record())
  }

  package func page(_ record: CapacityRecord) -> String {
    let reading = CapacityReading(self, record)
    let settings = record.scenario.resolved
    let count = key == "clients.count" ? nil : settings["clients.count"].flatMap { Int($0) }
    let curves = CapacityCurves(self)
    return StudyPage(
      scenario: scenario,
      facts: (count.map { ["\(PageNumber.count($0)) clients"] } ?? []) + [
        "\(direction.rawValue) \(key) from \(record.from) to \(record.to)",
        seeds == 1 ? "1 seed" : "\(seeds) seeds",
      ] + (truncated ? ["interrupted: formulas are missing"] : []),
      verdict: reading.headline, lead: reading.lead,
      rows: [
        .init([PageSection("The answers", reading.table)] + curves.sections),
        .init(reading.reasons, reading.probes),
      ],
      again: RunAgain(
        reading.command, record.scenario, digest: record.digest, events: record.events,
        runs: record.runs)
    ).markup
  }
}

/// The curves of a study: one for each formula, and each figure that something is promised of.
struct CapacityCurves {
  private let data: CapacityDocument
  private let metrics: [Headline]

  private static let mostPanels = 12

  init(_ data: CapacityDocument) {
    self.data = data
    let promised = CapacityDocument.metrics.filter { metric in
      data.limits.contains { $0.metric == metric }
    }
    metrics = (promised.isEmpty ? ["recover.p99"] : promised).map(CapacityDocument.headline)
  }

  private var answers: [CapacityDocument.Answer] { data.variants.filter { !$0.probes.isEmpty } }

  /// A section for each figure; the last one says what the drawings leave open.
  var sections: [PageSection] {
    let shown = answers.prefix(Self.mostPanels)
    guard !shown.isEmpty else { return [] }
    var sections = metrics.enumerated().map { place, metric in
      let isSingle = shown.count == 1
      let panels = shown.enumerated().map { number, answer in
        CapacityCurve(
          data: data, answer: answer, metric: metric, name: "curve-\(place)-\(number)",
          height: isSingle ? 260 : 150
        ).drawing(wide: isSingle ? 1_088 : 330)
      }
      return PageSection(
        title: metric.heading,
        finding:
          "At each value of \(data.key) that was tried. Filled: every promise is kept. Hollow: one is "
          + "broken.", markup: Page.panels(panels))
    }
    sections[sections.count - 1].notes = notes
    return sections
  }

  private var notes: [String] {
    var notes: [String] = []
    let probes = answers.flatMap(\.probes)
    if probes.contains(where: { probe in metrics.contains { probe.figure($0.path) == nil } }) {
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
    return notes.isEmpty ? [] : [notes.joined(separator: " ")]
  }
}
