import Faults
import NetworkModel
import Primitives
import Simulator
import Testing
import VirtualTime

@Suite("Names: asking for an address, keeping it, and the wrong one")
struct NamesInRunsTests {
  private func world(_ name: NameDescription?, _ faults: [Fault]) -> World {
    var world = World()
    world.network = steadyNetwork
    world.network.name = name
    world.faults = faults
    world.backoff = "1s"
    world.duration = .minutes(5)
    return world
  }

  private let restart = [outage(at: 60, for: 20)]

  /// An answer that takes no time changes nothing, event by event.
  @Test func anAnswerAtOnceChangesNothing() throws {
    let plain = try world(nil, restart).run()
    let named = try world(NameDescription(time: .constant(.zero)), restart).run()
    #expect(named.course.digest == plain.course.digest)
    #expect(named.course.events == plain.course.events)
  }

  /// A client asks once in a cycle: of the attempts of one outage the first takes 40 ms longer, and those after a turn.
  @Test func theAnswerIsKeptForACycle() throws {
    let name = NameDescription(time: .constant(.milliseconds(40)), ttl: .hours(1))
    let plain = try world(nil, restart).run()
    let named = try world(name, restart).run()
    #expect(named.failed(.refused) > 0 && named.failed(.dns) == 0)
    // Only the first attempt of each is later: in the mean everybody is back 40 ms later, or as before where that
    // is less than a pause.
    #expect(named.load.attempts <= plain.load.attempts)
    #expect(named.recovery.recoveries.count == plain.recovery.recoveries.count)
  }

  /// While nobody answers for the name, those whose cache turns are cut off: with a ttl of 60 s all are within a
  /// minute, and each of their attempts fails after two tries of 5 s.
  @Test func aSilentNameCutsOffThoseWhoAsk() throws {
    let name = NameDescription(ttl: .seconds(60))
    var world = world(
      name, [fault(at: 50, for: 100, .dns(.silent, negative: .zero)), outage(at: 60, for: 20)])
    world.clients = 2_000
    let run = try world.run()
    // All ask for the first time when they are dropped at 60 s: a cache that turned within the fault has none.
    #expect(run.failed(.dns) > 0)
    #expect(run.recovery.outcomes.recovered == 2_000)
    #expect(run.course.clear == .start + .seconds(150))
  }

  /// `none` is an answer: the attempt fails when it comes, and those within `negative` at once.
  @Test func anAnswerWithoutAnAddressIsKept() throws {
    let faults = [fault(at: 0, for: 100, .dns(.none, negative: .zero)), outage(at: 60, for: 20)]
    var kept = faults
    kept[0].kind = .dns(.none, negative: .seconds(30))
    let name = NameDescription(ttl: .seconds(1))
    let forgotten = try world(name, faults).run()
    let remembered = try world(name, kept).run()
    #expect(forgotten.failed(.dns) > 0 && remembered.failed(.dns) > 0)
    #expect(
      remembered.recovery.outcomes.recovered == 500 && forgotten.recovery.outcomes.recovered == 500)
  }

  /// After a move clients go to the old address until their cache turns: P(stale at s) = max(0, 1 - s/ttl). The
  /// address refuses, so the last that is refused is refused before one ttl is over.
  @Test func aMoveIsOverAfterOneCycle() throws {
    let move = fault(at: 60, for: nil, .move(old: .refuse, drop: true))
    var world = world(NameDescription(ttl: .seconds(60)), [outage(at: 10, for: 1), move])
    world.recoveryFrom = [1]
    world.clients = 2_000
    let run = try world.run()
    #expect(run.recovery.outcomes.recovered == 2_000)
    #expect(run.course.clear == .start + .seconds(60) + .nanoseconds(1))
    let times = run.recovery.recoveries.map(\.seconds).sorted()
    // Uniform on 60 s, and up to a second of delay behind it.
    #expect(times.last! < 62 && times.last! > 58)
    let median = times[times.count / 2]
    #expect(abs(median - 30.5) < 2.5)
  }

  /// A silent old address costs the connect timeout as well.
  @Test func aSilentOldAddressIsFoundByTheTimeout() throws {
    let faults = [outage(at: 10, for: 1), fault(at: 60, for: nil, .move(old: .silent, drop: true))]
    var silent = world(NameDescription(ttl: .seconds(60)), faults)
    silent.recoveryFrom = [1]
    let run = try silent.run()
    #expect(run.failed(.timeout) > 0 && run.failed(.refused) < run.load.attempts)
    #expect(run.recovery.outcomes.recovered == 500)
  }

  /// Attempts that are passed over and those that are played one by one are the same.
  @Test(arguments: seeds(15, release: 480)) func skippingChangesNothing(seed: UInt64) throws {
    var dice = Dice(seed &+ 7_000)
    let time: Distribution = dice.pick(
      .constant(.zero), .constant(.milliseconds(20)), .exponential(mean: .seconds(2)),
      .uniform(low: .zero, high: .seconds(12)))
    let name = NameDescription(
      time: time, ttl: dice.pick(.seconds(1), .seconds(7), .seconds(60), .hours(1)),
      tries: dice.pick(1, 2, 5), timeout: dice.pick(.milliseconds(100), .seconds(5)),
      resolvers: dice.pick(nil, 1, 10))
    let trouble = dice.pick(NameFailure.silent, .none)
    var world = world(
      name,
      [
        outage(at: 5, for: 20 + dice.roll(40), dice.pick(.refuse, .blackhole, .reset)),
        fault(
          at: dice.roll(60), for: 1 + dice.roll(60),
          .dns(trouble, negative: trouble == .none ? .seconds(dice.roll(9)) : .zero)),
        fault(
          at: 10 + dice.roll(60), for: nil,
          .move(old: dice.pick(.silent, .refuse), drop: dice.chance(50)),
          dice.pick(.everyone, .share(0.5))),
      ])
    // The answer to a question may come after the attempt that asked, and in another spell of the world.
    if dice.chance(50) { world.faults.append(fault(at: 40, for: nil, .handover, .share(0.3))) }
    world.clients = 60
    world.seed = seed
    world.gateway = dice.pick(idealGateway, smallGateway)
    world.network.loss = dice.weather(around: dice.pick(0, 0.1, 0.5))
    world.backoff = dice.pick(
      "1s", "aws-full", "stoat-web", "uniform(0s, min(20s, 2^x)), attempts: 30",
      "uniform(0s, 2s), connectTimeout: 2s")
    let (skipped, _) = try world.runBothWays()
    #expect(skipped.recovery.outcomes.sum == 60)
  }
}
