import Faults
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// Timelines at 50 ms one way: a first packet is at the door after 50 ms, its answer back after 100.
@Suite("Addresses: the next one when the last has failed, or does not answer")
struct AddressTests {
  private func world(_ addresses: AddressPlan, _ faults: [Fault]) -> World {
    var world = World()
    world.clients = 1
    world.network = steadyNetwork
    world.network.addresses = addresses
    world.faults = faults
    world.backoff = "1s, connectTimeout: 10m"
    world.duration = .minutes(5)
    world.followed = [0]
    return world
  }

  /// The first attempt of a client that is dropped at 60 s, as its life is written down: what happened, and
  /// milliseconds since it began.
  private func firstAttempt(_ world: World) throws -> [String] {
    let entries = try world.run().log.trace
    guard
      let begin = entries.first(where: {
        if case .fact(_, .attemptBegan) = $0.event { true } else { false }
      })
    else { return [] }
    return entries.filter { $0.attempt == begin.attempt && $0.at >= begin.at }.compactMap { entry in
      entry.addressWords.map {
        "\($0) \((entry.at - begin.at).nanoseconds / 1_000_000)"
      }
    }
  }

  private func dead(_ number: Int, _ fate: DeadAddress, for duration: Int64 = 200) -> Fault {
    fault(at: 60, for: duration, .address(number: number, fate))
  }

  private let drop = outage(at: 60, for: 20)
  /// The connection is closed, and a second later the first attempt begins at an open gateway.
  private let cut = outage(at: 60, for: 1)
  private let reset = fault(
    at: 60, for: 20, .outage(mode: .reset, drop: true, batch: 1, every: .seconds(1)))

  /// At a refused gateway each address is knocked at, one after the other.
  @Test func refusedAtEach() throws {
    let lines = try firstAttempt(world(AddressPlan(count: 3), [drop]))
    #expect(
      lines == [
        "tries 0 at 0", "arrives 50", "0 refused 100", "tries 1 at 100", "1 refused 200",
        "tries 2 at 200", "2 refused 300", "fails refused 300",
      ])
  }

  /// A pause shorter than a round trip: the second is tried beside the first, and fails last.
  @Test func sideBySide() throws {
    let plan = AddressPlan(count: 2, next: .after(.milliseconds(30)))
    #expect(
      try firstAttempt(world(plan, [reset])) == [
        "tries 0 at 0", "tries 1 at 30", "arrives 50", "0 reset 100", "1 reset 130",
        "fails reset 130",
      ])
  }

  /// A silent address costs the pause.
  @Test func silentFirst() throws {
    var world = world(AddressPlan(count: 2), [dead(0, .silent)])
    world.faults.insert(fault(at: 60, for: nil, .handover), at: 0)
    let lines = try firstAttempt(world)
    #expect(
      lines == ["tries 0 at 0", "lost 1 at 0", "tries 1 at 250", "arrives 300", "succeeds 750"])
  }

  /// A refusing address costs a round trip.
  @Test func refusingFirst() throws {
    var world = world(AddressPlan(count: 2, next: .failure), [dead(0, .refuse)])
    world.faults.insert(fault(at: 60, for: nil, .handover), at: 0)
    #expect(
      try firstAttempt(world) == [
        "tries 0 at 0", "0 refused 100", "tries 1 at 100", "arrives 150", "succeeds 600",
      ])
  }

  /// With `failure` a silent address costs as long as the system's patience lasts: 127 s.
  @Test func silentFirstUntilTheSystemGivesUp() throws {
    var world = world(AddressPlan(count: 2, next: .failure), [dead(0, .silent)])
    world.faults.insert(fault(at: 60, for: nil, .handover), at: 0)
    let lines = try firstAttempt(world).filter { !$0.hasPrefix("lost") }
    #expect(
      lines == [
        "tries 0 at 0", "0 timeout 127000", "tries 1 at 127000", "arrives 127050",
        "succeeds 127500",
      ])
  }

  /// The attempt fails with what the last of them says, whichever was begun last.
  @Test func theLastFailureCounts() throws {
    let faults = [dead(0, .silent), dead(1, .refuse)]
    var world = world(AddressPlan(count: 2), faults)
    world.faults.insert(fault(at: 60, for: nil, .handover), at: 0)
    let lines = try firstAttempt(world).filter { !$0.hasPrefix("lost") }
    #expect(
      lines == [
        "tries 0 at 0", "tries 1 at 250", "1 refused 350", "0 timeout 127000",
        "fails timeout 127000",
      ])
  }

  /// A dead address behind a silence is silent: its first packets go by the system's times until the silence is over.
  @Test func aDeadAddressBehindASilence() throws {
    let silence = outage(at: 61, for: 10, .blackhole, drop: false)
    let world = world(AddressPlan(count: 2, next: .failure), [cut, silence, dead(0, .refuse)])
    let lines = try firstAttempt(world).filter { !$0.hasPrefix("lost") }
    // SYNs at 0, 1, 3, 7 and 15 s: the silence is over ten seconds after the first.
    #expect(
      lines == [
        "tries 0 at 0", "0 refused 15100", "tries 1 at 15100", "arrives 15150", "succeeds 15600",
      ])
  }

  /// An attempt whose network is gone tries no other address, and ends when the system gives up what it has begun.
  @Test func aHandoverInTheMiddle() throws {
    let world = world(
      AddressPlan(count: 3, next: .after(.seconds(5))),
      [cut, dead(0, .silent), dead(1, .silent), fault(at: 67, for: nil, .handover)])
    let lines = try firstAttempt(world).filter { !$0.hasPrefix("lost") }
    #expect(
      lines == [
        "tries 0 at 0", "tries 1 at 5000", "0 timeout 127000", "1 timeout 132000",
        "fails timeout 132000",
      ])
  }

  /// Repetitions to an address go on until the answer of another one is back: here after three seconds.
  @Test func repetitionsUntilTheAnswer() throws {
    var world = world(AddressPlan(count: 2, next: .after(.milliseconds(100))), [])
    world.network = NetworkDescription(
      profile: "slow", latency: .constant(.milliseconds(1_500)), setup: .usual, loss: 0)
    world.network.addresses = AddressPlan(count: 2, next: .after(.milliseconds(100)))
    world.clients = 10
    world.start = .within(.zero)
    world.followed = []
    world.faults = []
    let run = try world.run()
    // Address 0 has taken the attempt in at 1.5 s, and its answer is back at 3 s: its SYN at 1 s is on its way by then.
    // Address 1 gets its SYNs at 0.1 and 1.1 s.
    #expect(run.load.attempts == 10 && run.load.synRepeats == 30)
  }

  /// One address is as none, and one that is dead is a dead gateway, which nobody reaches.
  @Test func oneAddress() throws {
    var world = world(AddressPlan(), [dead(0, .silent), drop])
    world.clients = 500
    world.backoff = "1s"
    let run = try world.run()
    #expect(run.load.arrivals == 500 && run.load.attemptsAtDeadAddresses > 500)
    #expect(run.course.clear == .start + .seconds(260))
    world.faults = [drop]
    let plain = try world.run()
    world.network.addresses = AddressPlan(count: 1, order: .random, next: .failure)
    #expect(try world.run().course.digest == plain.course.digest)
    #expect(try world.run().course.events == plain.course.events)
  }

  /// An attempt arrives once; what else reaches the door is counted apart and costs nothing.
  @Test func oneArrivalForEachAttempt() throws {
    var world = world(AddressPlan(count: 4, next: .after(.milliseconds(10))), [drop])
    world.clients = 500
    let run = try world.run()
    #expect(run.load.arrivals == run.load.attempts)
    #expect(run.load.synRepeats == 3 * run.load.attempts)
    #expect(run.recovery.outcomes.recovered == 500)
  }

  /// In a random order half of the attempts meet the dead one of two addresses.
  @Test func aRandomOrder() throws {
    var world = world(
      AddressPlan(count: 2, order: .random),
      [dead(1, .refuse), fault(at: 70, for: nil, .handover)])
    world.clients = 2_000
    let run = try world.run()
    #expect(run.load.attempts == 2_000)
    // Four standard errors of 2,000 coins.
    #expect(abs(run.load.attemptsAtDeadAddresses - 1_000) < 90)
  }

  /// Attempts that are passed over and those that are played one by one are the same.
  @Test(arguments: seeds(20, release: 600)) func skippingChangesNothing(seed: UInt64) throws {
    var dice = Dice(seed &+ 9_000)
    var world = World()
    world.network = dice.pick(
      steadyNetwork,
      NetworkDescription(
        profile: "own", latency: .lognormal(median: .milliseconds(80), sigma: 0.8),
        setup: dice.chance(30) ? .none : .usual, loss: dice.weather(around: dice.pick(0, 0.1, 0.5)))
    )
    world.network.addresses = dice.addresses()
    if dice.chance(30) { world.network.name = NameDescription(ttl: .seconds(7)) }
    world.faults = [
      outage(at: 5, for: 20 + dice.roll(40), dice.pick(.refuse, .blackhole, .reset)),
      fault(
        at: dice.roll(60), for: 1 + dice.roll(60),
        .address(
          number: Int(dice.roll(Int64(world.network.addresses.count))),
          dice.pick(DeadAddress.allCases)), dice.pick(.everyone, .share(0.5))),
      fault(at: 40, for: nil, .handover, .share(0.3)),
    ]
    if dice.chance(40) { world.faults.removeLast(2) }
    world.clients = 60
    world.seed = seed
    world.gateway = dice.pick(idealGateway, smallGateway)
    world.gateway.abandonment = dice.pick(.work, .notice)
    world.backoff = dice.pick(
      "1s", "aws-full", "stoat-web", "uniform(0s, min(20s, 2^x)), attempts: 30",
      "uniform(0s, 2s), connectTimeout: 2s")
    world.duration = .minutes(10)
    let (skipped, played) = try world.runBothWays()
    #expect(skipped.load.synRepeats == played.load.synRepeats)
  }
}

extension Dice {
  /// One or several addresses.
  mutating func addresses() -> AddressPlan {
    AddressPlan(
      count: pick(1, 2, 2, 3, 8), order: pick(AddressPlan.Order.allCases),
      next: pick(
        .failure, .after(.milliseconds(10)), .after(.milliseconds(100)),
        .after(.milliseconds(250)), .after(.seconds(2))))
  }
}

extension TraceEntry {
  /// What the tests look at.
  fileprivate var addressWords: String? {
    switch event {
    case .addressTried(let number): "tries \(number) at"
    case .addressFailed(let number, let reason): "\(number) \(reason)"
    case .firstPacketLost(let number, _, _, _): "lost \(number) at"
    case .fact(_, .arrived): "arrives"
    case .fact(_, .attemptFailed(let reason)): "fails \(reason)"
    case .fact(_, .attemptSucceeded): "succeeds"
    case _: nil
    }
  }
}
