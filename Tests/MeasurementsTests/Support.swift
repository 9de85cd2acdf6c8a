import Primitives

@testable import Measurements

/// Numbers that look random and are the same in every run of a test.
struct Numbers {
  private var state: UInt64
  init(seed: UInt64) { state = mixed(seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return mixed(state)
  }

  mutating func next(below bound: UInt64) -> UInt64 { next() % bound }

  /// Each number of digits in base two is as likely as any other.
  mutating func nextLogUniform(below bound: UInt64) -> UInt64 {
    let bits = UInt64(64 - (bound - 1).leadingZeroBitCount)
    let top = (1 as UInt64) << next(below: bits + 1)
    return min(bound - 1, next(below: top))
  }
}

extension DurationTally {
  /// - Parameter digits: 2 or 3.
  init(_ digits: Int) { self.init(digits: digits == 2 ? .two : .three) }

  init(_ digits: Int, _ durations: some Sequence<Interval>) {
    self.init(digits)
    for duration in durations { record(duration) }
  }
}

extension DurationRecorder {
  /// - Parameter digits: 2 or 3.
  init(_ digits: Int, _ durations: some Sequence<Interval>) {
    self.init(digits: digits == 2 ? .two : .three)
    for duration in durations { record(duration) }
  }
}
