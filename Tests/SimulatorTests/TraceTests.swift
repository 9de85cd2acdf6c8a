import Faults
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// What a run writes down about clients that it follows.
@Suite("Traces") struct TraceTests {
  /// Worlds of every session system, with faults and habits drawn from a seed.
  static let wild = Array(seeds(6, release: 400))

  private func following(_ clients: [UInt32], _ world: FleetWorld) throws -> RunResult {
    var plan = world.plan
    plan.followed = clients
    return try simulate(plan, world.fleet)
  }

  private func everybody(in world: FleetWorld) -> [UInt32] { Array(0..<UInt32(world.clients)) }

  /// nil where a formula of the world cannot be waited for.
  private func outcome(_ clients: [UInt32], _ world: FleetWorld) -> RunResult? {
    try? following(clients, world)
  }

  /// The digest of the facts in a trace.
  private func digest(of trace: [TraceEntry]) -> Digest {
    var digest = Digest()
    for entry in trace {
      guard case .fact(let code, _) = entry.event else { continue }
      digest.add(code, client: entry.client ?? Digest.everyone, at: entry.at)
    }
    return digest
  }

  private func checkAll(_ world: FleetWorld, _ name: String) throws {
    guard let plain = outcome([], world) else { return }
    var followed = try following(everybody(in: world), world)
    let trace = followed.log.trace
    #expect(digest(of: trace) == plain.course.digest, "\(name): the facts are not those of the run")
    followed.log.trace = []
    let difference = firstDifference(fingerprint(of: followed), fingerprint(of: plain))
    #expect(difference == nil, "\(name): following has changed the run: \(difference ?? "")")
    #expect(zip(trace, trace.dropFirst()).allSatisfy { $0.at <= $1.at }, "\(name): out of order")
    checkStates(trace, name)
  }

  /// Each turn begins in the state in which the one before ended.
  private func checkStates(_ trace: [TraceEntry], _ name: String) {
    var states: [UInt32: String] = [:]
    for entry in trace {
      guard let client = entry.client else { continue }
      switch entry.event {
      case .begins(_, let state, _):
        #expect(states[client] == nil, "\(name): client \(client) begins twice")
        states[client] = state
      case .turn(let turn):
        #expect(turn.before == states[client], "\(name): client \(client) at \(entry.at)")
        states[client] = turn.after
      case .fact, .firstPacketLost, .packetLost, .nameAsked, .addressTried, .addressFailed, .queued,
        .droppedRequest, .served:
        break
      }
    }
  }

  @Test(
    "the facts of all clients are those of the run, and following changes nothing", arguments: wild)
  func followed(seed: UInt64) throws {
    try checkAll(WildFleet.world(seed), "wild \(seed)")
    try checkAll(QuietWorld.make(seed), "quiet \(seed)")
    try checkAll(ShutWorld.make(seed), "shut \(seed)")
  }

  /// The heartbeat of 30 s later meets a path that is down for 2 s: the system's copies are told, and what took them.
  @Test("a packet that does not get through is told with its copies")
  func lostCopies() throws {
    var world = World()
    world.clients = 1
    world.network = steadyNetwork
    world.duration = .minutes(3)
    world.untilSettled = false
    world.followed = [0]
    let times = try world.run().log.trace.compactMap { entry in
      if case .turn(let turn) = entry.event, turn.isKeepalive, case .fired = turn.cause {
        return entry.at
      }
      return nil
    }
    let beat = try #require(times.first)
    let second = Int64(beat.seconds.rounded(.down))
    world.faults = [fault(at: second, for: 2, .loss(.share(1)))]
    let lost = try world.run().log.trace.compactMap(\.lostWords)
    let begin = (beat - .start).nanoseconds / 1_000_000
    // 0.2 s, doubling, up to the end of the fault.
    let copies = [0, 200, 600, 1_400].filter { begin + $0 < (second + 2) * 1_000 }
    let expected = copies.enumerated().map { "out \($0) silence \(begin + Int64($1))" }
    #expect(lost == expected)
    #expect(lost.count >= 3)
  }

  /// Both the path's bursts and chance take packets; each transmission is told once, and the digest is that of the run.
  @Test("fades and chance are told apart")
  func fadesAndChance() throws {
    var world = World()
    world.clients = 40
    world.network = steadyNetwork
    world.network.loss = .both(
      .fade(Fade(good: .seconds(20), bad: .seconds(5), lossGood: 0.1, lossBad: 0.9)))
    world.faults = [outage(at: 60, for: 20)]
    world.duration = .minutes(5)
    world.untilSettled = false
    let plain = try world.run().course.digest
    world.followed = Array(0..<40)
    let run = try world.run()
    #expect(run.course.digest == plain)
    let lost = run.log.trace.compactMap { entry in
      entry.lostWords.map { "\(entry.client ?? 0) \(entry.attempt) \($0)" }
    }
    #expect(Set(lost).count == lost.count, "a transmission is told twice")
    for word in ["out 0 fade", "back 0 fade", "out 0 chance", "back 0 chance", "out 1 fade"] {
      #expect(lost.contains { $0.contains(word) }, "no \(word)")
    }
    let first = run.log.trace.compactMap { entry in
      if case .firstPacketLost(_, _, let loss?, _) = entry.event { return loss }
      return nil
    }
    #expect(Set(first) == [.fade, .chance])
  }

  @Test("clients that contend are followed, too")
  func contention() throws {
    try checkAll(ContentionWorld(clients: 20).fleet(), "contention")
  }

  @Test("a client's life does not depend on who else is followed", arguments: wild.prefix(10))
  func alone(seed: UInt64) throws {
    let world = try WildFleet.world(seed)
    guard let all = outcome(everybody(in: world), world) else { return }
    for client in [0, 7, UInt32(world.clients) - 1] {
      let own = try following([client], world).log.trace
      let among = all.log.trace.filter { $0.client == client || $0.client == nil }
      #expect(own.map { "\($0)" } == among.map { "\($0)" })
    }
  }

  @Test("the ranking says who was back when")
  func ranking() throws {
    var world = try FleetWorld(.stoat([BackoffPolicyForTests.parse("uniform(0s, 20s)")]))
    world.faults = [outage(at: 60, for: 30)]
    var plan = world.plan
    plan.ranksClients = true
    let run = try simulate(plan, world.fleet)
    #expect(
      run.log.ranking.count == run.recovery.affected && run.recovery.affected == world.clients)
    #expect(run.log.ranking.compactMap(\.recovery) == run.recovery.recoveries.sorted())
    #expect(Set(run.log.ranking.map(\.client)).count == world.clients)
    #expect(try simulate(world.plan, world.fleet).log.ranking.isEmpty)
  }
}

extension TraceEntry {
  /// A transmission that is lost: its direction, number and cause, and the millisecond.
  fileprivate var lostWords: String? {
    guard case .packetLost(let direction, let copy) = event else { return nil }
    return "\(direction) \(copy.number) \(copy.loss) \((at - .start).nanoseconds / 1_000_000)"
  }
}
