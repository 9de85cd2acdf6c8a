import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("Contention: what follows from arithmetic")
struct ContentionTests {
  @Test("one client needs one write and four ways")
  func oneClient() throws {
    let run = try ContentionWorld(clients: 1).run()
    #expect(run.completionMs == 40)
    #expect(
      [run.load.attempts, run.load.arrivals, run.load.calls, run.sessions.contention.rowVersion]
        == [1, 1, 1, 1])
    #expect(run.load.failures.allSatisfy { $0.count == 0 })
  }

  /// The read is the set-up's first packet and its answer; the write is a call.
  @Test("each way is a draw of its own", arguments: 1...5 as ClosedRange<UInt64>)
  func drawnWays(seed: UInt64) throws {
    let law = Distribution.foldedNormal(mean: .milliseconds(10), deviation: .milliseconds(2))
    let run = try ContentionWorld(clients: 1, latency: Latency(law), seed: seed).run()
    let sampler = Sampler(law)
    let random = RandomSource(seed: seed)
    func draw(_ purpose: Purpose, _ index: UInt32) -> Interval {
      sampler.sample(random.bits(owner: 0, purpose, attempt: 1, index: index))
    }
    let call: UInt32 = 0x2000_0000 + 15
    let ways = [draw(.pathOut, 0), draw(.pathBack, 0), draw(.pathOut, call), draw(.pathBack, call)]
    #expect(Set(ways).count == 4)
    #expect(run.sessions.contention.lastSuccess == ways.reduce(.start) { $0 + $1 })
  }

  /// A SYN that nobody answers is sent again at 1, 3 and 7 s, to the digit: the time at which the one
  /// before was sent is found from that one's own latency. Both ways are then drawn by its number.
  @Test("a repeated SYN is a packet of its own", arguments: [(500, 1), (2_500, 2), (6_000, 3)])
  func repeatedSyns(silenceMs: Int64, syn: Int) throws {
    let latency = Latency.lognormal(median: .milliseconds(50), sigma: 0.8)
    var world = ContentionWorld(clients: 1, latency: latency, requestTimeout: .seconds(60))
    world.faults = [outage(fromMs: 0, toMs: silenceMs, .blackhole)]
    let run = try world.run()
    let path = LatencySampler(latency)
    let random = RandomSource(seed: 1)
    func draw(_ purpose: Purpose, _ index: UInt32) -> Interval {
      let bits = random.bits(owner: 0, purpose, attempt: 1, index: index)
      return path.sample(bits, of: 0, random)
    }
    let first = 1 << 20 + UInt32(syn)
    let call: UInt32 = 0x2000_0000 + 15
    let ways = [draw(.pathOut, first), draw(.pathBack, first), draw(.pathOut, call)]
    let sent = Instant.start + OperatingSystem.linux.synTimes[syn]
    #expect(
      run.sessions.contention.lastSuccess == ways.reduce(sent) { $0 + $1 } + draw(.pathBack, call))
    #expect(run.load.attempts == 1 && run.load.arrivals == 1)
  }

  @Test("two clients in step conflict exactly once")
  func twoClients() throws {
    let run = try ContentionWorld(clients: 2).run()
    #expect(run.failed(.conflict) == 1)
    #expect(run.load.calls == 3)
    #expect(run.completionMs == 80)
    #expect(run.recovery.recoveries.sorted() == [.milliseconds(40), .milliseconds(80)])
  }

  /// In step, one succeeds in each round of four ways; who is left begins the next together.
  @Test("n clients in step need n rounds", arguments: [1, 3, 10, 40], ["0s", "5ms", "100ms"])
  func inStep(clients: Int, backoff: String) throws {
    let run = try ContentionWorld(clients: clients, backoff: backoff).run()
    let pauses = ["0s": 0.0, "5ms": 5, "100ms": 100]
    #expect(run.load.calls == clients * (clients + 1) / 2)
    #expect(run.load.attempts == run.load.calls && run.load.arrivals == run.load.calls)
    #expect(run.completionMs == 40 * Double(clients) + Double(clients - 1) * pauses[backoff]!)
  }

  @Test("set-up, call and service times add up")
  func costs() throws {
    // First packet and set-up 3 round trips, the read 1, the write 1: 100 ms each.
    var world = ContentionWorld(clients: 1, latency: .constant(.milliseconds(50)), setup: .usual)
    #expect(try world.run().completionMs == 500)
    // Two writes in a row at one worker: 30 to 35 ms and 35 to 40 ms; the loser reads at 60 ms.
    world = ContentionWorld(clients: 2)
    world.gateway.api = StationDescription(servers: 1, time: .constant(.milliseconds(5)))
    let run = try world.run()
    #expect(run.completionMs == 95 && run.load.calls == 3)
    #expect(
      run.gateway.usefulWork == .milliseconds(10) && run.gateway.wastedWork == .milliseconds(5))
  }

  @Test("a formula that stops leaves the others unwritten")
  func givesUp() throws {
    let run = try ContentionWorld(clients: 5, backoff: "1ms, attempts: 2").run()
    #expect(run.recovery.outcomes.recovered == 3 && run.recovery.outcomes.gaveUp == 2)
    #expect(run.load.calls == 5 + 4 + 3)
    #expect(run.completionMs == nil && run.sessions.contention.successes == 3)
  }

  @Test("every success is one version of the row", arguments: seeds(8, release: 200))
  func conservation(seed: UInt64) throws {
    let formulas = ["0s", "min(2s, 5ms * 2^x)", "uniform(0s, min(2s, 5ms * 2^x))"]
    let run = try ContentionWorld(
      clients: 50, backoff: formulas[Int(seed % 3)],
      latency: .lognormal(median: .milliseconds(20), sigma: 0.7), seed: seed
    ).run()
    #expect(run.sessions.contention.successes == 50 && run.sessions.contention.rowVersion == 50)
    #expect(run.recovery.outcomes.recovered == 50)
    #expect(run.failed(.conflict) == run.load.calls - 50)
    #expect(run.load.attempts == run.load.calls && run.load.arrivals == run.load.calls)
    #expect(run.count("done", of: .optimistic) == 50)
    #expect(run.recovery.recoveries.max() == run.sessions.contention.lastSuccess - .start)
  }

  // MARK: Faults

  @Test("refused reads are failures like any other")
  func refused() throws {
    // A refusal takes 20 ms, the pause 250: reads at 0, 270, 540, 810 and 1,080 ms.
    let run = try ContentionWorld(
      clients: 1, backoff: "250ms", faults: [outage(fromMs: 0, toMs: 1_000, .refuse)]
    ).run()
    #expect(run.failed(.refused) == 4 && run.load.attempts == 5 && run.load.arrivals == 5)
    #expect(run.completionMs == 1_120)
    #expect(run.recovery.recoveries == [.milliseconds(120)])
  }

  @Test("a write that is refused fails at once")
  func refusedWrite() throws {
    let run = try ContentionWorld(
      clients: 1, backoff: "1s", faults: [outage(fromMs: 15, toMs: 500, .refuse)]
    ).run()
    #expect(run.load.calls == 2 && run.load.callFailures == 1 && run.failed(.reset) == 1)
    #expect(run.completionMs == 1_060 && run.sessions.contention.rowVersion == 1)
  }

  @Test("a write whose connection the gateway drops is not made")
  func droppedWrite() throws {
    // In flight from 20 to 30 ms; the client hears of the end at 35 ms.
    let run = try ContentionWorld(
      clients: 1, backoff: "1s", faults: [outage(fromMs: 25, toMs: 500, .reset, drop: true)]
    ).run()
    #expect(run.load.calls == 2 && run.failed(.reset) == 1)
    #expect(run.completionMs == 1_075 && run.sessions.contention.rowVersion == 1)
  }

  @Test("an answer that is lost in a short silence is sent again")
  func bridged() throws {
    // Written at 30 ms; the answer is due at 40 ms, and after 200, 400 and 800 ms more.
    let run = try ContentionWorld(
      clients: 1, faults: [outage(fromMs: 35, toMs: 1_035, .blackhole)]
    ).run()
    #expect(run.completionMs == 1_440 && run.load.attempts == 1)
  }

  @Test("a client that does not wait for it writes a second time")
  func writtenTwice() throws {
    // Given up at 520 ms, again at 1,020 and 1,520: the first packet of a read in the silence is sent
    // once only in half a second.
    let run = try ContentionWorld(
      clients: 1, requestTimeout: .milliseconds(500),
      faults: [outage(fromMs: 35, toMs: 1_035, .blackhole)]
    ).run()
    #expect(run.failed(.timeout) == 3 && run.load.attempts == 4)
    #expect(run.count("noAnswer", of: .optimistic) == 3)
    #expect(run.completionMs == 1_560)
    #expect(run.sessions.contention.successes == 1 && run.sessions.contention.rowVersion == 2)
  }

  @Test("who has written does not notice what happens later")
  func done() throws {
    var world = try ContentionWorld(clients: 3).fleet()
    world.faults = [outage(fromMs: 5_000, toMs: 10_000, .reset, drop: true)]
    let run = try world.run()
    #expect(
      run.recovery.outcomes.recovered == 3 && run.recovery.affected == 0
        && run.load.detect.count == 0)
  }
}
