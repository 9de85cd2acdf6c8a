import Faults
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// What people do that concerns nobody but their client is made up for later. Every figure, the digest, the
/// number of events and what is known of each client must be those of the run in which each move waits for its
/// turn.
@Suite("Passing over what people do changes nothing")
struct PassedStreamsTests {
  /// 3,000 worlds of each kind, 10,000 at night; a few where the code is not optimised.
  static let blocks = 0..<UInt64(isNightly ? 200 : isRelease ? 60 : 1)
  static let worldsOfBlock = UInt64(isRelease ? 50 : 12)

  @Test(arguments: blocks) func whereMovesShareMoments(block: UInt64) throws {
    try compare(block) { try StreamWorld.make($0) }
  }

  @Test(arguments: blocks) func whereEverythingIsOn(block: UInt64) throws {
    try compare(block) {
      var world = try WildFleet.world(50_000 + $0)
      world.clients = 6
      world.duration = .minutes(3)
      return world
    }
  }

  private func compare(_ block: UInt64, _ make: (UInt64) throws -> FleetWorld) throws {
    for seed in block * Self.worldsOfBlock..<(block + 1) * Self.worldsOfBlock {
      let world = try make(seed)
      let queue: QueueChoice = seed % 4 == 0 ? .heap : .ladder
      let difference = firstDifference(
        world.outcome(skipping: true, queue), world.outcome(skipping: false, queue))
      #expect(difference == nil, "seed \(seed)")
    }
  }

  /// Also what no figure shows: which copies are old, what is locked, which pushes are owed.
  @Test(arguments: 0..<UInt64(isRelease ? 300 : 10))
  func whatIsKnownOfEachClient(seed: UInt64) throws {
    var plan = try StreamWorld.make(seed).plan
    let fleet = try StreamWorld.make(seed).fleet
    let passed = Result { try clientsAfter(plan, fleet) }
    plan.skipsQuietTime = false
    let stepped = Result { try clientsAfter(plan, fleet) }
    #expect((try? passed.get()) == (try? stepped.get()), "seed \(seed)")
  }

  // MARK: Moments that coincide

  /// Clients that come to life together, read each second, and get a push each two.
  private func reading(_ change: (inout Behaviour) -> Void = { _ in }) -> FleetWorld {
    var behaviour = Behaviour()
    behaviour.actions = .each(seconds: 1)
    behaviour.pushes = PushPlan(every: .each(seconds: 2), storms: [])
    behaviour.entities = 2
    change(&behaviour)
    var world = FleetWorld.primer(behaviour)
    world.clients = 6
    world.start = .within(.zero)
    world.duration = .seconds(30)
    return world
  }

  /// The run ends with a read, and a nanosecond before and after.
  @Test(arguments: [-1, 0, 1]) func theRunEndsWithARead(nanoseconds: Int64) throws {
    var world = reading()
    world.duration = .seconds(20) + .nanoseconds(nanoseconds)
    // Those of the first second wait for start(), which resolves after 200 ms.
    let reads = try world.run().reads(of: .primer)
    #expect(reads == 6 * (nanoseconds > 0 ? 20 : 19))
    #expect(world.differenceOfSkipping() == nil)
  }

  /// A fault of any kind begins or ends with a read, and a nanosecond before and after.
  @Test(arguments: WildFleet.kinds.indices, [-1, 0, 1])
  func aFaultComesWithARead(kind: Int, nanoseconds: Int64) throws {
    let kind = WildFleet.kinds[kind]
    for change: (inout Behaviour) -> Void in [
      { _ in }, { $0.listeners = Alternation(on: .each(seconds: 3), off: .each(seconds: 2)) },
      { $0.app = Alternation(on: .each(seconds: 7), off: .each(seconds: 2)) },
    ] {
      for scope in [FaultScope.everyone, .share(0.5)] {
        if case .share = scope, kind.concernsStations { continue }
        var world = reading(change)
        let at = Instant.start + .seconds(10) + .nanoseconds(nanoseconds)
        world.faults = [
          Fault(
            at: at, duration: kind.isMomentary ? nil : .seconds(6), kind: kind, scope: scope)
        ]
        #expect(world.differenceOfSkipping() == nil, "\(kind), \(scope)")
      }
    }
  }

  /// A listener comes and goes with a push: at the same moment, and a microsecond before and after.
  @Test(arguments: [-1, 0, 1]) func aListenerComesWithAPush(microseconds: Int64) throws {
    let world = reading {
      $0.entities = 1
      let off = Interval.seconds(2) + .microseconds(microseconds)
      $0.listeners = Alternation(on: .each(seconds: 4), off: .constant(off))
    }
    #expect(try world.run().pushes(of: .primer).made > 0)
    #expect(world.differenceOfSkipping() == nil)
  }

  /// The app goes behind, and comes back, with a read.
  @Test(arguments: [-1, 0, 1]) func theAppGoesBehindWithARead(microseconds: Int64) {
    let world = reading {
      let on = Interval.seconds(5) + .microseconds(microseconds)
      $0.app = Alternation(on: .constant(on), off: .each(seconds: 3))
    }
    #expect(world.differenceOfSkipping() == nil)
  }

  /// A session begins with a read, and its response comes with one.
  @Test(arguments: [250, 500, 1_000]) func aLaunchComesWithARead(milliseconds: Int64) {
    for setup in [SetupRoundTrips.none, .usual] {
      var world = reading {
        $0.launches = .each(seconds: 5)
        $0.newUser = 1
        $0.firstScreen = 3
      }
      world.cohorts[0].network = constantNetwork(milliseconds: milliseconds, setup: setup)
      #expect(world.differenceOfSkipping() == nil)
    }
  }

  /// Where packets take no time, a client of a higher number has its turn, and what comes of it has one at the
  /// same moment.
  @Test func packetsThatTakeNoTime() {
    var world = reading {
      $0.launches = .each(seconds: 5)
      $0.listeners = Alternation(on: .each(seconds: 3), off: .each(seconds: 2))
      $0.firstScreen = 3
    }
    world.cohorts[0].network = constantNetwork(milliseconds: 0, setup: .none)
    world.gateway.api.servers = 1
    #expect(world.differenceOfSkipping() == nil)
  }

  // MARK: What it saves, and who is left out

  /// Reads and pushes of clients that listen to nothing are no work for the loop: `control` is asked every
  /// 65,536 things that it does.
  @Test(.enabled(if: isRelease)) func readsAreNoWorkForTheLoop() throws {
    var world = reading()
    world.clients = 1_000
    world.duration = .minutes(10)
    func questions(skipping: Bool) throws -> (count: Int, events: Int) {
      var plan = world.plan
      plan.skipsQuietTime = skipping
      var count = 0
      let run = try simulate(plan, world.fleet) { _ in
        count += 1
        return true
      }
      return (count, run.course.events)
    }
    let passed = try questions(skipping: true)
    #expect(passed.events >= 899_000)
    #expect(passed.count == 0)
    #expect(try questions(skipping: false) == (passed.events / 65_536, passed.events))
  }

  /// A run that is broken off holds what happened until a certain moment, and nothing later.
  @Test(arguments: 1...3) func whatIsBrokenOffEndsForEverybody(questions: Int) throws {
    var world = reading { $0.launches = .about(seconds: 3) }
    world.clients = 2_000
    world.duration = .minutes(10)
    var asked = 0
    let run = try simulate(world.plan, world.fleet) { _ in
      asked += 1
      return asked < questions
    }
    #expect(run.course.isTruncated)
    world.duration = run.course.end - .start + .nanoseconds(1)
    var plan = world.plan
    plan.skipsQuietTime = false
    let whole = try simulate(plan, world.fleet)
    #expect(whole.course.events == run.course.events)
    #expect(whole.course.digest == run.course.digest)
  }

  /// The life of a client that is followed is written down move by move.
  @Test func whoIsFollowedIsStepped() throws {
    var plan = reading().plan
    plan.followed = [0]
    let followed = try simulate(plan, reading().fleet)
    plan.skipsQuietTime = false
    let stepped = try simulate(plan, reading().fleet)
    #expect(!followed.log.trace.isEmpty && followed.log.trace.count == stepped.log.trace.count)
    #expect(followed.course.digest == stepped.course.digest)
  }
}

extension RunResult {
  fileprivate func reads(of system: SystemName) -> Int {
    ["readLock", "readLatest", "readFallback"].reduce(0) { $0 + count($1, of: system) }
  }
}

extension FaultKind {
  /// Whether it is aimed at stations or nodes, and cannot be at clients.
  fileprivate var concernsStations: Bool {
    switch self {
    case .restart, .capacity, .slow: true
    case .outage, .latency, .loss, .authFailure, .flapping, .offline, .background, .handover, .dns,
      .move, .address,
      .logout:
      false
    }
  }
}
