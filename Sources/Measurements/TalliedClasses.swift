/// The classes that occurred in a `DurationTally`, ascending.
struct TalliedClasses: Sendable {
  /// Its lowest value in microseconds, or the shortest that was recorded where that is higher; and how
  /// often it occurred.
  typealias Tallied = (value: UInt64, count: UInt64)

  let list: [Tallied]
  let count: Int
  /// Microseconds up to which every one is a class of its own: 2^n - 1.
  private let single: UInt64

  init(_ tally: borrowing DurationTally) {
    var list: [Tallied] = []
    tally.forEachClass { list.append(($0, $1)) }
    self.list = list
    count = list.reduce(0) { $0 + Int($1.count) }
    single = tally.single
  }

  /// As a histogram of as many digits has them.
  var classes: [DurationClasses.Class] {
    list.map { value, count in
      let octave = UInt64(single.leadingZeroBitCount - (value | single).leadingZeroBitCount)
      let lowest = (value >> octave) << octave
      let width = (1 as UInt64) << octave
      return DurationClasses.Class(
        lowest: lowest, highest: lowest + width - 1, middle: Double(lowest + width / 2),
        count: count)
    }
  }
}
