import Metrics
import Scenarios
import Simulator
import Systems

/// One run's raw numbers as named metrics. The meaning of each stands in `metricDefinitions`.
package struct Summary: Sendable {
  package let scenario: Scenario
  package let run: RunResult
  /// In a fixed order; behind those that every run has, those of each cohort and session system.
  package let metrics: [Metric]
  /// Those of `metrics` that the scenario asks for: the others stand in no file.
  package var reported: [Metric] {
    let plan = experiment.input.plan
    let asked = zip(metricRows, metrics).filter { row, _ in row.isReported(plan) }.map(\.1)
    return asked + metrics.dropFirst(metricRows.count)
  }

  /// The distinct formulas of the fleet, in the order of its cohorts: catalogue names, or as typed.
  package let formulas: [String]
  /// Why it cannot be told whether a storm outlives its cause; nil where it can.
  package let stormDoubt: Metastability.Doubt?
  private let indices: [String: Int]
  private let experiment: Experiment
  private let facts: SummaryFacts

  /// - Parameters:
  ///   - experiment: the experiment that was run.
  ///   - run: its result.
  package init(_ experiment: Experiment, _ run: RunResult) {
    scenario = experiment.scenario
    self.run = run
    formulas = experiment.formulas
    let facts = SummaryFacts(experiment.input, run)
    metrics = facts.metrics + experiment.input.partMetrics(run)
    stormDoubt = facts.metastability.doubt
    indices = Dictionary(
      uniqueKeysWithValues: metrics.enumerated().map { ($0.element.path, $0.offset) })
    self.experiment = experiment
    self.facts = facts
  }

  /// The findings of the run in words, the most important first. They are made anew each time: a
  /// sweep of a million runs never asks.
  package var findings: [Finding] { Evidence(self, experiment, facts).findings }

  /// The metric of that path, such as `recover.p99`, `gave_up` or `stations.auth.wait.p99`; nil
  /// where there is none of that name.
  package func metric(at path: String) -> Metric? { indices[path].map { metrics[$0] } }

  /// The value of the metric of that path; nil where there is none of that name.
  package func value(at path: String) -> MetricValue? { metric(at: path)?.value }
}

extension FleetView {
  package init(_ summary: Summary) { self.init(summary.scenario.clients) }
}
