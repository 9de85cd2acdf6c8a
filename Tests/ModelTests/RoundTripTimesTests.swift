import Foundation
import Primitives
import Testing
import VirtualTime

@testable import NetworkModel

@Suite("Latencies drawn from measured round trips")
struct RoundTripTimesTests {
  private let random = RandomSource(seed: 3)

  private func path(_ layout: RoundTripTimes.Layout, least: Interval = .zero) -> Path {
    var latency = Latency(RoundTripTimes(file: "rtt.csv", hash: "0", layout))
    latency.least = least
    return Path(
      NetworkDescription(profile: "own", latency: latency, setup: .usual, loss: 0),
      system: .linux)
  }

  private func exchange(_ path: borrowing Path, _ client: UInt32, step: UInt32) -> Double {
    let key = PacketKey(client: client, attempt: 1, step: step)
    let out = path.delay(key, .out, PathConditions(), random)
    let back = path.delay(key, .back, PathConditions(), random)
    #expect(out == back)
    return (out + back).seconds
  }

  /// An exchange is a row. Drawn apart, the sum of two halves would have a 99th percentile of 0.47 s and a standard
  /// deviation of 0.092 s in place of 0.64 and 0.13.
  @Test func anExchangeIsARow() {
    let lognormal = Sampler(.lognormal(median: .milliseconds(100), sigma: 0.8))
    let rows = (0..<400_000).map { row in
      lognormal.sample(UInt64((Double(row) + 0.5) / 400_000 * 0x1p64)).nanoseconds
    }
    let path = path(.samples(rows.shuffled()))
    let exchanges = (0..<100_000).map { exchange(path, UInt32($0 % 500), step: UInt32($0 / 500)) }
      .sorted()
    let seconds = rows.map { Double($0) / 1e9 }
    #expect(abs(exchanges[50_000] / seconds[200_000] - 1) < 0.01)
    #expect(abs(exchanges[99_000] / seconds[396_000] - 1) < 0.02)
    #expect(abs(deviation(exchanges) / deviation(seconds) - 1) < 0.02)
    #expect(abs(deviation(seconds) - 0.1303) < 0.0001)
  }

  private func deviation(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }

  /// A straight line between the points: 10 ms at 0, 20 ms at 50, 110 ms at 100. The mean is 40 ms, the third
  /// quartile 65 ms.
  @Test func quantiles() {
    let points: [(Double, Int64)] = [(0, 10_000_000), (50, 20_000_000), (100, 110_000_000)]
    let times = RoundTripTimes(file: "q.csv", hash: "0", .quantiles(points))
    #expect(abs(times.meanSeconds - 0.04) < 1e-12)
    let sampler = LatencySampler(Latency(times))
    func oneWay(_ u: Double) -> Interval { sampler.sample(UInt64(u * 0x1p64), of: 1, random) }
    #expect(oneWay(0.75) == .microseconds(32_500))
    #expect(oneWay(0.5) == .milliseconds(10))
    #expect(oneWay(0.25) == .microseconds(7_500))
    #expect(sampler.least == .milliseconds(5) && sampler.longest <= .milliseconds(55))
  }

  /// Outside of the points the time is that of the nearest.
  @Test func beyondTheLastQuantile() {
    let times = RoundTripTimes(
      file: "q.csv", hash: "0", .quantiles([(10, 20_000_000), (90, 40_000_000)]))
    let sampler = LatencySampler(Latency(times))
    func oneWay(_ u: Double) -> Interval { sampler.sample(UInt64(u * 0x1p64), of: 1, random) }
    #expect(oneWay(0.05) == .milliseconds(10) && oneWay(0.95) == .milliseconds(20))
    #expect(abs(times.meanSeconds - 0.03) < 1e-12)
  }

  /// A client is one of the measured ones: all of its packets come from that one's rows.
  @Test func clientsOfTheirOwn() {
    let path = path(.clients([[10_000_000], [100_000_000]]))
    var near = 0
    for client in 0..<UInt32(2_000) {
      let first = exchange(path, client, step: 20)
      for step in 21..<UInt32(30) {
        let other = exchange(path, client, step: step)
        #expect(other == first)
      }
      let median = path.medianSeconds(of: client, random)
      #expect(abs(2 * median - first) < 1e-9)
      if first < 0.05 { near += 1 }
    }
    // Four standard errors of one half.
    #expect(abs(near - 1_000) < 90)
  }

  /// The least part is added to each half.
  @Test func theLeastIsAddedOneWay() {
    let path = path(.samples([10_000_000]), least: .milliseconds(20))
    let whole = exchange(path, 1, step: 20)
    #expect(abs(whole - 0.05) < 1e-9)
    let isInstant = path.isInstant
    #expect(!isInstant)
  }

  /// An exchange that the quiet time adds up takes what it takes packet by packet.
  @Test func seriesOfExchanges() {
    let rows = (1...1_000).map { Int64($0) * 1_000_000 }
    let path = path(.samples(rows))
    var found = 0
    for client in 0..<UInt32(200) {
      let begin = Instant.start + .seconds(60)
      let series = Path.Series(
        client: client, attempt: 1, begin: begin, every: .seconds(30), end: .start + .minutes(20))
      let late = path.firstLateExchange(of: series, patience: .milliseconds(970), random)
      let slow = (0..<38).first { ordinal in
        let sent = begin + .seconds(30) * Int64(ordinal)
        return path.exchangeDelay(
          at: sent, client: client, attempt: 1, random)
          > .milliseconds(970)
      }
      #expect(late == slow)
      if late != nil { found += 1 }
    }
    #expect(found > 100)
  }
}
