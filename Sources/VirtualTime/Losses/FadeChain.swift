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
    var level = place.levels(sharedWith: millisecond, halvings)
    var states: UInt64
    if level < 0 {
      let begin = millisecond & ~(1 << Int64(halvings) - 1)
      let isBadBefore = draws.bits53(begin) < border
      let isBadAfter = draws.bits53(begin + (1 << Int64(halvings))) < border
      states = (isBadBefore ? 2 : 0) | (isBadAfter ? 1 : 0)
      level = 0
    } else {
      states = place.states(level)
    }
    defer { place = FadePlace(millisecond, level, states) }
    var pair = Int(states & 3)
    var begin = millisecond & ~(1 << Int64(halvings - level) - 1)
    if millisecond == begin { return pair & 2 != 0 }
    while level < halvings {
      let half = begin + 1 << Int64(halvings - 1 - level)
      let isBad = draws.bits53(half) < middle[4 * level + pair]
      if half == millisecond { return isBad }
      if half < millisecond {
        begin = half
        pair = (isBad ? 2 : 0) | pair & 1
      } else {
        pair = pair & 2 | (isBad ? 1 : 0)
      }
      level += 1
      states = states << 2 | UInt64(pair)
    }
    preconditionFailure("halving an epoch reaches each of its milliseconds")
  }
}

/// The way to a millisecond: the states at the ends of each stretch around it, from the epoch down. Asking for another
/// millisecond begins with the shortest stretch that has both.
public struct FadePlace: BitwiseCopyable, Sendable {
  private let millisecond: Int64
  /// The last halving whose states are known; -1 of nowhere.
  private let deepest: Int
  /// Two bits for each halving, the last one lowest: bad at the begin of its stretch, bad at its end. An epoch is
  /// halved 28 times at most.
  private let states: UInt64

  /// Nowhere.
  public init() { self.init(0, -1, 0) }

  fileprivate init(_ millisecond: Int64, _ deepest: Int, _ states: UInt64) {
    self.millisecond = millisecond
    self.deepest = deepest
    self.states = states
  }

  /// How often an epoch has been halved down to the shortest stretch known that has another millisecond, too; negative
  /// where that is in another epoch.
  fileprivate func levels(sharedWith other: Int64, _ halvings: Int) -> Int {
    let difference = UInt64(bitPattern: millisecond ^ other)
    return min(deepest, halvings - (64 - difference.leadingZeroBitCount))
  }

  /// The states down to a halving.
  fileprivate func states(_ level: Int) -> UInt64 { states >> UInt64(2 * (deepest - level)) }
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
