import Findings
import Primitives
import Simulator
import Studies
import Text

/// How a run ended: with results, or with an error that its user would see.
enum Ending: Sendable {
  case finished(WorldRun)
  case failed(SimulationError)

  /// - Parameter most: the run is cut off after as many times 65,536 events; nil = never. Those that
  ///   are skipped do not count, nor do those that turn out to be void.
  init(_ experiment: Experiment, _ queue: QueueChoice, most: Int? = nil) {
    var asked = 0
    do throws(SimulationError) {
      let run = try experiment.run(queue: queue) { _ in
        asked += 1
        return asked < most ?? .max
      }
      self = .finished(WorldRun(experiment, run))
    } catch {
      self = .failed(error)
    }
  }

  /// When it was cut off; nil where it was not.
  var cut: Instant? {
    guard case .finished(let world) = self, world.run.course.isTruncated else { return nil }
    return world.run.course.end
  }

  /// In what another run differs; nil where it is the same.
  func difference(to other: Ending) -> String? {
    switch (self, other) {
    case (.finished(let a), .finished(let b)): a.difference(to: b)
    case (.failed(let a), .failed(let b)):
      a.words == b.words ? nil : "one ends with \(a), the other with \(b)"
    case (.finished, .failed(let error)), (.failed(let error), .finished):
      "only one of them ends with \(error)"
    }
  }
}

extension WorldRun {
  /// In what another run of the same scenario differs; nil where it is the same.
  func difference(to other: WorldRun) -> String? {
    if run.course.digest != other.run.course.digest {
      return "digest \(run.course.digest.text) and \(other.run.course.digest.text)"
    }
    if run.course.events != other.run.course.events {
      return "\(run.course.events) and \(other.run.course.events) events"
    }
    for (a, b) in zip(summary.metrics, other.summary.metrics) where a != b {
      return "\(a.path) is \(a.value) and \(b.value)"
    }
    return run.course.isTruncated == other.run.course.isTruncated ? nil : "only one was cut off"
  }
}

extension SimulationError {
  /// What all runs of a scenario have to say alike. Which client is named where several spin at one
  /// instant depends on what else falls on that instant. Fast-forwarded clients are no part of
  /// that.
  fileprivate var words: String {
    switch self {
    case .endlessInstant(_, _, let instant): "an instant without an end at \(instant)"
    case .invalidDelay, .equalEvents: "\(self)"
    }
  }
}
