import Primitives
import Words

extension Scenario {
  /// The option that makes the run long enough to see what comes after a moment: `--duration 41m`. A quarter of the
  /// time until then is added, in whole minutes.
  package static func enough(for end: Instant) -> String {
    let minutes = (end.seconds * 1.25 / 60).rounded(.up)
    return "--duration \(durationText(.seconds(60 * Int64(minutes))))"
  }
}
