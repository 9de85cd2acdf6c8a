import Faults
import GatewayModel
import NetworkModel
import Primitives
import Simulator
import Testing
import VirtualTime

/// When the system sends a first packet again: at fixed times after the attempt began, as Linux does after
/// 1, 3, 7, 15, 31 and 63 s, whatever has become of those before.
@Suite("First packets")
struct FirstPacketTests {
  private func world(
    oneWayMs: Int64, _ backoff: String, blackhole from: Int64, for length: Int64
  ) -> World {
    var world = World(clients: 1)
    world.network = constantNetwork(milliseconds: oneWayMs, setup: .none)
    world.backoff = backoff
    world.start = .within(.zero)
    world.faults = [outage(at: from, for: length, .blackhole, drop: false)]
    world.duration = .minutes(3)
    return world
  }

  /// When first packets reach the listener, in tenths of a second.
  private func arrivals(_ run: RunResult) -> [Int] {
    let parts = [run.load.arrivalsBeforeClear.counts, run.load.arrivalsAfterClear.counts]
    return parts.flatMap { counts in counts.indices.filter { counts[$0] > 0 } }
  }

  /// Packets sent at 0, 1, 3 and 7 s are on their way for 1.5 s, and all die but the one that is sent at 15 s.
  @Test func leavesAtItsTime() throws {
    let run = try world(oneWayMs: 1_500, "1s, connectTimeout: 60s", blackhole: 0, for: 9).run()
    #expect(arrivals(run) == [165])
    #expect(run.load.attempts == 1 && run.load.synRepeats == 0)
  }

  /// The packet that is sent at 3 s overtakes nobody: those of 0 and 1 s have died at 4 and 5 s, and it comes
  /// at 7 s to a living listener. That of 7 s is sent in that moment, and is not, as one has come through.
  @Test func isNotSentOnceOneHasComeThrough() throws {
    let run = try world(oneWayMs: 4_000, "1s, connectTimeout: 60s", blackhole: 0, for: 6).run()
    #expect(arrivals(run) == [70])
    #expect(run.load.synRepeats == 0 && run.recovery.outcomes.recovered == 1)
  }

  /// Sent at 0 and at 1 s, both before the first of them is there at 2.5 s: one arrival, and one repetition.
  @Test func aSlowOneIsRepeatedAndArrivesOnce() throws {
    var world = world(oneWayMs: 2_500, "1s, connectTimeout: 60s", blackhole: 100, for: 1)
    world.untilSettled = false
    let run = try world.run()
    #expect(run.load.attempts == 1 && run.load.arrivals == 1 && run.load.synRepeats == 1)
    #expect(arrivals(run) == [25])
  }

  /// The packet of 0 s is refused at 1.5 s, and a blackhole takes the answer at 3 s and its repetitions before 9.2 s.
  /// The system goes on to count from 0: the packets of 1 and 3 s die, and that of 7 s comes to a living listener at 8.5 s.
  /// The second attempt begins at 10.2 s and repeats its packet once before the answer is there.
  @Test func countsOnFromTheBeginWhereARefusalIsLost() throws {
    var world = world(oneWayMs: 1_500, "1s, connectTimeout: 60s", blackhole: 2, for: 6)
    world.faults.insert(outage(at: 0, for: 2, .refuse, drop: false), at: 0)
    let run = try world.run()
    #expect(run.load.synRepeats == 2 && run.load.attempts == 2)
    #expect(arrivals(run) == [15, 117])
  }

  /// The answer to the packet of 0 s is lost. The packet of 1 s takes until 3.6 s, and that of 3 s overtakes it, is
  /// refused at 3.1 s and ends the attempt at 3.2 s: all three are of one arrival.
  @Test func countsOnceWhereAnAnswerIsLost() throws {
    var world = world(oneWayMs: 100, "100s, connectTimeout: 60s", blackhole: 100, for: 1)
    world.faults = [
      fault(at: 0, for: 1, .loss(.share(0.999_999), direction: .back)),
      fault(at: 1, for: 1, .latency(times: 1, add: .constant(.milliseconds(2_500)))),
      outage(at: 3, for: 10, .refuse, drop: false),
    ]
    world.untilSettled = false
    world.duration = .seconds(50)
    let run = try world.run()
    #expect(run.failed(.refused) == 1)
    #expect(run.load.attempts == 1 && run.load.arrivals == 1 && run.load.synRepeats == 2)
    #expect(arrivals(run) == [1])
  }

  /// The client gives up at 2 s, with the packets of 0 and 1 s under way: the first is the arrival.
  @Test func countsOnceForWhoHasLeft() throws {
    var world = world(oneWayMs: 2_500, "100s, connectTimeout: 2s", blackhole: 100, for: 1)
    world.untilSettled = false
    world.duration = .seconds(50)
    let run = try world.run()
    #expect(run.load.attempts == 1 && run.load.arrivals == 1 && run.load.synRepeats == 1)
    #expect(arrivals(run) == [25])
  }

  /// Taken in at 1.5 s, and left at 2 s: the packet that was sent at 1 s comes at 2.5 s, to a gateway that has
  /// the attempt already. Without a round trip the request comes with the first packet, and is served once.
  @Test(arguments: [nil, 4_096]) func isServedOnceForWhoHasLeft(backlog: Int?) throws {
    var world = world(oneWayMs: 1_500, "100s, connectTimeout: 2s", blackhole: 100, for: 1)
    world.untilSettled = false
    world.duration = .seconds(50)
    world.gateway.backlog = backlog
    world.gateway.auth = StationDescription(servers: 1, time: .constant(.milliseconds(10)))
    let run = try world.run()
    #expect(run.load.attempts == 1 && run.load.arrivals == 1 && run.load.synRepeats == 1)
    #expect(run.station(.auth).arrivals == 1)
  }

  /// Three come at 1.5 s: one is served until 2.3 s, one waits, and the third is dropped by the full backlog.
  /// All leave at 2 s. Of their second packets, which come at 2.5 s, the third one's is taken in.
  @Test func whoWasDroppedIsTakenInLater() throws {
    var world = world(oneWayMs: 1_500, "100s, connectTimeout: 2s", blackhole: 100, for: 1)
    world.clients = 3
    world.untilSettled = false
    world.duration = .seconds(50)
    world.gateway.backlog = 0
    world.gateway.handshake = StationDescription(servers: 1, time: .constant(.milliseconds(800)))
    let run = try world.run()
    #expect(run.load.attempts == 3 && run.load.arrivals == 3 && run.load.synRepeats == 3)
    #expect(run.station(.handshake).arrivals == 3 && run.gateway.acceptOverflow == 1)
  }

  /// Both are due after 3 s: the timeout goes first, and the packet of that moment is never sent. Attempts begin
  /// every 4 s from 0 on, and send at once and after 1 s. The blackhole ends at 22 s: the attempt of 20 s has
  /// sent both by then, and the next packet leaves at 24 s.
  @Test func theTimeoutGoesFirst() throws {
    let run = try world(oneWayMs: 50, "1s, connectTimeout: 3s", blackhole: 0, for: 22).run()
    #expect(arrivals(run) == [240])
    #expect(run.load.attempts == 7 && run.failed(.timeout) == 6)
  }
}

/// Each copy of a segment meets the loss of its own moment.
@Suite("A loss that begins and ends")
struct ChangingLossTests {
  /// A connected client whose heartbeat is lost as all else from 29 to 32 s. Copies of the beat of 30 s leave
  /// after 0, 0.2, 0.6, 1.4 and 3 s: the last of them gets through at 33 s, well before the client gives up.
  private func world(_ rate: Double) -> World {
    var world = World(clients: 40)
    world.network = constantNetwork(milliseconds: 50, setup: .none)
    world.backoff = "1s"
    world.isAligned = true
    world.faults = [fault(at: 29, for: 3, .loss(rate: rate))]
    world.duration = .minutes(2)
    world.untilSettled = false
    return world
  }

  @Test func everythingIsLostAndTheConnectionLivesOn() throws {
    let run = try world(1).run()
    #expect(run.load.attempts == 0 && run.recovery.outcomes.recovered == 40)
    // But nobody has a connection meanwhile.
    #expect(
      run.recovery.downtimes.allSatisfy { $0 == .seconds(3) } && run.recovery.downtimes.count == 40)
  }

  /// Nearly everything is as everything, but for the connections, which count.
  @Test func nearlyEverythingIsTheSame() throws {
    let run = try world(0.999_999_999).run()
    #expect(run.load.attempts == 0 && run.recovery.outcomes.recovered == 40)
    #expect(run.recovery.downtimes.allSatisfy { $0 == .zero })
  }

  /// For 20 s copies leave at +0, 0.2, 0.6, 1.4, 3, 6.2 and 12.6 s, and none gets through within the 10 s that
  /// a client waits.
  @Test func aLongOneIsFoundByTheHeartbeat() throws {
    var world = world(1)
    world.faults[0].duration = .seconds(20)
    let run = try world.run()
    #expect(
      run.load.attempts >= 40
        && run.load.failures.allSatisfy { $0.count == 0 || $0.reason == .timeout })
    #expect(run.recovery.outcomes.recovered == 40)
  }

  /// Without an end, nobody comes back, and nothing arrives.
  @Test func oneWithoutEnd() throws {
    var world = world(1)
    world.faults[0].duration = nil
    let run = try world.run()
    #expect(run.load.arrivals == 0 && run.recovery.outcomes.recovered == 0)
    #expect(run.recovery.outcomes.stillTrying == 40)
  }

  /// What the gateway sends meets the loss when it would arrive: the answer to a packet that arrives at 28.98 s
  /// is at the client at 29.03 s, when everything is lost, and comes with the copy of 29.18 s.
  @Test func whatComesBackMeetsItOnArrival() throws {
    var world = World(clients: 1)
    world.network = constantNetwork(milliseconds: 50, setup: .none)
    world.backoff = "27880ms"
    world.faults = [
      outage(at: 1, for: 1),
      Fault(
        at: .start + .milliseconds(29_000), duration: .milliseconds(100), kind: .loss(rate: 1),
        scope: .everyone),
    ]
    world.recoveryFrom = [0]
    world.untilSettled = true
    let run = try world.run()
    // Learnt at 1.05 s, tried at 28.93 s, let in at 28.98 s: greeted at 29.23 s, at once called and answered.
    #expect(run.recovery.recoveries == [.milliseconds(27_230)])
  }
}
