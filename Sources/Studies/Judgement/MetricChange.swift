import Documents
import Metrics
import Systems

/// A single run is judged as it is. With several runs, the figure that the metric is told by must
/// be worse than the tolerance allows, and by more than chance brings: the interval of the
/// difference must not hold 0. That interval has the confidence 99.9 % over all metrics that are
/// judged together (Bonferroni's correction), so that equal programs fail in less than one of a
/// thousand comparisons, whatever the number of metrics.
extension BaselineRecord.Change {
  /// The chance of a false alarm where nothing has changed, over all metrics together.
  package static let falseAlarm = 0.001

  /// - Parameters:
  ///   - base: its values with the seeds that are compared.
  ///   - now: the same of the later runs; as many where they are paired.
  ///   - family: how many metrics are judged together.
  init(
    _ metric: Judged, in scenario: String, _ variant: String?, base: [MetricValue],
    now: [MetricValue], _ pairing: SeedPairing, family: Int
  ) {
    self.init(metric, in: scenario, variant)
    statistic = MetricMovement.statistic(of: metric.path, base, now, pairing, family: family)
    was = level(base)
    self.is = level(now)
    judge(base, now, metric.unit, pairing, family: family)
  }

  /// One that is not judged.
  init(_ metric: Judged, in scenario: String, _ variant: String?, why: String? = nil) {
    self.init(
      metric.path, scenario: scenario, variant: variant, better: metric.better,
      tolerance: metric.tolerance, why: why)
  }

  /// A metric, and how it is judged.
  struct Judged {
    let path: String
    let unit: MetricUnit
    let better: MetricDirection
    let tolerance: Double
  }

  // MARK: Figures that are not there

  private mutating func judge(
    _ base: [MetricValue], _ now: [MetricValue], _ unit: MetricUnit, _ pairing: SeedPairing,
    family: Int
  ) {
    let limit = pairing == .unpaired ? Self.falseAlarm / Double(family) : nil
    var runs = ComparedRuns(
      base: base.map(\.rank), now: now.map(\.rank), arePaired: limit == nil)
    guard runs.base.contains(where: { !$0.isNaN }) else {
      why = "the baseline has no figure"
      return
    }
    // A figure may be gone because what it measures is gone: that is not worse.
    runs.keep({ !$0.isNaN }, now: { !$0.isNaN })
    guard !runs.base.isEmpty, !runs.now.isEmpty else {
      why = "there is no figure any more"
      return
    }
    judgeNever(runs, limit)
    if outcome == .broken { return }
    runs.keep(\.isFinite, now: \.isFinite)
    judgeNumbers(runs, unit, pairing, limit, family: family)
  }

  /// Judges how often a value is never reached, which ranks behind every number.
  private mutating func judgeNever(_ runs: ComparedRuns, _ limit: Double?) {
    let never = runs.share(\.isInfinite)
    if never.base.hits == 0, never.now.hits == 0 { return }
    let words =
      "never in \(never.now.hits) of \(never.now.of) runs, was in \(never.base.hits) of "
      + "\(never.base.of)"
    if never.isMoreOften, better != .more {
      doubt(never, limit, runs.now.count == 1 ? "it was reached" : words)
    } else if never.isLessOften, better == .neither {
      doubt(never.exchanged, limit, words)
    } else {
      why = never.isLessOften ? words : "as before"
    }
  }

  /// Fails where the seeds are the same; where they are others, only where chance does not bring it.
  private mutating func doubt(_ share: ComparedRuns.Share, _ limit: Double?, _ words: String) {
    let isChance = limit.map { fisherP(share.base, share.now) > $0 } ?? false
    outcome = isChance ? .undecided : .broken
    why = isChance ? words + "; chance may bring as much" : words
  }

  // MARK: Numbers

  private mutating func judgeNumbers(
    _ runs: ComparedRuns, _ unit: MetricUnit, _ pairing: SeedPairing, _ limit: Double?, family: Int
  ) {
    let (before, after) = (runs.base, runs.now)
    guard !before.isEmpty, !after.isEmpty else {
      if outcome == .notJudged { outcome = .kept }
      return
    }
    let moved = MetricMovement(before, after, pairing, statistic, family: family)
    let worse =
      switch better {
      case .less: moved.difference
      case .more: -moved.difference
      case .neither: abs(moved.difference)
      }
    guard moved.old != 0 else {
      if worse > 0 {
        // Nothing is a little worse than nothing.
        let words = unit == .truth ? "it was false" : "it was 0: any worsening fails"
        doubt(runs.share { $0 > 0 }, limit, words)
      } else if outcome == .notJudged {
        outcome = .kept
      }
      return
    }
    change = moved.difference / abs(moved.old)
    low = moved.interval.map { $0.low / abs(moved.old) }
    high = moved.interval.map { $0.high / abs(moved.old) }
    guard worse / abs(moved.old) > tolerance else {
      if outcome == .notJudged { outcome = .kept }
      return
    }
    guard let interval = moved.interval else {
      outcome = pairing.isSingle ? .broken : .undecided
      return
    }
    // The difference lies within its interval: where that leaves out 0, both are on one side of it.
    outcome = interval.low > 0 || interval.high < 0 ? .broken : .undecided
    why = outcome == .broken ? nil : why ?? "chance may bring as much; more seeds would tell"
  }

  /// True if it is better by more than the tolerance, and by more than chance may bring.
  package var isBetter: Bool {
    guard outcome == .kept, let change else { return false }
    switch better {
    case .less: return -change > tolerance && high ?? -1 < 0
    case .more: return change > tolerance && low ?? 1 > 0
    case .neither: return false
    }
  }

  /// A single value as it is, of several the mean or the median.
  private func level(_ values: [MetricValue]) -> MetricValue {
    if values.count == 1 { return values[0] }
    let ranks = values.map(\.rank)
    if ranks.contains(where: \.isInfinite) { return .never }
    return SeedEstimate(ranks.filter { !$0.isNaN }, statistic).map { .number($0.figure) }
      ?? .undefined
  }
}
