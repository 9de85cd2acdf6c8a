import Histogram

/// The classes of equal values that occur in a `DurationRecorder`, ascending, in microseconds.
///
/// Going through a histogram's counts is slow, so it is done once and every figure is read off here.
public struct DurationClasses: Sendable {
  private struct Class {
    /// The highest value that counts as equal, and the one in the middle.
    var highest: UInt64
    var middle: Double
    var count: UInt64
  }

  private let classes: [Class]
  public let count: Int
  private let maximum: UInt64

  init(_ recorder: DurationRecorder) {
    let histogram = recorder.histogram
    count = recorder.count
    maximum = recorder.maximum
    classes =
      count == 0
      ? []
      : histogram.recordedValues().map { value in
        Class(
          highest: histogram.highestEquivalentForValue(value.value),
          middle: Double(histogram.medianEquivalentForValue(value.value)), count: value.count)
      }
  }

  /// Percentiles, mean and maximum in seconds.
  public var summary: DistributionSummary {
    var summary = DistributionSummary(count: count)
    guard count > 0 else { return summary }
    summary.mean = meanSeconds
    summary.max = Double(maximum) / 1e6
    summary.percentiles = nearestRanks(DistributionSummary.ranks).map { Double($0) / 1e6 }
    return summary
  }

  /// Values at the given fractions in (0, 1], ascending, by nearest rank, in microseconds.
  public func nearestRanks(_ fractions: [Double]) -> [UInt64] {
    var result: [UInt64] = []
    var passed: UInt64 = 0
    for element in classes {
      passed += element.count
      while result.count < fractions.count,
        Double(passed) >= (fractions[result.count] * Double(count)).rounded(.up)
      {
        result.append(min(element.highest, maximum))
      }
    }
    return result
  }

  /// Mean in seconds; nil without values.
  public var meanSeconds: Double? { count > 0 ? mean / 1e6 : nil }

  /// Standard deviation of the values (not of a sample) in seconds; nil without values.
  public var deviationSeconds: Double? {
    guard count > 0 else { return nil }
    let mean = mean
    let squares = classes.reduce(0.0) { sum, element in
      let deviation = element.middle - mean
      return sum + (deviation * deviation) * Double(element.count)
    }
    return (squares / Double(count)).squareRoot() / 1e6
  }

  private var mean: Double {
    classes.reduce(0.0) { $0 + $1.middle * Double($1.count) } / Double(count)
  }
}
