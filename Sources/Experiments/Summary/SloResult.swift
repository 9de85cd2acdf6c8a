import Primitives
import Simulator

/// What became of one promise.
public struct SloResult: Hashable, Sendable {
  public let level: ServiceLevel
  public let isKept: Bool
  /// What was measured, for people: `73.7 s`, `12`, `never`, `-` for nothing.
  public let found: String

  public init(level: ServiceLevel, isKept: Bool, found: String) {
    self.level = level
    self.isKept = isKept
    self.found = found
  }
}

extension Summary {
  /// Holds the run against promises.
  ///
  /// What was not measured or is infinite keeps no promise, with one exception: a run that ended
  /// before `metastable` could be looked at because nobody was trying any more is not metastable.
  public func check(_ levels: [ServiceLevel]) -> [SloResult] { levels.map(check) }

  private func check(_ level: ServiceLevel) -> SloResult {
    guard let metric = metric(at: level.metric) else {
      return SloResult(level: level, isKept: false, found: "no such metric")
    }
    if level.metric == "metastable", metric.value == .undefined, isOverBeforeTheWindow {
      return SloResult(
        level: level, isKept: level.isKept(by: false), found: "false: over before the window ends")
    }
    let found = HumanText.value(metric.value, metric.unit)
    if case .boolean(let truth) = metric.value {
      return SloResult(level: level, isKept: level.isKept(by: truth), found: found)
    }
    return SloResult(level: level, isKept: level.isKept(by: metric.value.number), found: found)
  }

  private var isOverBeforeTheWindow: Bool {
    guard let clear = run.clear, !run.isTruncated,
      run.outcomes.stillTrying == run.outcomes.connecting
    else {
      return false
    }
    return run.end >= clear && run.end < clear + scenario.metastableWindow
  }
}
