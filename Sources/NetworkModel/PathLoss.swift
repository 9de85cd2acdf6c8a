import Primitives
import VirtualTime

/// The losses of a path, by direction.
public enum PathLoss: Hashable, Sendable {
  /// The same both ways. A fade is one for both: what goes out and what comes back meet the same weather.
  case both(LossLaw)
  /// Each way has its own. Two fades are independent.
  case apart(out: LossLaw, back: LossLaw)

  /// Two equal shares are the loss of both ways.
  public init(out: LossLaw, back: LossLaw) {
    if out == back, out.fade == nil {
      self = .both(out)
    } else {
      self = .apart(out: out, back: back)
    }
  }

  /// Each packet is lost with this probability in [0, 1), independently of all others.
  public static func share(_ share: Double) -> PathLoss { .both(.share(share)) }

  public var out: LossLaw {
    switch self {
    case .both(let law), .apart(let law, _): law
    }
  }

  public var back: LossLaw {
    switch self {
    case .both(let law), .apart(_, let law): law
    }
  }

  /// The probability, where every packet has the same; nil otherwise.
  public var steadyShare: Double? {
    if case .both(.share(let share)) = self { share } else { nil }
  }
}

/// `PathLoss`, compiled for asking.
struct PathWeather: BitwiseCopyable, Sendable {
  private enum Law: BitwiseCopyable, Sendable {
    case share(Double)
    case chain(FadeChain)

    init(_ law: LossLaw, chain: UInt32) {
      switch law {
      case .share(let share): self = .share(share)
      case .fade(let fade): self = .chain(FadeChain(fade, number: chain))
      }
    }
  }

  private let out: Law
  private let back: Law

  init(_ loss: PathLoss) {
    out = Law(loss.out, chain: 0)
    switch loss {
    case .both:
      back = out
    case .apart(_, let law):
      back = Law(law, chain: 1)
    }
  }

  /// The probability of losing a packet that is at the client's radio at a moment.
  func loss(
    _ direction: Direction, of client: UInt32, at instant: Instant,
    _ random: RandomSource
  ) -> Double {
    switch direction == .out ? out : back {
    case .share(let share): return share
    case .chain(let chain):
      return chain.loss(of: client, at: instant, random)
    }
  }

  /// Returns true if a fade is in its bad state.
  func isBad(
    _ direction: Direction, of client: UInt32, at instant: Instant, _ random: RandomSource
  ) -> Bool {
    switch direction == .out ? out : back {
    case .share: false
    case .chain(let chain): chain.isBad(client, at: instant, random)
    }
  }

  /// The highest probability of losing a packet at any moment.
  func worst(_ direction: Direction) -> Double {
    switch direction == .out ? out : back {
    case .share(let share): share
    case .chain(let chain): chain.worst
    }
  }
}
