import Simulator
import Testing

/// Systems that turn customers away, as whole runs. Nobody comes back, so what is offered is a
/// Poisson stream: `start: {rate}`, and formulas that stop at the first failure.
@Suite("Losses at admission: A5, token bucket", .enabled(if: isOptimised))
struct LossStatisticalTests {
  static let clients = 200_000

  /// Losses of a finite room: arrivals that see it full. The share seen by arrivals strays from the
  /// share of time by sqrt(p / n), that from the truth as the chain's asymptotic variance says.
  private func tolerance(_ queue: MarkovQueue) -> Double {
    let full = queue.states.count - 1
    let variance = queue.asymptoticVariance { $0 == full ? 1 : 0 }
    let time = Double(Self.clients) / queue.offered
    return threeSigma(variance: variance, count: time)
      + threeSigma(variance: queue.lossShare, count: Double(Self.clients))
  }

  /// Handshakes of 10 ms on average behind a listener. A blocked client gives up 1 ms before its
  /// system would send a second first packet, and a closed socket sends none; one in the queue
  /// waits for less than that.
  private func overflow(cores: Int, backlog: Int, offered: Double) throws -> Double {
    let result = try run(
      """
      duration: 3h
      until: settled
      clients:
        count: \(Self.clients)
        backoff: "1s, attempts: 0, connectTimeout: 999ms"
        start: {rate: \(offered * 100)/s}
      network: ideal
      gateway:
        profile: ideal
        backlog: \(backlog)
        handshake: {cores: \(cores), time: {exponential: 10ms}}
      """)
    #expect(result.load.attempts == Self.clients)
    #expect(result.load.arrivals == Self.clients)
    #expect(result.recovery.outcomes.gaveUp == result.gateway.acceptOverflow)
    return Double(result.gateway.acceptOverflow) / Double(Self.clients)
  }

  /// A5, M/M/1/10. A listener with backlog b holds b + 1: with one core, room for b + 2.
  @Test(arguments: [(0.8, 0.023493), (1, 0.090909), (1.2, 0.192586), (2, 0.500244)])
  func oneCoreWithRoomForTen(offered: Double, loss: Double) throws {
    let theory = MarkovQueue(servers: 1, offered: offered, room: 10)
    #expect(abs(theory.lossShare - loss) < 1e-6)
    let share = try overflow(cores: 1, backlog: 8, offered: offered)
    #expect(abs(share - loss) <= tolerance(theory))
  }

  /// M/M/c/c + 2, the nearest to Erlang's loss system that a listener can be: its backlog is at
  /// least 1.
  @Test(arguments: [(4, 3.2), (16, 14.4), (64, 64)])
  func fewMoreThanTheCores(cores: Int, offered: Double) throws {
    let theory = MarkovQueue(servers: cores, offered: offered, room: cores + 2)
    let share = try overflow(cores: cores, backlog: 1, offered: offered)
    #expect(abs(share - theory.lossShare) <= tolerance(theory))
  }

  /// A bucket of B tokens turns away what M/D/1 with room for B turns away: the tokens that are
  /// missing are its workload in services, and who finds more than B - 1 of it missing is shed. With
  /// B = 1 that is Erlang's loss formula with one server, a / (1 + a).
  ///
  /// Tolerance: three standard errors of a counted share, times sqrt(2 B). The bucket forgets within
  /// about B tokens' time, during which at most 2 B of the arrivals are shed together.
  @Test(arguments: [(1, 0.8), (1, 2), (5, 0.8), (5, 1.25), (20, 1), (20, 2)])
  func tokenBucket(burst: Int, offered: Double) throws {
    let result = try run(
      """
      duration: 3h
      until: settled
      clients:
        count: \(Self.clients)
        backoff: "1s, attempts: 0"
        start: {rate: \(offered * 100)/s}
      network: ideal
      gateway: {profile: ideal, admission: {rate: 100/s, burst: \(burst)}}
      """)
    let loss = SingleServer.constantServiceLoss(load: offered, room: burst)
    if burst == 1 { #expect(abs(loss - offered / (1 + offered)) < 1e-12) }
    let share = Double(result.gateway.shed) / Double(Self.clients)
    let tolerance = threeSigma(share: loss, count: Self.clients / (2 * burst))
    #expect(abs(share - loss) <= tolerance, "\(share) for \(loss)")
    #expect(result.recovery.outcomes.gaveUp == result.gateway.shed)
  }
}
