import NetworkModel
import Primitives
import Testing
import VirtualTime

/// A path on which no fault is in force.
private struct QuietTimeline: PathTimeline {
  func conditions(at instant: Instant) -> PathConditions { PathConditions() }
  func spreadAdd(at instant: Instant, bits: UInt64) -> Interval { .zero }
  func spreadMedian(at instant: Instant) -> Interval { .zero }
  func swallows(at instant: Instant) -> Bool { false }
}

@Suite("The law of losses that come in bursts")
struct FadeStatisticalTests {
  private let random = RandomSource(seed: 39)

  private static let tenToOne = Fade(good: .seconds(10), bad: .milliseconds(300))
  private static let tunnel = Fade(good: .seconds(2), bad: .milliseconds(500))
  private static let slow = Fade(good: .seconds(60), bad: .seconds(5))

  /// P(bad at t, bad at t + d) is pi (pi + (1 - pi) exp(-d/tau)) with pi = B/(G + B), tau = G B/(G + B).
  @Test(arguments: [
    (tenToOne, [0.02817, 0.02091, 0.00176, 0.00085]),
    (tunnel, [0.19605, 0.16461, 0.05313, 0.04000]),
    (slow, [0.07677, 0.07540, 0.06309, 0.01405]),
  ])
  func transitionLaw(_ fade: Fade, _ expected: [Double]) {
    let chain = FadeChain(fade, number: 0)
    let owners = 200_000
    let begin = Instant.start + .milliseconds(77_777)
    for (lag, share) in zip([10, 100, 1_000, 10_000], expected) {
      let both = (0..<owners).count { owner in
        chain.isBad(UInt32(owner), at: begin, random)
          && chain.isBad(UInt32(owner), at: begin + .milliseconds(Int64(lag)), random)
      }
      let error = (share * (1 - share) / Double(owners)).squareRoot()
      #expect(abs(Double(both) / Double(owners) - share) < 3 * error, "\(fade) at \(lag) ms")
    }
  }

  /// On a grid of 1 ms a stay that has begun has a geometric law: the same chance to go on at each step.
  /// Kolmogorov and Smirnov's test is conservative for it.
  @Test(arguments: [true, false])
  func staysAreExponential(inBad: Bool) {
    let fade = Fade(good: .milliseconds(100), bad: .milliseconds(40))
    let chain = FadeChain(fade, number: 3)
    let memory = 40.0 * 100 / 140
    let share = inBad ? fade.shareBad : 1 - fade.shareBad
    let goesOn = share + (1 - share) * portableExp(-1 / memory)
    var stays: [Int] = []
    for owner in 0..<UInt32(40) {
      var since: Int64?
      var was = chain.isBad(owner, at: .start, random)
      for millisecond in 1..<Int64(60_000) {
        let isBad = chain.isBad(owner, at: .start + .milliseconds(millisecond), random)
        if isBad == was { continue }
        if was == inBad, let begin = since { stays.append(Int(millisecond - begin)) }
        since = millisecond
        was = isBad
      }
    }
    #expect(stays.count > 10_000)
    stays = Array(stays.prefix(10_000))
    let worst = (1...1_000).map { length in
      let observed = Double(stays.count { $0 <= length }) / 10_000
      return abs(observed - (1 - portablePow(goesOn, Double(length))))
    }.max()
    // p > 0.001
    #expect(worst ?? 1 < 1.95 / 100)
  }

  // MARK: First packets

  /// Mean time that those need who connect, and the share of those that do not; no latency, 5 % of the time bad,
  /// everything lost in it. The closed form follows the chain from one first packet to the next.
  private static let bursts: [(Interval, OperatingSystem, extra: Double, failed: Double)] = [
    (.milliseconds(10), .linux65, 0.0526, 4.9e-15), (.milliseconds(10), .linux, 0.0556, 7.8e-10),
    (.milliseconds(100), .linux65, 0.0526, 0), (.milliseconds(100), .linux, 0.0556, 0),
    (.seconds(1), .linux65, 0.0813, 5.4e-10), (.seconds(1), .linux, 0.1026, 2.5e-8),
    (.seconds(5), .linux65, 0.3311, 5.5e-6), (.seconds(5), .linux, 0.3965, 1.2e-5),
    (.seconds(20), .linux65, 1.1411, 2.0e-3), (.seconds(20), .linux, 1.1764, 2.5e-3),
  ]

  @Test(arguments: bursts.indices) func connectTimeThroughAFade(row: Int) {
    let (bad, system, extra, failed) = Self.bursts[row]
    let fade = Fade(good: .nanoseconds(bad.nanoseconds * 19), bad: bad)
    expectConnects(fade, system, extra: extra, failed: failed)
  }

  @Test func connectTimeThroughAFadeThatLosesPartly() {
    let fade = Fade(good: .seconds(2), bad: .milliseconds(500), lossGood: 0.01, lossBad: 0.7)
    expectConnects(fade, .linux, first: 0.8021, extra: 0.3609, failed: 1.5e-5)
  }

  private func expectConnects(
    _ fade: Fade, _ system: OperatingSystem, first: Double? = nil, extra: Double, failed: Double
  ) {
    let description = NetworkDescription(
      profile: "test", latency: .constant(.zero), setup: .usual, loss: .both(.fade(fade)))
    let path = Path(description, system: system)
    let clients = 400_000
    var extras: [Double] = []
    for client in 0..<UInt32(clients) {
      let begun = Instant.start + .milliseconds(1_000 + Int64(client % 977))
      if let time = connects(path, client, begun: begun) { extras.append(time.seconds) }
    }
    let failures = Double(clients - extras.count)
    let expectedFailures = failed * Double(clients)
    #expect(abs(failures - expectedFailures) <= 3 * max(expectedFailures, 1).squareRoot())
    let mean = extras.reduce(0, +) / Double(extras.count)
    let variance =
      extras.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(extras.count - 1)
    let error = (variance / Double(extras.count)).squareRoot()
    // The tables have four digits.
    #expect(abs(mean - extra) <= 3 * error + 5e-5, "\(mean) +- \(error)")
    guard let first else { return }
    let share = Double(extras.count { $0 == 0 }) / Double(clients)
    #expect(abs(share - first) <= 3 * (first * (1 - first) / Double(clients)).squareRoot())
  }

  /// When the first packet gets through that does, counted from the attempt's begin; nil where none does.
  private func connects(
    _ path: borrowing Path, _ client: UInt32, begun: Instant
  ) -> Interval? {
    for (syn, after) in path.synTimes.enumerated() {
      let key = PacketKey(client: client, attempt: 1, syn: syn)
      let fate = path.fate(ofSyn: syn, key, sentAt: begun + after, on: QuietTimeline(), random)
      if fate == .arrives(after: .zero, isAnswered: true) { return after }
    }
    return nil
  }
}
