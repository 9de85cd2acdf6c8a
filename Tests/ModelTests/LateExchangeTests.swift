import Primitives
import Testing
import VirtualTime

@testable import NetworkModel

/// The first late exchange of a series is found without playing the exchanges; it must be the one that
/// playing them finds.
@Suite("The first late exchange of a series")
struct LateExchangeTests {
  private struct Case {
    var path: NetworkDescription
    var patience: Interval
    var every: Interval
  }

  static let patiences: [Interval] = [
    .zero, .milliseconds(100), .milliseconds(400), .milliseconds(500), .seconds(1),
    .milliseconds(1_200), .milliseconds(2_900), .seconds(6), .seconds(10), .milliseconds(12_500),
    .seconds(45), .minutes(20), .hours(1),
  ]

  static let latencies: [Latency] = [
    .constant(.zero), .constant(.milliseconds(50)), .constant(.milliseconds(200)),
    .constant(.seconds(5)), .constant(.seconds(20)), .uniform(low: .zero, high: .seconds(6)),
    .lognormal(median: .milliseconds(50), sigma: 0.5), .lognormal(median: .seconds(2), sigma: 1),
    // Late for the sake of the client's own distance.
    .lognormal(median: .milliseconds(50), sigma: 0.5, own: 0.5),
    .lognormal(median: .seconds(2), sigma: 1.2, own: 1),
    // Late by a rare latency alone, with or without loss.
    .lognormal(median: .milliseconds(30), sigma: 1.5), .exponential(mean: .milliseconds(300)),
    .foldedNormal(mean: .milliseconds(80), deviation: .milliseconds(40)),
  ]

  static let losses = [0, 0.001, 0.01, 0.1, 0.3, 0.6, 0.95, 0.999]

  private func playedOut(
    _ path: borrowing Path, _ series: Path.Series, patience: Interval, _ random: RandomSource
  ) -> Int? {
    var ordinal = 0
    var instant = series.begin
    while instant < series.end {
      let (client, attempt) = (series.client, series.attempt)
      let delay =
        path.isSteady
        ? path.exchangeDelay(
          at: instant, client: client, attempt: attempt, PathConditions(), random)
        : path.exchangeDelay(
          at: instant, client: client, attempt: attempt, random)
      if delay > patience { return ordinal }
      ordinal += 1
      instant = instant + series.every
    }
    return nil
  }

  static let weathers: [PathLoss] = [
    PathLoss(out: .share(0.3), back: .share(0)), PathLoss(out: .share(0), back: .share(0.9)),
    .both(.fade(Fade(good: .seconds(20), bad: .seconds(1)))),
    .both(.fade(Fade(good: .seconds(5), bad: .seconds(20), lossGood: 0.01, lossBad: 0.8))),
    .both(.fade(Fade(good: .milliseconds(10), bad: .milliseconds(10), lossBad: 0.9))),
    .both(.fade(Fade(good: .minutes(5), bad: .minutes(5), lossGood: 0.5, lossBad: 0.999))),
    PathLoss(
      out: .fade(Fade(good: .seconds(60), bad: .seconds(5))),
      back: .fade(Fade(good: .seconds(2), bad: .milliseconds(500), lossBad: 0.7))),
  ]

  /// The same where losses come in bursts, or differ by direction.
  @Test(arguments: latencies, weathers.indices) func isTheFirstInAWeather(
    latency: Latency, weather: Int
  ) {
    let path = NetworkDescription(
      profile: "own", latency: latency, setup: .none, loss: Self.weathers[weather])
    expectTheFirst(on: Path(path, system: .linux), end: .seconds(3_000))
  }

  @Test(arguments: latencies, losses) func isTheFirst(latency: Latency, loss: Double) {
    let path = NetworkDescription(profile: "own", latency: latency, setup: .none, loss: loss)
    expectTheFirst(on: Path(path, system: .linux), end: .seconds(9_000))
  }

  /// Holds the first late exchange of several clients against the one that playing them finds, with each patience.
  private func expectTheFirst(on path: borrowing Path, end: Instant) {
    for (index, patience) in Self.patiences.enumerated() {
      for client in 0..<4 as Range<UInt32> {
        let random = RandomSource(seed: UInt64(index))
        let series = Path.Series(
          client: client, attempt: client % 3, begin: .start + .milliseconds(Int64(client) * 777),
          every: client == 3 ? .milliseconds(300) : .seconds(30),
          end: client == 3 ? .seconds(40) : end)
        let found = path.firstLateExchange(of: series, patience: patience, random)
        let played = playedOut(path, series, patience: patience, random)
        #expect(found == played, "patience \(patience), client \(client)")
      }
    }
  }

  /// Answered exactly in time is in time.
  @Test func patienceIsInclusive() {
    let random = RandomSource(seed: 1)
    let path = Path(
      NetworkDescription(profile: "own", latency: .constant(.seconds(5)), setup: .none, loss: 0),
      system: .linux)
    let series = Path.Series(
      client: 0, attempt: 0, begin: .start, every: .seconds(30), end: .seconds(300))
    #expect(path.firstLateExchange(of: series, patience: .seconds(10), random) == nil)
    let less = Interval.seconds(10) - .nanoseconds(1)
    #expect(path.firstLateExchange(of: series, patience: less, random) == 0)
  }

  @Test func aSeriesThatHasEndedHasNone() {
    let random = RandomSource(seed: 1)
    let path = Path(
      NetworkDescription(profile: "own", latency: .constant(.seconds(20)), setup: .none, loss: 0.9),
      system: .linux)
    let series = Path.Series(
      client: 0, attempt: 0, begin: .seconds(300), every: .seconds(30), end: .seconds(300))
    #expect(path.firstLateExchange(of: series, patience: .seconds(10), random) == nil)
  }
}
