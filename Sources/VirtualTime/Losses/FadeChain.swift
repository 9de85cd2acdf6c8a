import Primitives

/// A `Fade` compiled for asking: whether an owner's path is bad in a millisecond.
///
/// The state is a pure function of the seed, the owner, the chain and the millisecond. It does not matter who
/// asks, when, or in which order; nothing is stored and nothing is scheduled. Time is cut into epochs that are so
/// long that the states at their borders are independent (to 2^-64). Between two borders the state in the middle
/// is drawn given both, then that in the middle of the half in which the millisecond lies, and so on.
///
/// On the grid of milliseconds the states have exactly the law of the continuous chain.
public struct FadeChain: Sendable {
  private let lossGood: Double
  private let lossBad: Double
  /// The milliseconds of an epoch are two to this power.
  private let halvings: Int
  /// A state at the border of an epoch is bad where the 53 bits of its draw are below this.
  private let border: UInt64
  /// The same of the middle of a stretch: by stretch, the longest first, and by the states at its two ends, four
  /// each.
  private let middle: [UInt64]
  /// The number of the chain among those of an owner.
  private let number: UInt32

  /// - Parameter number: of the chain among those of an owner. Chains of different numbers are independent.
  public init(_ fade: Fade, number: UInt32) {
    self.number = number
    lossGood = fade.lossGood
    lossBad = fade.lossBad
    let law = FadeLaw(shareBad: fade.shareBad, memory: fade.memory * 1_000)
    var halvings = 0
    while Double(1 << halvings) < 45 * law.memory { halvings += 1 }
    self.halvings = halvings
    border = Self.threshold(fade.shareBad)
    middle = (0..<halvings).flatMap { halving in
      let half = Double(1 << (halvings - 1 - halving))
      return [false, true].flatMap { before in
        [false, true].map { after in
          Self.threshold(law.isBadHalfway(from: before, to: after, half: half))
        }
      }
    }
  }

  /// The bits of a draw are below it just where the draw, in [0, 1), is below the probability.
  private static func threshold(_ probability: Double) -> UInt64 {
    UInt64((probability * 0x1p53).rounded(.up))
  }

  /// Returns the probability with which a packet of `owner` is lost that is at the client's radio at a moment.
  public func loss(of owner: UInt32, at instant: Instant, _ random: RandomSource) -> Double {
    isBad(owner, at: instant, random) ? lossBad : lossGood
  }

  /// The probability in the bad state.
  public var worst: Double { lossBad }

  /// As `loss(of:at:_:)`, near a moment that was asked for before.
  /// - Parameter place: of one owner; it is brought up to this moment.
  public func loss(
    of owner: UInt32, at instant: Instant, near place: inout FadePlace, _ random: RandomSource
  ) -> Double {
    let draws = random.stream(owner: owner, .fade, attempt: number)
    return isBad(Self.millisecond(instant), near: &place, draws) ? lossBad : lossGood
  }

  /// Returns true if the path of `owner` is bad at a moment.
  public func isBad(_ owner: UInt32, at instant: Instant, _ random: RandomSource) -> Bool {
    let draws = random.stream(owner: owner, .fade, attempt: number)
    var place = FadePlace()
    return isBad(Self.millisecond(instant), near: &place, draws)
  }

  /// Rounded down, also before the begin of the run.
  private static func millisecond(_ instant: Instant) -> Int64 {
    let nanoseconds = instant.nanoseconds
    return nanoseconds / 1_000_000 - (nanoseconds % 1_000_000 < 0 ? 1 : 0)
  }

  private func isBad(
    _ millisecond: Int64, near place: inout FadePlace, _ draws: RandomStream
  ) -> Bool {
    // An epoch may be shorter.
    let known = min(FadePlace.width, 1 << Int64(halvings))
    if millisecond < place.begin || millisecond - place.begin >= known {
      let begin = millisecond & ~(1 << Int64(halvings) - 1)
      place = FadePlace(
        begin: begin, isBadBefore: draws.bits53(begin) < border,
        isBadAfter: draws.bits53(begin + (1 << Int64(halvings))) < border, halving: 0)
    }
    var stretch = place
    if millisecond == stretch.begin { return stretch.isBadBefore }
    while stretch.halving < halvings {
      let width = Int64(1) << Int64(halvings - 1 - stretch.halving)
      let half = stretch.begin + width
      let row = 4 * stretch.halving + (stretch.isBadBefore ? 2 : 0) + (stretch.isBadAfter ? 1 : 0)
      let isBad = draws.bits53(half) < middle[row]
      if half == millisecond { return isBad }
      if half < millisecond {
        stretch.begin = half
        stretch.isBadBefore = isBad
      } else {
        stretch.isBadAfter = isBad
      }
      stretch.halving += 1
      if width == FadePlace.width { place = stretch }
    }
    preconditionFailure("halving an epoch reaches each of its milliseconds")
  }
}

/// A stretch of time with the states at its ends: asking for a moment within it begins there.
public struct FadePlace: BitwiseCopyable, Sendable {
  fileprivate var begin: Int64
  fileprivate var isBadBefore: Bool
  fileprivate var isBadAfter: Bool
  /// How often the epoch has been halved.
  fileprivate var halving: Int

  /// Its milliseconds: about a round trip and its retransmissions.
  fileprivate static let width: Int64 = 512

  /// Nowhere.
  public init() { self.init(begin: .max, isBadBefore: false, isBadAfter: false, halving: 0) }

  fileprivate init(begin: Int64, isBadBefore: Bool, isBadAfter: Bool, halving: Int) {
    self.begin = begin
    self.isBadBefore = isBadBefore
    self.isBadAfter = isBadAfter
    self.halving = halving
  }
}

extension RandomStream {
  /// The 53 bits of which a fraction in [0, 1) is made.
  @inline(__always)
  fileprivate func bits53(_ millisecond: Int64) -> UInt64 {
    bits(at: UInt32(truncatingIfNeeded: millisecond)) >> 11
  }
}

/// The transition law of a fade. Times in one unit.
struct FadeLaw {
  let shareBad: Double
  /// The time in which the memory of a state decays to 1/e.
  let memory: Double

  /// The probability of state `to` a time after state `from`.
  func probability(from: Bool, to: Bool, after time: Double) -> Double {
    let forgotten = -portableExpm1(-time / memory)
    let kept = portableExp(-time / memory)
    // The share of the state that is asked for.
    let share = to ? shareBad : 1 - shareBad
    return from == to ? share + (1 - share) * kept : share * forgotten
  }

  /// The probability of bad in the middle of a stretch of twice `half`, given the states at its ends.
  func isBadHalfway(from before: Bool, to after: Bool, half: Double) -> Double {
    let bad =
      probability(from: before, to: true, after: half)
      * probability(from: true, to: after, after: half)
    let all = probability(from: before, to: after, after: 2 * half)
    return bad / all
  }
}
