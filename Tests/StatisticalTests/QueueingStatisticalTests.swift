import GatewayModel
import Primitives
import Testing
import VirtualTime

/// Times are in mean service times. Every tolerance is three standard errors of the closed form's
/// own asymptotic variance. To it comes what the draws' tables do to the load: an error e of the
/// load moves the mean wait by e / (1 - load).
@Suite("Stations against queueing theory: A1 to A8", .enabled(if: isOptimised))
struct QueueingStatisticalTests {
  /// A1. The sizes make three standard errors 2 % of the mean wait: n = 9 variance / (0.02 wait)^2.
  @Test(arguments: [(0.5, 1.0, 650_000), (0.8, 4, 2_800_000), (0.9, 9, 10_000_000)])
  func exponentialService(load: Double, wait: Double, customers: Int) {
    let run = QueueRun(servers: 1, offered: load, customers: customers)
    let variance = SingleServer.asymptoticVariance(load: load)
    let noise = threeSigma(variance: variance, count: Double(customers))
    #expect(noise <= 0.0201 * wait)
    #expect(abs(run.meanWait - wait) <= noise + wait * run.loadError / (1 - load))

    // The chain forgets at the rate of its spectral gap, (1 - sqrt(load))^2, so the average of any
    // indicator over time T has a variance of at most 2 p (1 - p) / (gap T); T = n / load. The tail
    // falls by 1 - load per unit of time, so an error d of p moves the quantile by d / p / (1 - load).
    let gap = (1 - load.squareRoot()) * (1 - load.squareRoot())
    for (fraction, multiple) in [(0.5, 0.693147), (0.99, 4.605170)] {
      let tail = 1 - fraction
      let bound = 2 * tail * (1 - tail) * load / gap
      let error = threeSigma(variance: bound, count: Double(customers)) / tail / (1 - load)
      let expected = multiple / (1 - load)
      // The histogram keeps three digits, and a table's end cells bend the far tail a little.
      #expect(abs(run.sojourn(fraction) - expected) <= error + 0.002 * expected, "\(fraction)")
    }
  }

  /// A2 and A6, Pollaczek-Khinchine: only the spread of the service time matters.
  @Test(arguments: [
    (0.5, 0.5, 400_000), (0.8, 2.0, 1_500_000), (0.9, 4.5, 5_000_000),
  ])
  func constantService(load: Double, wait: Double, customers: Int) {
    let run = QueueRun(
      servers: 1, time: .constant(QueueRun.unit), offered: load, customers: customers)
    let variance = SingleServer.asymptoticVariance(load: load, spread: 0)
    let noise = threeSigma(variance: variance, count: Double(customers))
    #expect(noise <= 0.02 * wait)
    #expect(abs(SingleServer.meanWait(load: load, spread: 0) - wait) < 1e-9)
    #expect(abs(run.meanWait - wait) <= noise)
  }

  /// A6. The tolerance is the 3 % asked for: a third of it is noise, the rest the tail of the
  /// service time beyond the 16384-quantile, which the tables leave out (1.5 % of E[S^2] at
  /// sigma = 1).
  @Test(arguments: [(0.5, 0.5), (0.5, 0.8), (1.0, 0.5), (1.0, 0.8)])
  func lognormalService(sigma: Double, load: Double) {
    let spread = Double.exp(sigma * sigma) - 1
    let wait = SingleServer.meanWait(load: load, spread: spread)
    let variance = SingleServer.asymptoticVariance(load: load, spread: spread)
    let customers = 9 * variance / (0.01 * wait * 0.01 * wait)
    // The mean of a lognormal is its median times exp(sigma^2 / 2).
    let median = Interval(seconds: QueueRun.unit.seconds / .exp(sigma * sigma / 2))
    let run = QueueRun(
      servers: 1, time: .lognormal(median: median, sigma: sigma), offered: load,
      customers: min(Int(customers), 10_000_000))
    #expect(abs(run.meanWait - wait) <= 0.03 * wait, "\(run.meanWait / wait - 1)")
  }

  struct Pool: Sendable, CustomTestStringConvertible {
    let servers: Int
    let load: Double
    let waitShare: Double
    let wait: Double
    var testDescription: String { "\(servers) servers at \(load)" }
  }

  static let pools = [
    Pool(servers: 2, load: 0.8, waitShare: 0.711111, wait: 1.777778),
    Pool(servers: 4, load: 0.8, waitShare: 0.596432, wait: 0.745541),
    Pool(servers: 8, load: 0.8, waitShare: 0.457645, wait: 0.286028),
    Pool(servers: 8, load: 0.9, waitShare: 0.701533, wait: 0.876916),
    Pool(servers: 16, load: 0.9, waitShare: 0.591343, wait: 0.369590),
    Pool(servers: 64, load: 0.9, waitShare: 0.310663, wait: 0.048541),
    Pool(servers: 64, load: 0.95, waitShare: 0.588011, wait: 0.183753),
    Pool(servers: 100, load: 0.95, waitShare: 0.506457, wait: 0.101291),
  ]

  /// A3, Erlang C. n customers take n / offered mean service times. An average over arrivals strays
  /// from the one over time by sqrt(E[f^2] / n) more: standard errors are added up, for the two need
  /// not be independent.
  @Test(arguments: pools) func poolOfServers(pool: Pool) {
    let customers = 3_000_000
    let count = Double(customers)
    let offered = Double(pool.servers) * pool.load
    let theory = MarkovQueue(servers: pool.servers, offered: offered)
    #expect(abs(theory.waitShare - pool.waitShare) < 1e-6)
    #expect(abs(theory.meanWait - pool.wait) < 1e-6)

    let run = QueueRun(servers: pool.servers, offered: offered, customers: customers)
    let bias = run.loadError / (1 - pool.load)
    let ofQueue = theory.asymptoticVariance(theory.waiting)
    // Little: the mean wait is the mean queue over the arrival rate.
    let error = threeSigma(variance: ofQueue, count: count / offered) / offered
    #expect(abs(run.meanWait - pool.wait) <= error + bias * pool.wait)

    let ofBusy = theory.asymptoticVariance { $0 >= pool.servers ? 1 : 0 }
    let overTime = threeSigma(variance: ofBusy, count: count / offered)
    let overArrivals = threeSigma(variance: pool.waitShare, count: count)
    #expect(abs(run.waitShare - pool.waitShare) <= overTime + overArrivals + bias)
  }

  /// A7. Mean queue x time = sum of waits, and busy servers x time = sum of services: the same
  /// nanoseconds added up in two ways.
  @Test(arguments: [1, 3, 40]) func littlesLaw(servers: Int) {
    let run = QueueRun(servers: servers, offered: 0.9 * Double(servers), customers: 300_000)
    let statistics = run.station.statistics
    #expect(abs(Double(statistics.queueIntegral) / run.waitedNanoseconds - 1) <= 1e-9)
    #expect(abs(Double(statistics.busyIntegral) / Double(statistics.work.nanoseconds) - 1) <= 1e-9)
    #expect(statistics.arrivals == statistics.served)
  }

  /// A8. What arrivals see less what time sees is a sum of martingale differences: its variance is
  /// E[f^2] / n, whatever the queue.
  @Test(arguments: [1, 8]) func arrivalsSeeTimeAverages(servers: Int) {
    let customers = 2_000_000
    let run = QueueRun(servers: servers, offered: 0.8 * Double(servers), customers: customers)
    let square = run.seenSquared / Double(customers)
    let tolerance = threeSigma(variance: square, count: Double(customers))
    #expect(abs(run.queueByArrival - run.queueByTime) <= tolerance)
    #expect(tolerance <= 0.01 * run.queueByTime)
  }
}
