import Faults
import Primitives
import Simulator
import Testing
import VirtualTime

/// One client, 50 ms one way, and paths that change while something is under way.
@Suite("Paths that change under way")
struct ChangingPathTests {
  private let blackhole = FaultKind.outage(
    mode: .blackhole, drop: false, batch: 100, every: .seconds(1))

  private func world(_ backoff: String, _ faults: [Fault]) -> World {
    var world = World(clients: 1)
    world.network = steadyNetwork
    world.isAligned = true
    world.backoff = backoff
    world.faults = faults
    world.duration = .seconds(100)
    return world
  }

  private func at(_ milliseconds: Int64, for duration: Int64, _ kind: FaultKind) -> Fault {
    Fault(
      at: .start + .milliseconds(milliseconds), duration: .milliseconds(duration), kind: kind,
      scope: .everyone)
  }

  /// Dropped at 10 s, learnt at 10.05, retried at 30.05: ten trips, of which three leave before the latency
  /// grows to 150 ms. 30.2 + 7 x 0.15 s.
  @Test func everyTripHasTheLatencyOfItsMoment() throws {
    let slower = at(30_200, for: 60_000, .latency(times: 1, add: .milliseconds(100)))
    let world = world("20s", [outage(at: 10, for: 10), slower])
    #expect(try world.run().recovery.recoveries == [.milliseconds(11_250)])
  }

  /// The other way round: three trips of 150 ms end at 30.5, just when it is over, and seven of 50 follow.
  @Test func latencyThatEndsIsOverAtOnce() throws {
    let slower = at(10_000, for: 20_500, .latency(times: 1, add: .milliseconds(100)))
    // Learnt at 10.15 s, so that the first packet leaves at 30.15: at 30.3 and 30.45 those of the trips after it.
    let world = world("20s", [outage(at: 10, for: 10), slower])
    #expect(try world.run().recovery.recoveries == [.milliseconds(10_950)])
  }

  /// The word of a drop at 10 s would arrive at 10.05, 10.25, 10.65 and 11.45 in the silence from 9 to 12 s; the
  /// copy after that does at 13.05. One second more, and the ten trips of the set-up.
  @Test func theWordOfADropIsSentAgain() throws {
    let world = world("1s", [at(9_000, for: 3_000, blackhole), outage(at: 10, for: 1)])
    #expect(try world.run().recovery.recoveries == [.milliseconds(2_550)])
  }

  /// The call leaves at 30.45 s. It would arrive at 30.5 and 30.7 s in the silence from 30.46 to 31 s, and does
  /// at 31.1; the answer is there 50 ms later.
  @Test func aCallThatASilenceTakesIsSentAgain() throws {
    let world = world("20s", [outage(at: 10, for: 10), at(30_460, for: 540, blackhole)])
    let run = try world.run()
    #expect(run.recovery.recoveries == [.milliseconds(150)])
    #expect(run.load.callFailures == 0)
  }

  /// Its word is on the way from 10 to 10.05 s; the heartbeat at 30 s, unanswered for 10 s, finds out.
  @Test func aHandoverLosesTheWordOfADrop() throws {
    let world = world("1s", [outage(at: 10, for: 1), at(10_020, for: 0, .handover)])
    #expect(try world.run().recovery.recoveries == [.milliseconds(30_500)])
  }
}
