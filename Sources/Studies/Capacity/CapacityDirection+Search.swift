import Documents

extension CapacityDirection {
  /// The value that a search tries first: the end of the range that should keep the promises.
  func firstValue(of range: SearchRange) -> Double { self == .least ? range.high : range.low }

  /// The values between which the answer lies by what is known; nil if no value is known on that
  /// side. Results that are not monotone, such as the far end of the range, are left out.
  func bracket(_ known: [(value: Double, isKept: Bool)]) -> (above: Double?, below: Double?) {
    let kept = known.filter(\.isKept).map(\.value)
    let broken = known.filter { !$0.isKept }.map(\.value)
    switch self {
    case .least:
      let below = kept.min()
      return (broken.filter { $0 < below ?? .infinity }.max(), below)
    case .most:
      let above = kept.max()
      return (above, broken.filter { $0 > above ?? 0 }.min())
    }
  }
}
