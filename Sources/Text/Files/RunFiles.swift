import Documents
import Findings
import Scenarios
import Studies

extension RunReport {
  package var files: [(name: String, text: String)] {
    let distributions = summary.distributions
    return [
      ("summary.json", documentText(document)), ("summary.csv", summaryCSV(summary)),
      ("timeseries.csv", timeSeriesCSV(summary.run)), ("states.csv", statesCSV(summary.run)),
      ("digests.csv", digestsCSV(summary.run)),
      ("percentiles.csv", percentilesCSV(distributions)), ("spread.csv", spreadCSV(distributions)),
      ("promises.csv", promisesCSV(slo)),
    ] + histograms(distributions, seconds: summary.run.course.end.seconds)
      + summary.scenario.files.copies
  }

  package func record(of _: [(name: String, text: String)]) -> RunRecord {
    let course = summary.run.course
    return RunRecord(
      ScenarioRecord(summary.scenario, hasCopies: true), seed: summary.scenario.seed,
      clients: course.clients,
      digest: course.digest.text, events: course.events, virtualS: course.end.seconds,
      truncated: isTruncated,
      slo: slo.map {
        .init(promise: $0.level.text, kept: $0.isKept, found: $0.found, reason: $0.reason)
      })
  }
}

extension ReplicatedReport {
  package var files: [(name: String, text: String)] {
    [
      ("summary.json", documentText(document)), ("summary.csv", summaryCSV(summary)),
      ("timeseries.csv", pooled.series.csv),
      ("percentiles.csv", percentilesCSV(pooled.distributions)),
      ("spread.csv", spreadCSV(pooled.distributions)), ("promises.csv", promisesCSV(summary.slo)),
    ]
      + histograms(
        pooled.distributions, seconds: summary.replications.map(\.end.seconds).max() ?? 0)
      + summary.scenario.files.copies
  }

  package func record(of _: [(name: String, text: String)]) -> ReplicationsRecord {
    ReplicationsRecord(
      ScenarioRecord(summary.scenario, hasCopies: true), replications: summary.seeds.count,
      seeds: SeedsRecord(summary.seeds), clients: summary.scenario.clients.count,
      digest: summary.digestText, events: summary.events,
      virtualS: summary.replications.reduce(0) { $0 + $1.end.seconds }, truncated: isTruncated,
      slo: summary.slo.map(JudgedPromise.init))
  }
}

private func histograms(
  _ distributions: [NamedDistribution], seconds: Double
) -> [(name: String, text: String)] {
  distributions.map { ("\($0.file).hgrm", histogramText($0.recorder, infinite: $0.infinite)) }
    + [("histograms.hlog", histogramLog(distributions, seconds: seconds))]
}
