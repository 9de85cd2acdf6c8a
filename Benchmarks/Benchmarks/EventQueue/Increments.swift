import Primitives
import VirtualTime

/// How far ahead events are scheduled. The mean is 1 s in all of them.
enum Increments: String, CaseIterable {
  case exponential, uniform
  /// Nearly constant: 1 s, 5 % either way.
  case jitter
  /// Nine in ten 0.1 s, the others 9.1 s, 10 % either way.
  case bimodal
  /// Lognormal, sigma 2: the median is 0.14 s, one in a hundred is above 14 s.
  case heavyTail = "heavy-tail"

  var draws: IncrementDraws {
    switch self {
    case .exponential: IncrementDraws(.exponential(mean: .seconds(1)))
    case .uniform: IncrementDraws(.uniform(low: .zero, high: .seconds(2)))
    case .jitter:
      IncrementDraws(.uniform(low: .milliseconds(950), high: .milliseconds(1050)))
    case .bimodal:
      IncrementDraws(
        .uniform(low: .milliseconds(90), high: .milliseconds(110)), seldom: 0.1,
        .uniform(low: .milliseconds(8190), high: .milliseconds(10_010)))
    case .heavyTail:
      IncrementDraws(.lognormal(median: .microseconds(135_335), sigma: 2))
    }
  }
}

/// Draws from one distribution, or seldom from another.
struct IncrementDraws {
  private let usual: Sampler
  private let other: Sampler
  private let share: Double

  init(_ usual: Distribution, seldom share: Double = 0, _ other: Distribution? = nil) {
    self.usual = Sampler(usual)
    self.other = Sampler(other ?? usual)
    self.share = share
  }

  func draw(_ bits: UInt64) -> Interval {
    if share > 0 && unitFraction(mixed(bits)) < share { return other.sample(bits) }
    return usual.sample(bits)
  }
}
