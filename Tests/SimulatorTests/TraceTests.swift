import Measurements
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// What a run writes down about clients that it follows.
@Suite("Traces") struct TraceTests {
  /// Worlds of every session system, with faults and habits drawn from a seed.
  static let wild = Array(seeds(30, release: 400))

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
      case .fact, .firstPacketLost, .nameAsked, .addressTried, .addressFailed, .queued, .served:
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
