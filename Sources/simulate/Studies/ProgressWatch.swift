import Findings
import Simulator
import Studies
import Synchronization

/// Shows how far runs are, from any thread, and says whether they go on: until an interruption is asked for.
final class ProgressWatch: Sendable {
  private let line: Mutex<ProgressLine>

  init(_ style: ProgressStyle, isQuiet: Bool) {
    line = Mutex(ProgressLine(style, isQuiet: isQuiet))
  }

  func goesOn(_ progress: RunProgress) -> Bool { shown { $0.show(progress) } }
  func goesOn(_ progress: WorkProgress) -> Bool { shown { $0.show(progress) } }
  func goesOn(_ progress: CapacityProgress, _ study: CapacityStudy) -> Bool {
    shown { $0.show(progress, study) }
  }

  func finish() { line.withLock { $0.finish() } }

  private func shown(_ show: (inout ProgressLine) -> Void) -> Bool {
    line.withLock { show(&$0) }
    return !Interruption.isRequested
  }
}

extension Experiment {
  /// Runs it with a progress line, to its end or until an interruption.
  /// - Throws: where the run cannot be finished.
  func run(
    _ queue: QueueChoice, _ style: ProgressStyle, isQuiet: Bool
  ) throws(CommandFailure) -> RunResult {
    let watch = ProgressWatch(style, isQuiet: isQuiet)
    defer { watch.finish() }
    do throws(SimulationError) {
      return try run(queue: queue) { watch.goesOn($0) }
    } catch {
      throw CommandFailure(error, of: scenario)
    }
  }

  /// The same to its end.
  /// - Throws: where it is interrupted, too.
  func whole(_ style: ProgressStyle, isQuiet: Bool) throws(CommandFailure) -> RunResult {
    let result = try run(.ladder, style, isQuiet: isQuiet)
    if result.course.isTruncated { throw .silent(.interrupted) }
    return result
  }
}
