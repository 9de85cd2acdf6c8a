import Primitives

/// A `Fade` compiled for asking: whether an owner's path is bad in a millisecond.
///
/// The state is a pure function of the seed, the owner, the chain and the millisecond. It does not matter who
/// asks, when, or in which order; nothing is stored and nothing is scheduled.
///
/// At the moments of a Poisson stream of rate 1/good + 1/bad the state is drawn anew, bad with the share of time in
/// which the path is bad. Between them it stays. So a good state turns bad at the rate 1/good and a bad one turns
/// good at the rate 1/bad: the two-state chain (uniformization).
///
/// Time is cut into cells that are as long as the mean pause between two such moments. The stream is memoryless: the
/// moments of a cell follow from its number, and are drawn from its end back. The pause before each of them is
/// exponential, -ln u of a uniform u, in cells. So the product of the u's of the last k moments is e^-z, z how far
/// before the end of its cell the k-th of them is: moments and places are compared as such products.
public struct FadeChain: BitwiseCopyable, Sendable {
  private let lossGood: Double
  private let lossBad: Double
  /// Nanoseconds of a cell, and what share of a cell a nanosecond is.
  private let cell: UInt64
  private let perCell: Double
  /// A state is bad where a draw from 0 to 2^32 is below this, which is a whole number and a rest.
  private let bad: (whole: Double, rest: Double)
  /// The number of the chain among those of an owner.
  private let number: UInt32

  /// - Parameter number: of the chain among those of an owner. Chains of different numbers are independent.
  public init(_ fade: Fade, number: UInt32) {
    self.number = number
    lossGood = fade.lossGood
    lossBad = fade.lossBad
    cell = max(1, UInt64((fade.memory * 1e9).rounded()))
    perCell = 1 / Double(cell)
    let share = fade.shareBad * 0x1p32
    bad = (share.rounded(.down), share - share.rounded(.down))
  }

  /// Returns the probability with which a packet of `owner` is lost that is at the client's radio at a moment.
  public func loss(of owner: UInt32, at instant: Instant, _ random: RandomSource) -> Double {
    isBad(owner, at: instant, random) ? lossBad : lossGood
  }

  /// The probability in the bad state.
  public var worst: Double { lossBad }

  /// Returns true if the path of `owner` is bad at a moment.
  public func isBad(_ owner: UInt32, at instant: Instant, _ random: RandomSource) -> Bool {
    let draws = random.stream(owner: owner, .fade, attempt: number)
    // Positive, also before the begin of the run, and so rounded down to the millisecond.
    let moment = UInt64(bitPattern: instant.nanoseconds &+ Self.epoch) / 1_000_000 &* 1_000_000
    var number = moment / cell
    var latest = Self.product(upTo: Double(moment &- number &* cell) * perCell)
    for _ in 0..<Self.mostCells {
      var bits = draws.bits(at: UInt32(truncatingIfNeeded: number))
      var product = Self.uniform(bits)
      while product >= Self.wholeCell {
        if product <= latest { return isBad(bits) }
        bits = mixed(bits &+ 0x9e37_79b9_7f4a_7c15)
        product *= Self.uniform(bits)
      }
      number &-= 1
      latest = 1
    }
    return isBad(draws.bits(at: UInt32(truncatingIfNeeded: number)))
  }

  /// Nanoseconds from where cells are counted to the begin of a run: whole milliseconds.
  private static let epoch: Int64 = 4_000_000_000_000_000_000

  /// As many cells without a moment of the stream come once in 10^27 looks: before them the state is drawn anew.
  private static let mostCells = 64

  /// The product that belongs to the begin of a cell: 1/e.
  private static let wholeCell = 0x1.78b56362cef38p-2

  /// The product that belongs to a place in [0, 1] of a cell: e^(place - 1), to 10^-11.
  ///
  /// By its series around the middle, of the fourth root. The same on every machine, and monotonic to the
  /// width of a millisecond.
  @inline(__always)
  private static func product(upTo place: Double) -> Double {
    let x = place * 0.25 - 0.125
    var sum = 1 + x * (1.0 / 7)
    sum = 1 + x * (1.0 / 6) * sum
    sum = 1 + x * (1.0 / 5) * sum
    sum = 1 + x * (1.0 / 4) * sum
    sum = 1 + x * (1.0 / 3) * sum
    sum = 1 + x * (1.0 / 2) * sum
    sum = 1 + x * sum
    let square = sum * sum
    return square * square * middle
  }

  /// e^-1/2.
  private static let middle = 0x1.368b2fc6f960ap-1

  /// In (0, 1), from the upper half of a draw: when something is.
  @inline(__always)
  private static func uniform(_ bits: UInt64) -> Double {
    (Double(Int64(bits >> 32)) + 0.5) * 0x1p-32
  }

  /// The state that begins at a moment, from the lower half of its draw.
  @inline(__always)
  private func isBad(_ bits: UInt64) -> Bool {
    let draw = Double(Int64(bits & 0xffff_ffff))
    if draw != bad.whole { return draw < bad.whole }
    return unitFraction(mixed(bits ^ 0xd1b5_4a32_d192_ed03)) < bad.rest
  }
}
