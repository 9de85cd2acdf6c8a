import Primitives

/// A `Fade` compiled for asking: whether an owner's path is bad in a millisecond.
///
/// The state is a pure function of the seed, the owner, the chain and the millisecond. It does not matter who
/// asks, when, or in which order; nothing is stored and nothing is scheduled.
///
/// At the moments of a Poisson stream of rate 1/good + 1/bad the state is drawn anew, bad with the share of time in
/// which the path is bad. Between them it stays. So a good state turns bad at the rate 1/good and a bad one turns
/// good at the rate 1/bad: the two-state chain (uniformization). Time is cut into cells that are as long as the
/// mean pause between two such moments. The moments of a cell follow from its number, and a look goes back from cell
/// to cell until it finds one.
public struct FadeChain: Sendable {
  private let lossGood: Double
  private let lossBad: Double
  /// Nanoseconds of a cell.
  private let cell: Int64
  /// A state is bad where the 53 bits of its draw are below this.
  private let bad: UInt64
  /// The number of the chain among those of an owner.
  private let number: UInt32

  /// - Parameter number: of the chain among those of an owner. Chains of different numbers are independent.
  public init(_ fade: Fade, number: UInt32) {
    self.number = number
    lossGood = fade.lossGood
    lossBad = fade.lossBad
    cell = max(1, Int64((fade.memory * 1e9).rounded()))
    bad = UInt64((fade.shareBad * 0x1p53).rounded(.up))
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
    let moment = Self.wholeMilliseconds(instant)
    var number = moment / cell - (moment % cell < 0 ? 1 : 0)
    var offset = UInt64(moment - number * cell)
    for _ in 0..<Self.mostCells {
      let bits = draws.bits(at: UInt32(truncatingIfNeeded: number))
      if let draw = latestDraw(bits, upTo: offset) { return draw >> 11 < bad }
      number -= 1
      offset = .max
    }
    return draws.bits(at: UInt32(truncatingIfNeeded: number)) >> 11 < bad
  }

  /// As many cells without a moment of the stream come once in 10^27 looks: before them the state is drawn anew.
  private static var mostCells: Int { 64 }

  /// Nanoseconds, rounded down to the millisecond, also before the begin of the run.
  private static func wholeMilliseconds(_ instant: Instant) -> Int64 {
    let rest = instant.nanoseconds % 1_000_000
    return instant.nanoseconds - rest - (rest < 0 ? 1_000_000 : 0)
  }

  /// The draw of the state at the latest moment of the stream in a cell that is not later than `offset`; nil where there
  /// is none.
  @inline(__always)
  private func latestDraw(_ bits: UInt64, upTo offset: UInt64) -> UInt64? {
    var latest: UInt64 = 0
    var found: UInt64?
    var key = bits
    for _ in 0..<Self.count(bits) {
      key &+= 0x9e37_79b9_7f4a_7c15
      let draw = mixed(key)
      let place = draw.multipliedFullWidth(by: UInt64(cell)).high
      if place <= offset && place >= latest {
        latest = place
        found = draw
      }
    }
    // Its place and its state are independent.
    return found.map { mixed($0 ^ 0xd1b5_4a32_d192_ed03) }
  }

  /// The number of moments in a cell: Poisson, of mean 1.
  @inline(__always)
  private static func count(_ bits: UInt64) -> Int {
    if bits < 0x5e2d_58d8_b3bc_df1a { return 0 }
    if bits < 0xbc5a_b1b1_6779_be35 { return 1 }
    if bits < 0xeb71_5e1d_c158_2dc2 { return 2 }
    return 3 + rare.count { bits >= $0 }
  }

  /// 2^64 times the probability that a cell has at most 3, 4, ... moments. The three before them stand in `count`.
  private static let rare: [UInt64] = [
    0xfb23_9797_34a2_52f1, 0xff10_25f5_9174_dc3d, 0xffd9_0f3b_a405_5e19, 0xfffa_8b71_fc72_c913,
    0xffff_540c_0914_b3c9, 0xffff_ed1f_4aa8_f120, 0xffff_fe21_6e64_1462, 0xffff_ffd4_d85d_3183,
    0xffff_fffc_6da2_62b4, 0xffff_ffff_ba12_d178,
  ]
}
