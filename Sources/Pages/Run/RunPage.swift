import Documents

extension SummaryDocument: PagedStudy {
  package static let kind = ResultsKind.run

  package static func page(of folder: FolderTexts) throws(PageProblem) -> String {
    RunPage(try RunData(folder)).page.markup
  }
}

/// The page of a run, or of several with different seeds.
struct RunPage {
  private let data: RunData
  private let reading: RunFigures
  /// nil of a single run.
  private let several: ReplicatedFigures?

  init(_ data: RunData) {
    self.data = data
    reading = RunFigures(data)
    several = ReplicatedFigures(data)
  }

  var page: StudyPage {
    StudyPage(
      scenario: data.scenario,
      facts: ["\(PageNumber.count(data.clients)) clients"] + data.formulas.map { "backoff \($0)" }
        + [data.seeds] + (data.isTruncated ? ["interrupted: the results are partial"] : []),
      verdict: several?.headline ?? reading.headline,
      lead: [data.verdict, reading.longAbsence].filter { !$0.isEmpty }.joined(separator: " "),
      tiles: Several(several?.tiles ?? reading.tiles),
      rows: [
        .init(
          PageSection("The storm", ifThereIs: StormChart(data)?.figure()),
          CohortFigures(data).section),
        .init(
          PageSection("Recovery", ifThereIs: RecoveryChart(data)?.figure(wide: 632)),
          reading.outcomes, layout: "two"),
        .init(
          PageSection("Jitter", ifThereIs: JitterChart(data)?.figure()),
          PageSection("From seed to seed", ifThereIs: SeedChart(data)?.figure())),
        .init(reading.gateway, promises, layout: "two"),
        .init(PageSection("Session states", ifThereIs: StateChart(data)?.figure()), findings),
      ],
      again: RunAgain(manifest: data.head), stylesheet: StyleSheet.text)
  }

  private var promises: PageSection {
    if data.promises.isEmpty { return PageSection("Promises", finding: PromiseTable.none) }
    return PageSection(
      "Promises",
      PageTable(
        "Promises", ["promise", "found", "verdict"], numbers: [1],
        data.promises.map { promise in
          let runs = promise.runs.map {
            "kept in \(PageNumber.count($0)) of \(PageNumber.count(data.runs)) runs"
          }
          return [
            .mono(promise.text, small: runs), .number(promise.found),
            .verdict(isKept: promise.isKept),
          ]
        }))
  }

  private var findings: PageSection {
    var section = PageSection(several == nil ? "What the run shows" : "What the runs show")
    section.items = Several(data.findings)
    return section
  }
}

enum PromiseTable {
  /// In its place where nothing is promised.
  static let none =
    "The scenario promises nothing. A promise stands under slo, such as recover.p99 < 60s."
}
