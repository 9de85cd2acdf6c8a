import Experiments
import Simulator

/// A run's metrics as the lines and sentences of the summary read them.
struct RunReading {
  let summary: Summary
  let run: RunResult
  let fleet: FleetView

  init(_ summary: Summary) {
    self.summary = summary
    run = summary.run
    fleet = FleetView(summary)
  }

  /// A metric's value; nil where it is undefined, infinite or not there.
  func number(_ path: String) -> Double? { summary.value(at: path)?.number }

  /// A count; 0 where it is undefined.
  func count(_ path: String) -> Int { Int(number(path) ?? 0) }

  /// As people read it; `-` where there is none.
  func text(_ path: String) -> String {
    summary.metric(at: path).map { HumanText.value($0.value, $0.unit) } ?? "-"
  }

  /// Clients without a connection that still try, but for those whose user has only just asked.
  var waiting: Int { max(0, run.outcomes.stillTrying - run.outcomes.connecting) }

  /// Whether there are calls and no connections.
  var hasOnlyCalls: Bool { run.attempts == 0 && run.calls > 0 }

  /// `12.3 %` of one count over another; `-` where that is 0.
  func share(_ part: Int, of whole: Int) -> String {
    whole > 0 ? HumanText.share(Double(part) / Double(whole)) : "-"
  }

  // MARK: Inside a sentence, where a number keeps its unit

  func time(_ seconds: Double) -> String { unbroken(HumanText.duration(seconds)) }

  /// A duration that somebody set: `3 s`, `1.20 s`, `120 s`.
  func setting(_ seconds: Double) -> String { unbroken("\(HumanText.number(seconds)) s") }

  func percent(_ share: Double) -> String { unbroken(HumanText.share(share)) }

  /// `1 client`, `12 clients`.
  func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    unbroken("\(HumanText.count(count)) \(count == 1 ? noun : plural ?? noun + "s")")
  }

  func clients(_ count: Int) -> String { counted(count, "client") }
}
