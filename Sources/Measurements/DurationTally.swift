import Histogram
import Primitives

/// A distribution of durations that is counted up while a run goes on, in exactly the classes of a
/// `DurationRecorder` of as many digits: that is what it becomes once it is to be read.
///
/// A class is a microsecond wide at first, and twice as wide in every octave. An octave has memory
/// once something falls into it, so what is never recorded into costs next to nothing, and a class is
/// found and counted up in a few instructions. Nothing in here depends on the order of what was
/// recorded.
@frozen
public struct DurationTally: ~Copyable, @unchecked Sendable {
  @usableFromInline typealias Octave = UnsafeMutablePointer<UInt64>

  public let digits: SignificantDigits
  /// How often each class of an octave occurred; nil where none has. The counts of octave k lie at
  /// the microseconds over 2^k: from 0 in the first one, and in the upper half in those after it,
  /// of which the lower half is never touched.
  @usableFromInline let octaves: UnsafeMutablePointer<Octave?>
  /// Microseconds up to which every one is a class of its own: 2^n - 1.
  @usableFromInline let single: UInt64
  /// The number of the highest bit of `single`.
  @usableFromInline let topBit: Int
  /// The longest duration, in nanoseconds.
  @usableFromInline var longest: Int64 = 0
  /// The shortest one that is not 0, in microseconds, less one, so that 0 is beyond any other.
  @usableFromInline var shortestLessOne = UInt64.max

  /// - Parameter digits: significant decimal digits kept of every value, at least one.
  public init(digits: SignificantDigits = .three) {
    precondition(digits != .zero, "a distribution of one class")
    self.digits = digits
    // A unit of the last digit kept is told apart up to twice the power of ten.
    let least = 2 * (0..<digits.rawValue).reduce(1 as UInt64) { power, _ in power * 10 }
    topBit = 63 - (least - 1).leadingZeroBitCount
    single = 2 << UInt64(topBit) - 1
    octaves = .allocate(capacity: Self.octaveCount)
    octaves.initialize(repeating: nil, count: Self.octaveCount)
  }

  deinit {
    for number in 0..<Self.octaveCount { octaves[number]?.deallocate() }
    octaves.deallocate()
  }

  /// The longest `Interval` has 54 bits in microseconds, and the first octave takes several of them.
  private static var octaveCount: Int { 54 }

  /// Records one duration; a negative one counts as 0.
  @inlinable @inline(__always)
  public mutating func record(_ duration: Interval) {
    let nanoseconds = max(0, duration.nanoseconds)
    if nanoseconds > longest { longest = nanoseconds }
    let microseconds = UInt64(truncatingIfNeeded: nanoseconds) / 1_000
    if microseconds &- 1 < shortestLessOne { shortestLessOne = microseconds &- 1 }
    let number = octave(of: microseconds)
    // Nothing is left to do afterwards: what a call in between would cost is not paid without it.
    guard let octave = octaves[number] else { return recordFirst(microseconds, in: number) }
    octave[Int(truncatingIfNeeded: microseconds &>> UInt64(truncatingIfNeeded: number))] &+= 1
  }

  /// Records into an octave into which nothing has been recorded yet.
  @usableFromInline @inline(never)
  mutating func recordFirst(_ microseconds: UInt64, in octave: Int) {
    makeOctave(octave)[Int(microseconds >> UInt64(octave))] += 1
  }

  @inlinable @inline(__always)
  func octave(of microseconds: UInt64) -> Int {
    // With a bit that is known to be set the processor's own instruction is enough.
    63 &- (microseconds | single | 1).leadingZeroBitCount &- topBit
  }

  private func makeOctave(_ number: Int) -> Octave {
    let octave = Octave.allocate(capacity: Int(single) + 1)
    let used = places(of: number)
    (octave + used.lowerBound).initialize(repeating: 0, count: used.count)
    octaves[number] = octave
    return octave
  }

  /// Returns the places where the classes of an octave are counted.
  private func places(of octave: Int) -> Range<Int> {
    let count = Int(single) + 1
    return (octave == 0 ? 0 : count / 2)..<count
  }

  /// Adds what another one of as many digits has counted.
  public mutating func add(_ other: borrowing DurationTally) {
    precondition(digits == other.digits, "tallies of different classes")
    for number in 0..<Self.octaveCount {
      guard let added = other.octaves[number] else { continue }
      let octave = octaves[number] ?? makeOctave(number)
      for place in places(of: number) { octave[place] += added[place] }
    }
    longest = max(longest, other.longest)
    shortestLessOne = min(shortestLessOne, other.shortestLessOne)
  }

  /// True if nothing was recorded.
  var isEmpty: Bool { (0..<Self.octaveCount).allSatisfy { octaves[$0] == nil } }

  /// The longest duration in whole microseconds.
  var maximum: UInt64 { UInt64(longest / 1_000) }

  /// Calls `body` with each class that occurred, ascending: its lowest value in microseconds, or the
  /// shortest that was recorded where that is higher, and how often it occurred.
  func forEachClass(_ body: (_ value: UInt64, _ count: UInt64) -> Void) {
    let shortest = shortestLessOne &+ 1
    for number in 0..<Self.octaveCount {
      guard let octave = octaves[number] else { continue }
      for place in places(of: number) where octave[place] > 0 {
        let lowest = UInt64(place) << UInt64(number)
        body(lowest == 0 ? 0 : max(lowest, shortest), octave[place])
      }
    }
  }
}

extension DurationTally {
  /// The durations recorded so far, to be read.
  ///
  /// - Complexity: O(classes), some hundred kilobytes of them: to be taken once.
  public var recorder: DurationRecorder { DurationRecorder(self) }
}
