import Primitives

/// How a duration is spread: the description, as it stands in a scenario file.
///
/// `Sampler` is its compiled form. All parameters are non-negative.
public enum Distribution: Hashable, Sendable {
  /// Always this long.
  case constant(Interval)
  /// Uniform on [low, high).
  case uniform(low: Interval, high: Interval)
  /// Exponential with this mean.
  case exponential(mean: Interval)
  /// exp(Normal(ln median, sigma)).
  case lognormal(median: Interval, sigma: Double)
  /// |Normal(mean, deviation)|.
  case foldedNormal(mean: Interval, deviation: Interval)

  /// True if every draw is 0.
  public var isZero: Bool { self == .constant(.zero) }
}
