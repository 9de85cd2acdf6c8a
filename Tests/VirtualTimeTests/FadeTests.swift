import Foundation
import Primitives
import Testing

@testable import VirtualTime

/// Losses in bursts: the states are a function of the moment alone. Their law: `FadeStatisticalTests`.
@Suite struct FadeTests {
  private static let tenToOne = Fade(good: .seconds(10), bad: .milliseconds(300))
  private static let tunnel = Fade(good: .seconds(2), bad: .milliseconds(500))

  /// Whoever asks, and in whatever order: the states are the same.
  @Test func orderDoesNotMatter() async {
    let random = RandomSource(seed: 8)
    let chain = FadeChain(Self.tenToOne, number: 0)
    let times = (0..<4_000).map { Instant.start + .milliseconds(Int64($0) * 7 - 1_000) }
    let states = times.map { chain.isBad(17, at: $0, random) }
    let backwards = times.reversed().map { chain.isBad(17, at: $0, random) }
    #expect(states == backwards.reversed())
    async let first = times.map { chain.isBad(17, at: $0, random) }
    async let second = times.map { FadeChain(Self.tenToOne, number: 0).isBad(17, at: $0, random) }
    #expect(await first == states)
    #expect(await second == states)
    #expect(states.contains(true) && states.contains(false))
  }

  /// The states are those of a list of all moments at which they are drawn, made with logarithms.
  @Test(arguments: [tenToOne, tunnel, Fade(good: .milliseconds(20), bad: .milliseconds(30))])
  func listOfAllMoments(fade: Fade) {
    let random = RandomSource(seed: 5)
    let chain = FadeChain(fade, number: 2)
    for owner in 0..<UInt32(20) {
      var known = DrawnStates(fade, random.stream(owner: owner, .fade, attempt: 2))
      for millisecond in stride(from: Int64(-2_000), to: 20_000, by: 7) {
        let at = Instant.start + .milliseconds(millisecond)
        #expect(chain.isBad(owner, at: at, random) == known.isBad(at: at), "\(owner) at \(at)")
      }
    }
  }

  /// Within a millisecond nothing changes, and the millisecond is rounded down.
  @Test func aMillisecondIsOneMoment() {
    let random = RandomSource(seed: 8)
    let chain = FadeChain(Self.tunnel, number: 0)
    for millisecond in -3_000..<Int64(3_000) {
      let begin = Instant.start + .milliseconds(millisecond)
      let isBad = chain.isBad(2, at: begin, random)
      #expect(chain.isBad(2, at: begin + .nanoseconds(999_999), random) == isBad)
    }
  }

  /// Other owners, chains and seeds have other weather: as often alike as independent states are.
  @Test func ownersAndChainsAreApart() {
    let fade = Self.tunnel
    let chain = FadeChain(fade, number: 0)
    let other = FadeChain(fade, number: 1)
    let random = RandomSource(seed: 1)
    let again = RandomSource(seed: 2)
    var both = [0, 0, 0]
    let count = 20_000
    for owner in 0..<UInt32(count) {
      let at = Instant.start + .seconds(30)
      guard chain.isBad(owner, at: at, random) else { continue }
      if chain.isBad(owner + 1, at: at, random) { both[0] += 1 }
      if other.isBad(owner, at: at, random) { both[1] += 1 }
      if chain.isBad(owner, at: at, again) { both[2] += 1 }
    }
    let share = fade.shareBad * fade.shareBad
    let error = (share * (1 - share) / Double(count)).squareRoot()
    for number in both { #expect(abs(Double(number) / Double(count) - share) < 4 * error) }
  }

  /// A packet is lost with the probability of the state; equal ones are those of packets on their own.
  @Test func lossOfAState() {
    let random = RandomSource(seed: 3)
    var fade = Self.tunnel
    fade.lossBad = 0.7
    fade.lossGood = 0.01
    let chain = FadeChain(fade, number: 0)
    for second in 0..<1_000 {
      let at = Instant.start + .seconds(Int64(second))
      let expected = chain.isBad(4, at: at, random) ? 0.7 : 0.01
      #expect(chain.loss(of: 4, at: at, random) == expected)
    }
    #expect(abs(fade.meanLoss - (0.2 * 0.7 + 0.8 * 0.01)) < 1e-12)
  }
}

/// The obvious version of a chain: the moments of every cell, in nanoseconds from its begin, with their states.
private struct DrawnStates {
  private let fade: Fade
  private let draws: RandomStream
  private let cell: UInt64
  private var cells: [UInt64: [(place: Double, isBad: Bool)]] = [:]

  init(_ fade: Fade, _ draws: RandomStream) {
    self.fade = fade
    self.draws = draws
    let rate = 1 / fade.good.seconds + 1 / fade.bad.seconds
    cell = UInt64((1e9 / rate).rounded())
  }

  mutating func isBad(at instant: Instant) -> Bool {
    let moment = UInt64(instant.nanoseconds + 4_000_000_000_000_000_000)
    var number = moment / cell
    var offset = Double(moment % cell)
    while true {
      if let state = moments(of: number).last(where: { $0.place <= offset }) { return state.isBad }
      number -= 1
      offset = Double(cell)
    }
  }

  /// Drawn from the end of the cell back: exponential pauses, whose mean is a cell.
  private mutating func moments(of number: UInt64) -> [(place: Double, isBad: Bool)] {
    if let known = cells[number] { return known }
    var list: [(place: Double, isBad: Bool)] = []
    var bits = draws.bits(at: UInt32(truncatingIfNeeded: number))
    var place = Double(cell)
    while true {
      place += log((Double(bits >> 32) + 0.5) / 0x1p32) * Double(cell)
      if place < 0 { break }
      list.insert((place, Double(bits & 0xffff_ffff) / 0x1p32 < fade.shareBad), at: 0)
      bits = mixed(bits &+ 0x9e37_79b9_7f4a_7c15)
    }
    cells[number] = list
    return list
  }
}
