import Faults
import Metrics
import Primitives
import Scenarios
import Simulator

/// What findings are made of: the metrics of a run, and the books behind them.
struct Evidence: Sendable {
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
    let plan = experiment.plan
    timeline = FaultTimeline(
      plan.faults, nodes: plan.gateway.nodes, end: .start + plan.duration,
      recoveryFrom: plan.recoveryFrom)
  }

  var scenario: Scenario { experiment.scenario }

  // MARK: Figures

  /// A metric's value; nil where it is undefined or infinite.
  func number(_ path: String) -> Double? { summary.value(at: path)?.number }

  /// A count; 0 where it is undefined.
  func count(_ path: String) -> Int { Int(number(path) ?? 0) }

  /// The metrics of these paths that have a number, as figures.
  func figures(_ paths: String...) -> [Finding.Figure?] { figures(paths) }

  func figures(_ paths: [String]) -> [Finding.Figure?] {
    paths.map { path in
      guard let metric = summary.metric(at: path), let value = metric.value.number else {
        return nil
      }
      return Finding.Figure(path, value, metric.unit)
    }
  }

  func figure(_ name: String, _ count: Int) -> Finding.Figure {
    Finding.Figure(name, Double(count), .count)
  }

  func seconds(_ name: String, _ seconds: Double) -> Finding.Figure {
    Finding.Figure(name, seconds, .seconds)
  }

  func share(_ name: String, _ share: Double) -> Finding.Figure {
    Finding.Figure(name, share, .share)
  }

  // MARK: Words

  func time(_ seconds: Double) -> String { HumanText.duration(seconds) }

  func moment(_ seconds: Double) -> String { HumanText.moment(seconds) }

  /// A duration that somebody set: `3 s`, `1.20 s`, `120 s`.
  func setting(_ seconds: Double) -> String { "\(HumanText.number(seconds)) s" }

  func percent(_ share: Double) -> String { HumanText.share(share) }

  /// `1 client`, `12 clients`.
  func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(HumanText.count(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  func clients(_ count: Int) -> String { counted(count, "client") }

  /// A fault as a sentence names it: `the outage from 60 s on`.
  func named(_ fault: Int) -> String {
    let fault = scenario.faults[fault]
    return "the \(fault.kind.name) from \(moment(fault.at.seconds)) on"
  }

  /// Several faults, named in order: `the outage from 60 s on and the loss from 0 s on`.
  func named(_ faults: [Int]) -> String {
    let names = faults.prefix(2).map(named)
    let rest = faults.count - names.count
    let all = rest > 0 ? names + [counted(rest, "more fault")] : names
    return all.count == 1
      ? all[0] : all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1]
  }

  // MARK: Who waits

  /// Clients without a connection that still try, but for those whose user has only just asked.
  var waiting: Int { max(0, run.outcomes.stillTrying - run.outcomes.connecting) }

  /// Affected clients that were not back, and neither lost nor trying: their users asked for a
  /// connection just before the end.
  var asking: Int { max(0, run.affected - run.recoveries.count) }

  var hasLost: Bool { run.outcomes.inError + run.outcomes.gaveUp + run.outcomes.stuck > 0 }

  /// Whether clients are lost, or not back yet.
  var isBad: Bool { hasLost || waiting > 0 || isMetastable }

  /// Seconds of the run's end and of clear; nil where the run has none, or ended before it.
  var clear: Double? { run.clear.flatMap { $0 <= run.end ? $0.seconds : nil } }

  /// More than half of the affected had a connection when the cause was gone.
  var mostWereBack: Bool {
    clear != nil && run.atClear != nil && run.affected > 0 && 2 * run.affectedAway < run.affected
  }
}
