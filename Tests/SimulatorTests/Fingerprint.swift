import Measurements
import Primitives
import Simulator
import VirtualTime

/// All that a run says, a line for each figure: every field there is, series and the counts of every
/// histogram included. What is added to `RunResult` later is in it by itself.
func fingerprint(of run: RunResult) -> [String] {
  var lines: [String] = []
  render(run, as: "run", into: &lines)
  return lines
}

private func render(_ value: Any, as path: String, into lines: inout [String]) {
  switch value {
  case let series as TimeSeries: lines.append("\(path) = \(series.counts)")
  case let recorder as DurationRecorder: lines.append("\(path) = \(counts(of: recorder))")
  case let times as [Interval]: lines.append("\(path) = \(times.map(\.nanoseconds))")
  case let numbers as [Double]: lines.append("\(path) = \(numbers)")
  case let duration as Interval: lines.append("\(path) = \(duration.nanoseconds)")
  case let instant as Instant: lines.append("\(path) = \(instant.nanoseconds)")
  case let number as Int: lines.append("\(path) = \(number)")
  case let number as Double: lines.append("\(path) = \(number)")
  default:
    let parts = Mirror(reflecting: value).children
    if parts.isEmpty { return lines.append("\(path) = \(value)") }
    for (index, part) in parts.enumerated() {
      render(part.value, as: "\(path).\(part.label ?? "\(index)")", into: &lines)
    }
  }
}

private func counts(of recorder: DurationRecorder) -> String {
  guard recorder.count > 0 else { return "nothing, \(recorder.maximum)" }
  let steps = recorder.histogram.recordedValues().map { "\($0.value): \($0.count)" }
  return "\(steps), \(recorder.maximum)"
}

/// The first line in which two fingerprints differ; nil where they are the same.
func firstDifference(_ a: [String], _ b: [String]) -> String? {
  for (one, other) in zip(a, b) where one != other { return "\(one.cut) instead of \(other.cut)" }
  return a.count == b.count ? nil : "\(a.count) lines instead of \(b.count)"
}

extension String {
  fileprivate var cut: String { count > 300 ? String(prefix(300)) + "..." : self }
}

extension FleetWorld {
  /// What a run gives, or why it could not be finished.
  func outcome(skipping: Bool, _ queue: QueueChoice) -> [String] {
    var plan = plan
    plan.skipsQuietTime = skipping
    do {
      return fingerprint(of: try simulate(plan, fleet, queue: queue))
    } catch {
      return ["error = \(error)"]
    }
  }

  /// Whether it matters if quiet time is skipped: the first difference. On either queue, but where
  /// the code is not optimised: there every fourth seed is tried on both.
  func differenceOfSkipping() -> String? {
    let ladder = outcome(skipping: true, .ladder)
    if let difference = firstDifference(ladder, outcome(skipping: false, .ladder)) {
      return "skipped: \(difference)"
    }
    guard isRelease || seed % 4 == 0 else { return nil }
    if let difference = firstDifference(ladder, outcome(skipping: true, .heap)) {
      return "ladder and heap, skipped: \(difference)"
    }
    return firstDifference(ladder, outcome(skipping: false, .heap)).map {
      "skipped, to the heap: \($0)"
    }
  }
}
