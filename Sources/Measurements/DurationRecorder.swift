import Histogram
import Primitives

/// A distribution of durations: an HdrHistogram of microseconds from 1 us to 24 h and beyond.
///
/// Two recorders of the same precision can be added up. Recording allocates only when a value beyond
/// 24 h makes it grow.
public struct DurationRecorder: Sendable {
  public let digits: SignificantDigits
  /// The largest value, exactly, in microseconds.
  public private(set) var maximum: UInt64 = 0
  /// The counts of a tally, until something is added to it. A histogram is 200 kB, most of them 0,
  /// and most figures are read off without it.
  private(set) var tallied: TalliedClasses?
  /// nil where everything is in `tallied`.
  private var counted: Histogram<UInt64>?

  /// - Parameter digits: significant decimal digits kept of every value.
  public init(digits: SignificantDigits = .three) {
    self.digits = digits
    counted = Self.zeros(digits)
  }

  private static func zeros(_ digits: SignificantDigits) -> Histogram<UInt64> {
    switch digits {
    case .two: emptyOfTwo
    case .three: emptyOfThree
    case .zero, .one, .four, .five: empty(digits)
    }
  }

  // A run has dozens of distributions, most of them empty. They all share the zeros until something is
  // recorded.
  private static let emptyOfTwo = empty(.two)
  private static let emptyOfThree = empty(.three)

  private static func empty(_ digits: SignificantDigits) -> Histogram<UInt64> {
    var histogram = Histogram<UInt64>(
      lowestDiscernibleValue: 1, highestTrackableValue: 86_400_000_000,
      numberOfSignificantValueDigits: digits)
    histogram.autoResize = true
    return histogram
  }

  /// All that a tally has counted.
  init(_ tally: borrowing DurationTally) {
    digits = tally.digits
    maximum = tally.maximum
    if tally.isEmpty {
      counted = Self.zeros(digits)
    } else {
      tallied = TalliedClasses(tally)
    }
  }

  public var histogram: Histogram<UInt64> {
    if let counted { return counted }
    var histogram = Self.zeros(digits)
    guard let tallied else { return histogram }
    // The classes do not know their longest values: that this one occurred is said beforehand. It
    // makes room for all of them, too.
    histogram.record(maximum, count: 0)
    for element in tallied.list { histogram.record(element.value, count: element.count) }
    return histogram
  }

  /// From here on everything is in the histogram.
  private mutating func makeHistogram() {
    guard tallied != nil else { return }
    counted = histogram
    tallied = nil
  }

  /// Records one duration; a negative one counts as 0.
  public mutating func record(_ duration: Interval) {
    makeHistogram()
    let value = UInt64(max(0, duration.nanoseconds / 1_000))
    counted?.record(value)
    maximum = max(maximum, value)
  }

  public mutating func add(_ other: DurationRecorder) {
    makeHistogram()
    counted?.add(other.histogram)
    maximum = max(maximum, other.maximum)
  }

  public var count: Int { tallied.map(\.count) ?? Int(counted?.totalCount ?? 0) }

  /// The recorded values, class by class: to be taken once for all the figures that are wanted.
  public var classes: DurationClasses { DurationClasses(self) }

  /// Percentiles, mean and maximum in seconds.
  public var summary: DistributionSummary { classes.summary }

  /// Values at the given fractions in (0, 1], ascending, by nearest rank, in microseconds.
  public func nearestRanks(_ fractions: [Double]) -> [UInt64] { classes.nearestRanks(fractions) }

  /// Mean in seconds; nil without values.
  public var meanSeconds: Double? { classes.meanSeconds }

  /// Standard deviation of the values (not of a sample) in seconds; nil without values.
  public var deviationSeconds: Double? { classes.deviationSeconds }
}
