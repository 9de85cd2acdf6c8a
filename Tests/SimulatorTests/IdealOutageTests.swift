import Measurements
import Primitives
import Simulator
import Testing

/// In an ideal world every attempt before the gateway's return is refused at once, so a client's
/// attempts are the partial sums of its delays, and nothing else.
@Suite("An ideal outage is arithmetic", .enabled(if: isRelease))
struct IdealOutageTests {
  /// The formula alone: sums of (2^k - 1) U(0.8, 1.2) up to the first at or beyond 60 s.
  struct Arithmetic {
    var attemptsBeforeClear: [Double] = []
    var recoveries: [Double] = []

    init(clients: Int) {
      var state: UInt64 = 0x2545_F491_4F6C_DD1D
      func uniform() -> Double {
        // xorshift64*: a generator of the test's own.
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) * 0x1p-53
      }
      for _ in 0..<clients {
        var time = 0.0
        var attempts = 0
        var window = 2.0
        while true {
          time += (window - 1) * (0.8 + 0.4 * uniform())
          if time >= 60 { break }
          attempts += 1
          window *= 2
        }
        attemptsBeforeClear.append(Double(attempts))
        recoveries.append(time - 60)
      }
      recoveries.sort()
    }
  }

  static let clients = 10_000
  static let arithmetic = Arithmetic(clients: 400_000)

  func run() throws -> RunResult {
    var world = World(clients: Self.clients)
    world.faults = [outage(at: 0, for: 60)]
    return try world.run()
  }

  /// Four standard errors of the difference of the two means.
  @Test func attemptsPerClientBeforeClear() throws {
    let values = Self.arithmetic.attemptsBeforeClear
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    let run = try run()
    let found = Double(run.load.attemptsBeforeClear) / Double(Self.clients)
    #expect(abs(found - mean) <= 4 * (variance / Double(Self.clients)).squareRoot() * 1.02)
  }

  /// A sample quantile lies within the quantiles at p +- 4 sqrt(p (1 - p) / n).
  @Test(arguments: [0.5, 0.9, 0.95, 0.99]) func recoveryPercentiles(p: Double) throws {
    let run = try run()
    let found = DistributionSummary(values: run.recovery.recoveries).percentiles[
      DistributionSummary.ranks.firstIndex(of: p)!]!
    let spread = 4 * (p * (1 - p) / Double(Self.clients)).squareRoot() * 1.02
    let all = Self.arithmetic.recoveries
    func quantile(_ p: Double) -> Double { all[min(all.count - 1, Int(p * Double(all.count)))] }
    #expect(found >= quantile(p - spread) && found <= quantile(p + spread), "p\(p * 100): \(found)")
  }

  @Test func everyoneComesBackAndEveryFailureIsARefusal() throws {
    let run = try run()
    #expect(run.recovery.outcomes.recovered == Self.clients)
    #expect(run.failed(.refused) == run.load.attemptsBeforeClear)
    #expect(run.load.attempts == run.load.attemptsBeforeClear + Self.clients)
    #expect(run.load.arrivals == run.load.attempts)
    #expect(run.recovery.affected == Self.clients)
    #expect(run.recovery.downtimes.allSatisfy { $0 >= .seconds(60) })
  }

  /// With a formula without jitter every figure is exact: attempts at 1, 3, 7, 15, 31, 63 s.
  @Test func withoutJitterToTheNanosecond() throws {
    var world = World(clients: 200)
    world.faults = [outage(at: 0, for: 60)]
    world.backoff = "2^(x-1)"
    let run = try world.run()
    #expect(run.load.attemptsBeforeClear == 5 * 200)
    #expect(Set(run.recovery.recoveries) == [.seconds(3)])
    #expect(run.course.end == .seconds(63))
    #expect(run.load.arrivalsAfterClear.peak?.value == 200)
    for number in 0..<6 { #expect(run.load.spread[number].mostAtOnce == 200) }
    // All in one bin of 100 ms: as crowded as an even stream over that long.
    #expect(run.load.spread[0].effectiveSeconds == 0.1)
  }

  /// An attempt exactly at clear succeeds: what happens at clear is after it.
  @Test func anAttemptExactlyAtClearSucceeds() throws {
    var world = World(clients: 10)
    world.faults = [outage(at: 0, for: 60)]
    world.backoff = "20s"
    let run = try world.run()
    #expect(run.load.attemptsBeforeClear == 20)
    #expect(Set(run.recovery.recoveries) == [.zero])
  }

  @Test func aFormulaThatStopsIsCountedAsGivenUp() throws {
    var world = World(clients: 300)
    world.faults = [outage(at: 0, for: 60)]
    world.backoff = "signalr"
    let run = try world.run()
    // 0, 2, 12 and 42 s: all before the gateway is back, then no more.
    #expect(run.recovery.outcomes.gaveUp == 300)
    #expect(run.load.attempts == 4 * 300)
    #expect(run.recovery.recoveries.isEmpty)
    #expect(run.reached("gaveUp") == 300)
    #expect(run.course.end == .seconds(60))
  }
}
