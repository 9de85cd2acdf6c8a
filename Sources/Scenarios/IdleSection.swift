import NetworkModel
import Primitives
import VirtualTime
import Words

// How a scenario file spells the box that forgets quiet connections.

extension Field {
  /// True of the word `none`.
  var isNone: Bool { isWord("none") }

  func idleBox(over base: IdleBox?) -> IdleBox? {
    guard let reader = mapping("none, or a mapping such as {after: 60s}") else { return nil }
    defer { reader.finish() }
    let how = reader.value(IdleKeys.how, default: base?.how ?? .silent)
    let after =
      base.map { reader.value(IdleKeys.after, default: $0.after) }
      ?? reader.required(IdleKeys.after, "the time after which it forgets, such as 60s")
    return after.map { IdleBox(after: $0, how: how) }
  }

  /// A duration or distribution whose mean lies in a range.
  func quietTime(within range: ClosedRange<Interval>) -> Distribution? {
    guard isMapping else { return duration(range).map { .constant($0) } }
    guard let drawn = distribution() else { return nil }
    let mean = Interval(saturatingSeconds: Sampler(drawn).meanSeconds)
    if range.contains(mean) { return drawn }
    problem(
      "a mean of \(durationText(mean)) is out of range: "
        + "\(durationText(range.lowerBound)) to \(durationText(range.upperBound))")
    return nil
  }
}

extension IdleBox {
  /// Its keys and their values, as a scenario file would say them.
  var parameters: [(key: String, value: String)] {
    [("after", after.text), ("how", how.rawValue)]
  }
}
