import Histogram

/// The classes of equal values that occur in a `DurationRecorder`, ascending, in microseconds.
///
/// Going through a histogram's counts is slow, so it is done once and every figure is read off here.
public struct DurationClasses: Sendable {
  struct Class {
    /// The highest value that counts as equal, and the one in the middle.
    var highest: UInt64
    var middle: Double
    var count: UInt64
  }

  let classes: [Class]
  public let count: Int
  let maximum: UInt64

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
