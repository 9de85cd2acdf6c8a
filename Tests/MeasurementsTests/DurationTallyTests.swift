import Foundation
import Primitives
import Testing

@testable import Measurements

/// A tally gives what a histogram gives into which everything was recorded at once.
@Suite("Durations that are tallied")
struct DurationTallyTests {
  /// Nothing and everything, a microsecond's edges, and both sides of where a histogram has to grow.
  private static let edges: [Interval] =
    [
      .zero, .nanoseconds(-1), .seconds(-5), .nanoseconds(999), .nanoseconds(1_000),
      .nanoseconds(1_999), .minutes(24 * 60), .microseconds(1 << 37 - 1), .microseconds(1 << 37),
      .microseconds(1 << 41), .minutes(100 * 60),
    ]

  private static let farthest: [Interval] = [.max, Interval(nanoseconds: .min)]

  /// Up to 100 h, one in eight of them negative.
  private func durations(_ count: Int, seed: UInt64) -> [Interval] {
    var numbers = Numbers(seed: seed)
    return (0..<count).map { _ in
      let length = Int64(numbers.nextLogUniform(below: 360_000_000_000_000))
      return .nanoseconds(numbers.next(below: 8) == 0 ? -length : length)
    }
  }

  @Test(arguments: [2, 3]) func nothing(digits: Int) throws {
    try expectSame(DurationTally(digits).recorder, DurationRecorder(digits, []))
  }

  /// The class of the lowest and of the highest value of every class up to 100 h and beyond.
  @Test(arguments: [2, 3]) func everyClassIsAClassOfTheHistogram(digits: Int) {
    let tally = DurationTally(digits)
    let histogram = DurationRecorder(digits, []).histogram
    var lowest: UInt64 = 0
    var wrong: [UInt64] = []
    while lowest < 1 << 53 {
      let next = histogram.nextNonEquivalentForValue(lowest)
      for value in [lowest, (lowest + next) / 2, next - 1] {
        let octave = tally.octave(of: value)
        let begin = (value >> UInt64(octave)) << UInt64(octave)
        if begin != lowest || next - lowest != 1 << octave {
          wrong.append(value)
        }
      }
      lowest = next
    }
    #expect(wrong == [])
  }

  /// A nanosecond before every class, at its begin and at its end, each of them another number of
  /// times, so that no two can be taken for one another.
  @Test(arguments: [2, 3]) func everyBoundary(digits: Int) throws {
    let histogram = DurationRecorder(digits, []).histogram
    var tally = DurationTally(digits)
    var recorder = DurationRecorder(digits, [])
    var lowest: UInt64 = 0
    while lowest < 1 << 39 {
      let next = histogram.nextNonEquivalentForValue(lowest)
      let begin = Int64(lowest) * 1_000
      for moment in [begin - 1, begin, Int64(next) * 1_000 - 1] {
        for _ in 0...mixed(UInt64(bitPattern: moment)) % 3 {
          tally.record(.nanoseconds(moment))
          recorder.record(.nanoseconds(moment))
        }
      }
      lowest = next
    }
    try expectSame(tally.recorder, recorder)
  }

  @Test(arguments: [2, 3], 0..<4 as Range<UInt64>) func randomDurations(
    digits: Int, seed: UInt64
  ) throws {
    let durations = durations(20_000, seed: seed)
    try expectSame(DurationTally(digits, durations).recorder, DurationRecorder(digits, durations))
  }

  @Test(arguments: [2, 3]) func durationsOneByOne(digits: Int) throws {
    for duration in Self.edges + Self.farthest {
      try expectSame(
        DurationTally(digits, [duration]).recorder, DurationRecorder(digits, [duration]))
    }
    let all = Self.edges + Self.farthest
    try expectSame(DurationTally(digits, all).recorder, DurationRecorder(digits, all))
  }

  /// In another order, and counted apart and added up: byte for byte the same histogram.
  @Test(arguments: [2, 3]) func orderAndPartsDoNotMatter(digits: Int) throws {
    let durations = durations(8_000, seed: 7) + Self.edges
    let whole = DurationTally(digits, durations).recorder
    let backwards = DurationTally(digits, durations.reversed()).recorder
    var sum = DurationTally(digits)
    for part in (0..<5).reversed() {
      let own = durations.indices.filter { $0 % 5 == part }.map { durations[$0] }
      sum.add(DurationTally(digits, own))
    }
    sum.add(DurationTally(digits))
    #expect(try encoded(backwards.histogram) == encoded(whole.histogram))
    #expect(try encoded(sum.recorder.histogram) == encoded(whole.histogram))
    try expectSame(sum.recorder, DurationRecorder(digits, durations))
  }

  @Test func addingLeavesTheOtherAlone() throws {
    let few = DurationTally(3, [.seconds(1), .seconds(2)])
    var sum = DurationTally(3, [.milliseconds(1), .seconds(2)])
    sum.add(few)
    sum.record(.seconds(3))
    try expectSame(few.recorder, DurationRecorder(3, [.seconds(1), .seconds(2)]))
    let all: [Interval] = [
      .milliseconds(1), .seconds(1), .seconds(2), .seconds(2), .seconds(3),
    ]
    try expectSame(sum.recorder, DurationRecorder(3, all))
  }

  /// Reading is no end: what comes later is counted, too.
  @Test func goesOnAfterItWasRead() throws {
    var tally = DurationTally(2, [.seconds(1)])
    let early = tally.recorder
    tally.record(.minutes(3))
    #expect(early.count == 1)
    try expectSame(tally.recorder, DurationRecorder(2, [.seconds(1), .minutes(3)]))
  }

  /// What was read off a tally takes more, as a histogram does.
  @Test(arguments: [2, 3]) func aRecorderOfATallyGoesOn(digits: Int) throws {
    let durations = durations(500, seed: 3)
    var sum = DurationTally(digits, Array(durations.prefix(200))).recorder
    sum.record(durations[200])
    sum.add(DurationTally(digits, Array(durations[201..<400])).recorder)
    sum.add(DurationTally(digits).recorder)
    for duration in durations[400...] { sum.record(duration) }
    try expectSame(sum, DurationRecorder(digits, durations))
    var empty = DurationTally(digits).recorder
    empty.add(DurationTally(digits, durations).recorder)
    try expectSame(empty, DurationRecorder(digits, durations))
  }
}

/// Everything that any figure is read off.
private func expectSame(
  _ read: DurationRecorder, _ oracle: DurationRecorder,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  func expect(_ isSame: Bool, _ what: Comment) {
    #expect(isSame, what, sourceLocation: sourceLocation)
  }
  let (own, other) = (read.histogram, oracle.histogram)
  expect(read.count == oracle.count, "count")
  expect(read.maximum == oracle.maximum, "maximum")
  expect(own == other, "histogram")
  expect(try encoded(own) == encoded(other), "encoded")
  expect(
    own.recordedValues().map { [$0.value, $0.count] }
      == other.recordedValues().map { [$0.value, $0.count] }, "recorded values")
  expect(own.mean == other.mean && own.stdDeviation == other.stdDeviation, "moments")
  expect(own.min == other.min && own.max == other.max, "extremes")
  expect(own.minNonZero == other.minNonZero, "least")
  expect(read.bucketCounts == oracle.bucketCounts, "buckets")
  expect(read.percentileSteps() == oracle.percentileSteps(), "steps")
  expect(read.percentileSteps(ticks: 20) == oracle.percentileSteps(ticks: 20), "finer steps")
  let fractions = (1...2_000).map { Double($0) / 2_000 }
  expect(read.nearestRanks(fractions) == oracle.nearestRanks(fractions), "ranks")
  expect(
    [0, 1, 25, 50, 90, 99, 99.9, 100].allSatisfy {
      own.valueAtPercentile($0) == other.valueAtPercentile($0)
    }, "percentiles")
  expect(read.summary == oracle.summary, "summary")
  expect(read.classes.bins(about: 30) == oracle.classes.bins(about: 30), "bins")
  expect(read.encodedCounts().dropFirst(40) == oracle.encodedCounts().dropFirst(40), "counts")
  expect(read.meanSeconds == oracle.meanSeconds, "mean")
  expect(read.deviationSeconds == oracle.deviationSeconds, "deviation")
}

/// A histogram as it would be stored: every count, its layout, the total and the extremes. Only not
/// the value that made it grow last, which is another one in every order.
private func encoded(_ histogram: some Encodable) throws -> NSDictionary {
  let encoder = JSONEncoder()
  let object = try JSONSerialization.jsonObject(with: encoder.encode(histogram))
  let stored = try #require(object as? [String: Any])
  try #require(stored["counts"] != nil && stored["maxValue"] != nil, "it is stored otherwise")
  return stored.filter { $0.key != "highestTrackableValue" } as NSDictionary
}
