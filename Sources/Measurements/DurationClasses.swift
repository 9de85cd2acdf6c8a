import Histogram
import Primitives

/// The classes of equal values that occur in a `DurationRecorder`, ascending, in microseconds.
///
/// Going through a histogram's counts is slow, so it is done once and every figure is read off here.
public struct DurationClasses: Sendable {
  struct Class {
    /// The lowest and the highest value that count as equal, and the one in the middle.
    var lowest: UInt64
    var highest: UInt64
    var middle: Double
    var count: UInt64
  }

  let classes: [Class]

  /// What was recorded, ascending, to the width of a class.
  public var values: [(value: Interval, count: Int)] {
    classes.map { (.microseconds(Int64($0.middle)), Int($0.count)) }
  }
  public let count: Int
  let maximum: UInt64

  init(_ recorder: DurationRecorder) {
    count = recorder.count
    maximum = recorder.maximum
    if let tallied = recorder.tallied {
      classes = tallied.classes
      return
    }
    let histogram = recorder.histogram
    classes =
      count == 0
      ? []
      : histogram.recordedValues().map { value in
        Class(
          lowest: histogram.lowestEquivalentForValue(value.value),
          highest: histogram.highestEquivalentForValue(value.value),
          middle: Double(histogram.medianEquivalentForValue(value.value)), count: value.count)
      }
  }

  /// The values in bins side by side, each of one or more whole classes: sparse, ascending, in
  /// microseconds.
  /// - Parameter count: about how many bins there may be between the least and the greatest value.
  public func bins(about count: Int) -> [Bin] {
    guard let first = classes.first, let last = classes.last else { return [] }
    let width = max(1_000, (last.highest - first.lowest) / UInt64(max(1, count)))
    var bins: [Bin] = []
    for element in classes {
      let end = element.highest + 1
      if let open = bins.last, end - open.begin <= width {
        bins[bins.count - 1].end = end
        bins[bins.count - 1].count += element.count
      } else {
        bins.append(Bin(begin: element.lowest, end: end, count: element.count))
      }
    }
    return bins
  }

  /// Values from a begin up to, and without, an end, in microseconds.
  public struct Bin: Hashable, Sendable {
    public let begin: UInt64
    public fileprivate(set) var end: UInt64
    public fileprivate(set) var count: UInt64
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
