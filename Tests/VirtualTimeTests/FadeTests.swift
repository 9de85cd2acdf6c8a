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
