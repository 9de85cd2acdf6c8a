import Metrics
import Primitives
import Systems

/// How far a metric has moved from its baseline, and whether that is too far.
///
/// A single run is judged as it is. Of several, the mean must be worse than the tolerance allows, and by
/// more than chance brings: the interval of the difference must not hold 0. That interval has the
/// confidence 99.9 % over all metrics that are judged together (Bonferroni's correction), so that equal
/// programs fail in less than one of a thousand comparisons, whatever the number of metrics.
package struct MetricChange: Hashable, Sendable {
  package let scenario: String
  package let variant: String?
  package let path: String
  package let unit: MetricUnit
  package let better: MetricDirection
  /// A fraction of the baseline.
  package let tolerance: Double
  /// What it was and what it is: the value of a single run, or the mean.
  package private(set) var base = MetricValue.undefined
  package private(set) var now = MetricValue.undefined
  /// The difference over the baseline; nil where there is none.
  package private(set) var change: Double?
  /// The ends of its interval; nil for single runs, and where there is none.
  package private(set) var low: Double?
  package private(set) var high: Double?
  package private(set) var outcome = Verdict.Outcome.notJudged
  /// Why it is judged like this, where the figures do not say it.
  package private(set) var why: String?

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
    self.scenario = scenario
    self.variant = variant
    path = metric.path
    unit = metric.unit
    better = metric.better
    tolerance = metric.tolerance
    judge(base, now, pairing, family: family)
  }

  /// One that is not judged.
  init(_ metric: Judged, in scenario: String, _ variant: String?, why: String) {
    self.scenario = scenario
    self.variant = variant
    path = metric.path
    unit = metric.unit
    better = metric.better
    tolerance = metric.tolerance
    self.why = why
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
    _ base: [MetricValue], _ now: [MetricValue], _ pairing: SeedPairing, family: Int
  ) {
    self.base = Self.level(base, unit)
    self.now = Self.level(now, unit)
    let limit = pairing == .unpaired ? Self.falseAlarm / Double(family) : nil
    var runs = ComparedRuns(base.map(\.rank), now.map(\.rank), arePaired: limit == nil)
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
    judgeNumbers(runs, pairing, limit, family: family)
  }

  /// What is never reached ranks behind every number.
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
    _ runs: ComparedRuns, _ pairing: SeedPairing, _ limit: Double?, family: Int
  ) {
    let (before, after) = (runs.base, runs.now)
    guard !before.isEmpty, !after.isEmpty else {
      if outcome == .notJudged { outcome = .kept }
      return
    }
    let (old, new) = (Sample(before), Sample(after))
    let difference = new.mean - old.mean
    let worse =
      switch better {
      case .less: difference
      case .more: -difference
      case .neither: abs(difference)
      }
    guard old.mean != 0 else {
      if worse > 0 {
        // Nothing is a little worse than nothing.
        let words = unit == .truth ? "it was false" : "it was 0: any worsening fails"
        doubt(runs.share { $0 > 0 }, limit, words)
      } else if outcome == .notJudged {
        outcome = .kept
      }
      return
    }
    let spread = Self.spread(before, after, pairing)
    // Half of the chance on either side.
    let factor = spread.map {
      studentTQuantile(1 - Self.falseAlarm / Double(2 * family), degrees: $0.degrees)
    }
    setChange(difference, of: old.mean, error: spread?.error, factor: factor)
    guard worse / abs(old.mean) > tolerance else {
      if outcome == .notJudged { outcome = .kept }
      return
    }
    guard let spread, let factor else {
      outcome = pairing.isSingle ? .broken : .undecided
      return
    }
    outcome = worse > factor * spread.error ? .broken : .undecided
    why = outcome == .broken ? nil : why ?? "chance may bring as much; more seeds would tell"
  }

  private mutating func setChange(
    _ difference: Double, of base: Double, error: Double?, factor: Double?
  ) {
    change = difference / abs(base)
    guard let error, let factor else { return }
    low = (difference - factor * error) / abs(base)
    high = (difference + factor * error) / abs(base)
  }

  /// The standard error of the difference of the means and its degrees of freedom; nil for single runs.
  private static func spread(
    _ before: [Double], _ after: [Double], _ pairing: SeedPairing
  ) -> (error: Double, degrees: Int)? {
    switch pairing {
    case .single: return nil
    case .paired:
      guard before.count >= 2 else { return nil }
      let differences = Sample(zip(before, after).map { $1 - $0 })
      return (differences.standardError ?? 0, before.count - 1)
    case .unpaired:
      // Welch 1947: the two may spread differently.
      let errors = [before, after].map { Sample($0).standardError ?? 0 }
      guard before.count >= 2, after.count >= 2 else { return nil }
      let squares = errors.map { $0 * $0 }
      let sum = squares[0] + squares[1]
      if sum == 0 { return (0, before.count + after.count - 2) }
      let below =
        squares[0] * squares[0] / Double(before.count - 1)
        + squares[1] * squares[1] / Double(after.count - 1)
      return (sum.squareRoot(), max(1, Int(sum * sum / below)))
    }
  }

  /// Whether it is better by more than the tolerance, and by more than chance may bring.
  package var isBetter: Bool {
    guard outcome == .kept, let change else { return false }
    switch better {
    case .less: return -change > tolerance && high ?? -1 < 0
    case .more: return change > tolerance && low ?? 1 > 0
    case .neither: return false
    }
  }

  /// A single value as it is, of several the mean.
  private static func level(_ values: [MetricValue], _ unit: MetricUnit) -> MetricValue {
    if values.count == 1 { return values[0] }
    let ranks = values.map(\.rank)
    if ranks.contains(where: \.isInfinite) { return .never }
    let numbers = ranks.filter { !$0.isNaN }
    return numbers.isEmpty ? .undefined : .number(Sample(numbers).mean)
  }
}
