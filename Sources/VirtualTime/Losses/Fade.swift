import Primitives

/// Losses that come in bursts, as a scenario describes them: a path is good or bad in turn, and loses packets
/// with another probability in each.
///
/// The stays in both states are exponential (Gilbert 1960, Elliott 1963, in continuous time), and the path has
/// been in equilibrium for ever.
public struct Fade: Hashable, Sendable {
  /// Mean stay in the good state, > 0.
  public var good: Interval
  /// Mean stay in the bad state, > 0.
  public var bad: Interval
  /// Probability in [0, 1] that a packet is lost in the good state; at most `lossBad`.
  public var lossGood: Double
  /// The same in the bad state.
  public var lossBad: Double

  public init(good: Interval, bad: Interval, lossGood: Double = 0, lossBad: Double = 1) {
    self.good = good
    self.bad = bad
    self.lossGood = lossGood
    self.lossBad = lossBad
  }

  /// The share of the time in which the path is bad.
  public var shareBad: Double { bad.seconds / (good.seconds + bad.seconds) }

  /// The share of packets that is lost, over a long time.
  public var meanLoss: Double { lossGood + (lossBad - lossGood) * shareBad }

  /// Seconds in which the memory of a state decays to 1/e.
  var memory: Double { good.seconds * bad.seconds / (good.seconds + bad.seconds) }
}

/// How packets are lost in one direction.
public enum LossLaw: Hashable, Sendable {
  /// Each with this probability in [0, 1], whatever becomes of the others.
  case share(Double)
  /// In bursts.
  case fade(Fade)

  /// The share of packets that is lost, over a long time.
  public var mean: Double {
    switch self {
    case .share(let share): share
    case .fade(let fade): fade.meanLoss
    }
  }

  /// The burst's law; nil where packets are lost one by one.
  public var fade: Fade? {
    if case .fade(let fade) = self { fade } else { nil }
  }
}
