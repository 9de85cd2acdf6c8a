import Foundation
import NetworkModel
import Primitives
import Testing
import VirtualTime

@Suite("A path's latency and the client's own distance")
struct LatencyTests {
  let random = RandomSource(seed: 7)
  static let sigma = 0.8
  static let clients = 4_000
  static let packets = 50

  private func sampler(own: Double) -> LatencySampler {
    LatencySampler(.lognormal(median: .milliseconds(50), sigma: Self.sigma, own: own))
  }

  private func draw(_ sampler: LatencySampler, client: Int, packet: Int) -> Double {
    let client = UInt32(client)
    let bits = random.bits(owner: client, .pathOut, attempt: 3, index: UInt32(packet))
    return sampler.sample(bits, of: client, random).seconds
  }

  @Test func withoutDistancesItIsThePlainDraw() {
    let plain = Sampler(.lognormal(median: .milliseconds(50), sigma: Self.sigma))
    let latency = sampler(own: 0)
    for client in 0..<1_000 as Range<UInt32> {
      let bits = random.bits(owner: client, .pathBack, attempt: 1, index: 0)
      #expect(latency.sample(bits, of: client, random) == plain.sample(bits))
    }
    #expect(latency.least == plain.least && latency.longest == plain.longest)
    #expect(latency.medianSeconds(of: 5, random) == plain.medianSeconds)
  }

  /// The least part is added to every draw, and leaves the spread and the distance as they are.
  @Test(arguments: [0, 0.5]) func theLeastIsAddedToEveryDraw(own: Double) {
    var shifted = Latency.lognormal(median: .milliseconds(50), sigma: Self.sigma, own: own)
    let plain = LatencySampler(shifted)
    shifted.least = .milliseconds(20)
    let latency = LatencySampler(shifted)
    for client in 0..<1_000 as Range<UInt32> {
      let bits = random.bits(owner: client, .pathBack, attempt: 1, index: 0)
      let expected = plain.sample(bits, of: client, random) + .milliseconds(20)
      #expect(latency.sample(bits, of: client, random) == expected)
      let median = latency.medianSeconds(of: client, random)
      #expect(abs(median - plain.medianSeconds(of: client, random) - 0.02) < 1e-9)
    }
    #expect(latency.least == plain.least + .milliseconds(20))
    #expect(latency.longest == plain.longest + .milliseconds(20))
  }

  /// One client's latencies, with its distance drawn once.
  @Test(arguments: [0, 0.3, 1]) func ofOneClient(own: Double) {
    let path = Path(
      NetworkDescription(
        profile: "own", latency: .lognormal(median: .seconds(1), sigma: 4, own: own), setup: .none,
        loss: 0),
      system: .linux)
    for client in 0..<300 as Range<UInt32> {
      let latency = path.latency(of: client, random)
      for packet in 0..<20 as Range<UInt32> {
        let bits = random.bits(owner: client, .pathOut, attempt: 1, index: packet)
        #expect(latency.sample(bits) == path.latency.sample(bits, of: client, random))
      }
    }
  }

  /// Analysis of variance of the logarithm, one way: within clients it is sigma^2 (1 - own), of the
  /// clients' means sigma^2 own more. A variance with k degrees of freedom is within 4 sqrt(2 / k) of
  /// itself, a mean within four standard errors.
  @Test(arguments: [0, 0.3, 0.5, 0.7, 1]) func theVarianceIsShared(own: Double) {
    let latency = sampler(own: own)
    let (n, m) = (Double(Self.clients), Double(Self.packets))
    var means: [Double] = []
    var squares = 0.0
    for client in 0..<Self.clients {
      let logs = (0..<Self.packets).map {
        log(draw(latency, client: client, packet: $0) / 0.05)
      }
      let mean = logs.reduce(0, +) / m
      squares += logs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      means.append(mean)
    }
    let total = Self.sigma * Self.sigma
    let (between, rest) = (total * own, total * (1 - own))
    let within = squares / (n * (m - 1))
    // Rounding to the microsecond leaves about 1e-5 of the logarithm.
    #expect(abs(within - rest) <= 4 * (2 / (n * (m - 1))).squareRoot() * rest + 1e-6)
    let mean = means.reduce(0, +) / n
    #expect(abs(mean) <= 4 * ((between + rest / m) / n).squareRoot() + 1e-5)
    let spread = means.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    let expected = between + rest / m
    #expect(abs(spread - expected) <= 4 * (2 / (n - 1)).squareRoot() * expected + 1e-6)
  }

  /// Of one packet of each client: Kolmogorov-Smirnov (1.95 / sqrt(n) is passed by 99.9 % of samples),
  /// and the mean and second moment within four standard errors.
  @Test(arguments: [0.3, 0.5, 1]) func togetherItIsTheLaw(own: Double) {
    let latency = sampler(own: own)
    let n = 40_000
    let values = (0..<n).map { draw(latency, client: $0, packet: 0) / 0.05 }.sorted()
    var distance = 0.0
    for (index, value) in values.enumerated() {
      let p = 0.5 * erfc(-log(value) / Self.sigma / 2.0.squareRoot())
      distance = max(distance, abs(p - Double(index) / Double(n)))
    }
    #expect(distance < 1.95 / Double(n).squareRoot())
    func moment(_ k: Double) -> Double { exp(k * k * Self.sigma * Self.sigma / 2) }
    for k in [1.0, 2.0] {
      let found = values.reduce(0) { $0 + pow($1, k) } / Double(n)
      let variance = moment(2 * k) - moment(k) * moment(k)
      #expect(abs(found - moment(k)) <= 4 * (variance / Double(n)).squareRoot(), "moment \(k)")
    }
  }

  @Test func aClientsMedianIsItsOwn() {
    let latency = sampler(own: 0.5)
    for client in 0..<20 {
      let median = latency.medianSeconds(of: UInt32(client), random)
      let below = (0..<2_000).filter { draw(latency, client: client, packet: $0) < median }.count
      #expect(abs(Double(below) - 1_000) <= 4 * 500.0.squareRoot(), "client \(client)")
    }
  }

  /// A distance is the client's, whatever it does; with all of the spread its own nothing else is
  /// drawn.
  @Test func aDistanceIsForLife() {
    let latency = sampler(own: 1)
    let all = (0..<100 as Range<UInt32>).map { client in
      let values = (0..<50 as Range<UInt32>).map { index in
        let bits = random.bits(owner: client, .pathBack, attempt: index, index: index)
        return latency.sample(bits, of: client, random)
      }
      #expect(Set(values).count == 1)
      #expect(abs(values[0].seconds - latency.medianSeconds(of: client, random)) <= 1e-6)
      return values[0]
    }
    #expect(Set(all).count == 100)
  }

  @Test(arguments: [0.3, 0.5, 1]) func nothingIsBeyondTheEnds(own: Double) {
    let latency = sampler(own: own)
    for client in 0..<2_000 as Range<UInt32> {
      let ends = [UInt64.min, .max].map { latency.sample($0, of: client, random) }
      let bits = random.bits(owner: client, .pathOut, attempt: 1, index: 0)
      let draw = latency.sample(bits, of: client, random)
      #expect(ends[0] <= draw && draw <= ends[1])
      #expect(latency.least <= ends[0] && ends[1] <= latency.longest)
    }
  }

  @Test func aDistanceStaysWithinVirtualTime() {
    let latency = LatencySampler(.lognormal(median: .hours(1), sigma: 2.5, own: 0.5))
    #expect(latency.longest == .longest)
    #expect(latency.least >= .zero)
  }
}
