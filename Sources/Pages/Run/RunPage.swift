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

  init(_ data: RunData) { self.data = data }

  var page: StudyPage {
    let reading = RunFigures(data)
    let headline = RunHeadline(data)
    return StudyPage(
      scenario: data.head.scenario,
      facts: ["\(PageNumber.count(data.clients)) clients"] + data.formulas.map { "backoff \($0)" }
        + [data.seedWords]
        + (data.head.isTruncated ? ["interrupted: the results are partial"] : []),
      verdict: headline.text,
      lead: [data.verdict, headline.longAbsence].filter { !$0.isEmpty }.joined(separator: " "),
      tiles: Several(RunTiles(data).all),
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
          let runs = data.replications.map { runs in
            "kept in \(PageNumber.count(runs.seeds.count - promise.failedIn)) of \(PageNumber.count(data.runs)) runs"
          }
          return [
            .mono(promise.promise, small: runs), .number(promise.found),
            .verdict(isKept: promise.kept),
          ]
        }))
  }

  private var findings: PageSection {
    let sentences = data.findings.map { finding in
      finding.runs.map {
        "In \(PageNumber.count($0)) of \(PageNumber.count(data.runs)) runs: \(finding.sentence)"
      } ?? finding.sentence
    }
    return PageSection(
      title: data.replications == nil ? "What the run shows" : "What the runs show",
      items: Several(sentences))
  }
}

enum PromiseTable {
  /// In its place where nothing is promised.
  static let none =
    "The scenario promises nothing. A promise stands under slo, such as recover.p99 < 60s."
}
