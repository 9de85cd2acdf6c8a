import Faults
import Metrics
import Primitives
import Scenarios
import Simulator
import Systems
import Words

/// The data that findings are made of: the metrics of a run, and the books behind them.
struct Evidence: FigureReading, Sendable {
  let summary: Summary
  let run: RunResult
  let facts: SummaryFacts
  let experiment: Experiment
  let fleet: FleetView
  let timeline: FaultTimeline

  init(_ summary: Summary, _ experiment: Experiment, _ facts: SummaryFacts) {
    self.summary = summary
    self.facts = facts
    self.experiment = experiment
    run = summary.run
    fleet = FleetView(summary)
    timeline = experiment.plan.timeline
  }

  var scenario: Scenario { experiment.scenario }

  func metric(at path: String) -> Metric? { summary.metric(at: path) }

  // MARK: Words

  /// A fault as a sentence names it: `the outage from 60 s on`.
  func named(_ fault: Int) -> String {
    let fault = scenario.faults[fault]
    return "the \(fault.kind.noun) from \(moment(fault.at.seconds)) on"
  }

  /// Several faults, named in order: `the outage from 60 s on and the loss from 0 s on`.
  func named(_ faults: [Int]) -> String {
    let names = faults.prefix(2).map(named)
    let rest = faults.count - names.count
    let all = rest > 0 ? names + [counted(rest, "more fault")] : names
    return listed(all)
  }

  // MARK: Waiting clients

  /// Clients without a connection that still try, but for those whose user has only just asked.
  var waiting: Int { max(0, run.recovery.outcomes.stillTrying - run.recovery.outcomes.connecting) }

  /// Affected clients that were not back, and neither lost nor trying: their users asked for a
  /// connection just before the end.
  var asking: Int { max(0, run.recovery.affected - run.recovery.recoveries.count) }

  var hasLost: Bool {
    run.recovery.outcomes.inError + run.recovery.outcomes.gaveUp + run.recovery.outcomes.stuck > 0
  }

  /// True if clients are lost, or not back yet.
  var isBad: Bool { hasLost || waiting > 0 || isMetastable }

  /// Seconds of the run's end and of clear; nil where the run has none, or ended before it.
  var clear: Double? { run.course.clear.flatMap { $0 <= run.course.end ? $0.seconds : nil } }

  /// More than half of the affected had a connection when the cause was gone.
  var mostWereBack: Bool {
    clear != nil && run.course.atClear != nil && run.recovery.affected > 0
      && 2 * run.recovery.affectedAway < run.recovery.affected
  }
}
