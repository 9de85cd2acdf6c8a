import Primitives
import Words

extension Field {
  /// A duration in a range, both ends included.
  func duration(
    _ range: ClosedRange<Interval> = .zero...longestDuration, message: String? = nil
  ) -> Interval? {
    guard let found = quantity("a duration such as 20ms", parseDuration) else { return nil }
    if range.contains(found) { return found }
    let ends = "\(durationText(range.lowerBound)) to \(durationText(range.upperBound))"
    let allowed = range.upperBound == longestDuration ? "0s to 36500d" : ends
    problem(message ?? "\(node.found) is out of range: \(allowed)")
    return nil
  }

  /// A duration > 0.
  func positiveDuration(_ message: String? = nil) -> Interval? {
    duration(
      .nanoseconds(1)...longestDuration,
      message: message ?? "\(node.found) is out of range: more than 0s, at most 36500d")
  }

  func count(_ range: ClosedRange<Int>) -> Int? {
    guard let found = quantity("a whole number", parseCount) else { return nil }
    if range.contains(found) { return found }
    problem("\(node.found) is out of range: \(range.lowerBound) to \(range.upperBound)")
    return nil
  }

  /// A count, or `unlimited`: then nil inside.
  func countOrUnlimited(_ range: ClosedRange<Int>) -> Int?? {
    if case .scalar("unlimited", _) = node.value { return .some(nil) }
    return count(range).map { .some($0) }
  }

  /// A rate > 0, at most 1e9 a second.
  func rate() -> Double? {
    guard let found = quantity("a rate such as 500/s", parseRate) else { return nil }
    if found > 0, found <= 1e9 { return found }
    problem("\(node.found) is out of range: more than 0/s, at most 1000000000/s")
    return nil
  }

  func share() -> Double? { quantity("a share such as 45%", parseShare) }

  /// A share > 0.
  func positiveShare() -> Double? {
    guard let found = share() else { return nil }
    if found > 0 { return found }
    problem("\(node.found) is out of range: more than 0%, at most 100%")
    return nil
  }

  /// A probability in [0, 1): something must get through.
  func lossRate() -> Double? {
    guard let found = share() else { return nil }
    if found < 1 { return found }
    problem("\(node.found) is out of range: 0% to less than 100%")
    return nil
  }

  func number(_ range: ClosedRange<Double>) -> Double? {
    guard let found = quantity("a number", parseNumber) else { return nil }
    if range.contains(found) { return found }
    let ends = "\(numberText(range.lowerBound)) to \(numberText(range.upperBound))"
    problem("\(node.found) is out of range: \(ends)")
    return nil
  }

  /// A factor > 0, at most 1,000.
  func factor() -> Double? {
    guard let found = quantity("a number", parseNumber) else { return nil }
    if found > 0, found <= 1_000 { return found }
    problem("\(node.found) is out of range: more than 0, at most 1000")
    return nil
  }
}
