import Findings
import Scenarios
import Simulator
import Systems
import Words

/// A run's metrics as the lines of the summary read them.
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

  /// The word that a metric is; nil where it is none.
  func word(_ path: String) -> String? {
    if case .word(let word)? = summary.value(at: path) { return word }
    return nil
  }

  /// True if there are calls and no connections.
  var hasOnlyCalls: Bool { run.load.attempts == 0 && run.load.calls > 0 }

  /// True if more than half of the affected clients had a connection when the cause was gone. Then
  /// their downtime says more than the time at which they were back.
  var mostWereBack: Bool { summary.findings.contains { $0.code == .backBeforeClear } }

  private var hasClear: Bool { summary.value(at: "clear_s") != .undefined }

  /// True if each of them lost its connection several times, and there is no time to recover that says more: a
  /// single interruption tells more than their sum.
  var isInterruptedOften: Bool {
    (mostWereBack || !hasClear) && run.isInterruptedOften
  }

  /// `12.3 %` of one count over another; `-` where that is 0.
  func share(_ part: Int, of whole: Int) -> String {
    whole > 0 ? HumanText.share(Double(part) / Double(whole)) : "-"
  }
}
