import Faults
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

/// The watchdog looks every 120 s, a ping comes every 60 s, and both are locked to the moment the
/// socket was begun: everything about a dead socket is arithmetic. One way is 50 ms, so a set-up
/// takes 0.4 s from its begin to the gateway's first ping but for the 60 s between pings.
@Suite("The chat socket finds out, and comes back")
struct SystemsChatSocketTests {
  static let setUp = 0.4
  /// A client connected before the run gets its pings one way later than it would, or, where its
  /// set-up reaches back beyond a watchdog's period, up to a set-up earlier.
  static let slack = 0.05
  /// Histograms keep three digits: the cell at 240 s.
  static let cell = 0.132

  private func blackhole(at: Int64, clients: Int, isAligned: Bool = false) throws -> RunResult {
    var world = FleetWorld.chat()
    world.clients = clients
    world.isAligned = isAligned
    world.faults = [outage(at: at, for: 600, .blackhole, drop: false)]
    world.duration = .seconds(at + 400)
    return try world.run()
  }

  /// From the blackhole's begin to the restart: uniform on (120, 240] s but for the set-up.
  @Test(arguments: [600, 733] as [Int64]) func detectionIsUniform(at: Int64) throws {
    let run = try blackhole(at: at, clients: 1_500)
    let found = run.load.detect.values
    #expect(found.count == 1_500)
    #expect(found.allSatisfy { $0 >= 120 - Self.setUp - Self.slack && $0 <= 240 })
    let tolerance = (Self.setUp + Self.slack + Self.cell) / 120
    #expect(uniformDistance(found, 120, 240) <= kolmogorovCritical(1_500) + tolerance)
  }

  /// Everybody opened at 0: ticks at 120 k - s, so one value, fixed by when the fault begins.
  @Test(arguments: [(300, 180.0), (359, 121.0), (361, 239.0), (410, 190.0)] as [(Int64, Double)])
  func alignedClientsDetectTogether(at: Int64, detect: Double) throws {
    let run = try blackhole(at: at, clients: 50, isAligned: true)
    #expect(run.load.detect.count == 50)
    #expect(Set(run.load.detect.values).count == 1)
    #expect(abs(run.load.detect.summary.max! - (detect - Self.setUp)) < 1e-6)
  }

  /// From the last event to the restart there are two atoms: the last ping was the one at s or the
  /// one at 60 s + s of a watchdog's period; each half of the period is as likely.
  @Test(arguments: [600, 733] as [Int64]) func fromTheLastEventThereAreTwoAtoms(at: Int64) throws {
    let run = try blackhole(at: at, clients: 1_500)
    // The first restart of each; a later one is 120 s after its begin.
    let silent = run.times("restarted", of: .chatSocket).filter { $0 > 121 }
    #expect(silent.count == 1_500)
    let room = -Self.setUp - Self.slack...Self.cell
    let short = silent.filter { room.contains($0 - 180) }
    let long = silent.filter { room.contains($0 - 240) }
    #expect(short.count + long.count == 1_500)
    // But for those few the two values are these.
    let exact = silent.filter { value in
      [180, 240].contains { abs(value - ($0 - Self.setUp)) <= Self.slack + Self.cell }
    }
    let few = 1_500 * Self.setUp / 120
    #expect(Double(1_500 - exact.count) <= few + 4 * few.squareRoot())
    #expect(abs(Double(short.count) - 750) <= fourSigma(trials: 1_500, 0.5))
  }

  /// A drop of a second: CLOSED until the watchdog has looked twice, then a set-up of 0.3 s. A fleet
  /// that has been up for long is silent for 2 to 4 min; a client that has not had a ping yet is
  /// restarted at its first tick, so 1 min is the least there is.
  @Test func aDropOfASecondCostsMinutes() throws {
    var world = FleetWorld.chat()
    world.clients = 1_500
    world.faults = [outage(at: 600, for: 1, .reset)]
    world.duration = .seconds(900)
    let run = try world.run()
    let silence = run.recovery.downtimes.map(\.seconds)
    #expect(silence.count == 1_500)
    #expect(run.recovery.outcomes.recovered == 1_500)
    #expect(silence.allSatisfy { $0 > 119 && $0 < 240.3 })
    let tolerance = (Self.setUp + Self.slack) / 120
    #expect(
      uniformDistance(silence, 120.3, 240.3) <= kolmogorovCritical(1_500) + tolerance)
    #expect(run.count("closed", of: .chatSocket) == 1_500)
    // Twenty seconds after the fleet came up.
    world.start = .within(.seconds(1))
    world.faults = [outage(at: 20, for: 1, .reset)]
    let young = try world.run().recovery.downtimes.map(\.seconds)
    #expect(young.count == 1_500)
    #expect(young.allSatisfy { $0 > 99.9 && $0 < 101.5 })
    world.faults = [outage(at: 61, for: 1, .reset)]
    #expect(
      try world.run().recovery.downtimes.allSatisfy { $0.seconds > 58.9 && $0.seconds < 180.5 })
  }

  /// No backoff: each client tries once in 120 s at a phase of its own, for ever; so arrivals repeat
  /// themselves every 120 s and are spread evenly.
  @Test func retriesAreFlat() throws {
    var world = FleetWorld.chat()
    world.clients = 2_400
    world.faults = [outage(at: 600, for: 1_800)]
    world.duration = .seconds(2_390)
    let run = try world.run()
    let bins = run.load.arrivalsBeforeClear
    let first = (9_000..<10_200).map { bins[$0] }
    for period in 1...8 {
      #expect((0..<1_200).map { bins[9_000 + 1_200 * period + $0] } == first)
    }
    let seconds = (0..<120).map { second in
      Double(first[second * 10..<second * 10 + 10].reduce(0, +))
    }
    #expect(seconds.reduce(0, +) == 2_400)
    let chiSquare = seconds.reduce(0) { $0 + ($1 - 20) * ($1 - 20) / 20 }
    #expect(chiSquare <= chiSquareCritical(119))
  }

  /// Owners come and go: the socket lingers for 20 s and is kept where the next comes in time.
  @Test func lingeringSavesReconnects() throws {
    var behaviour = Behaviour()
    behaviour.screens = Alternation(on: .each(seconds: 30), off: .each(seconds: 15))
    var world = FleetWorld.chat(behaviour)
    world.clients = 100
    world.start = .within(.seconds(1))
    let kept = try world.run()
    #expect(kept.load.attempts == 100)
    #expect(kept.count("lingerExpired", of: .chatSocket) == 0)
    #expect(kept.count("lingerKept", of: .chatSocket) >= 1_300)
    world.behaviour.screens!.off = .each(seconds: 25)
    let lost = try world.run()
    #expect(lost.count("lingerKept", of: .chatSocket) == 0)
    #expect(lost.load.attempts >= 1_000)
    #expect(lost.recovery.outcomes.sum == 100)
  }
}
