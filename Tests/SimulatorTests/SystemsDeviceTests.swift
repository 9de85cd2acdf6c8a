import Faults
import Measurements
import NetworkModel
import Primitives
import Sessions
import Simulator
import Testing
import VirtualTime

@Suite("Behind, frozen, and moved to another network")
struct SystemsDeviceTests {
  // MARK: Frozen timers

  /// Ten minutes behind from the start: one beat is due and waits, none is sent.
  @Test func aStoatClientBehindSendsNoHeartbeat() throws {
    var world = try FleetWorld.stoat()
    world.clients = 50
    world.duration = .seconds(605)
    world.faults = [fault(at: 0, for: 600, .background)]
    let behind = try world.run()
    // The fault's two moments; per client the beat that was due, the same at the thaw and its Pong,
    // and one more beat in the 5 s that follow.
    #expect(behind.course.events <= 2 + 50 * 5)
    #expect(behind.load.attempts == 0)
    #expect(behind.recovery.outcomes.recovered == 50)
    world.faults = []
    #expect(try world.run().course.events >= 50 * 2 * 20)
  }

  /// The network is gone at 20 s, the Ping at 30 s unanswered, the app behind from 35 s: the pong
  /// timeout of 40 s fires when it comes to the front at 635 s, not before and not later.
  ///
  /// Both that timeout and the beat of 60 s wait for the thaw, and fire as they fell due: the beat
  /// must not arm the timeout anew.
  @Test func aPongTimeoutFiresAtTheThaw() throws {
    var world = try FleetWorld.stoat()
    world.clients = 5
    world.isAligned = true
    world.faults = [fault(at: 20, for: nil, .handover), fault(at: 35, for: 600, .background)]
    world.duration = .seconds(800)
    let run = try world.run()
    #expect(run.load.detect.count == 5)
    #expect(run.recovery.outcomes.recovered == 5)
    #expect(run.load.detect.maximum == 615_000_000)

    // Where no beat is due meanwhile, it fires at once.
    world.faults[1] = fault(at: 35, for: 20, .background)
    #expect(try world.run().load.detect.maximum == 35_000_000)
  }

  /// A Pong that comes while the app is frozen is delivered before the timeout that it disarms.
  @Test func arrivalsComeBeforeTimersAtTheThaw() throws {
    var world = try FleetWorld.stoat()
    world.clients = 5
    world.isAligned = true
    world.faults = [
      fault(at: 29, for: 4, .latency(times: 1, add: .seconds(3))),
      fault(at: 32, for: 25, .background),
    ]
    world.duration = .seconds(100)
    // Ping at 30 s, Pong at 36.1 s, timeout at 40 s, front at 57 s.
    let run = try world.run()
    #expect(run.load.attempts == 0)
    #expect(run.recovery.outcomes.recovered == 5)
  }

  /// What has arrived is with the system already: it is delivered at the thaw, whether or not the
  /// device has a network at that moment. The same Pong, and offline from 50 to 60 s.
  @Test func whatHasArrivedNeedsNoNetwork() throws {
    var world = try FleetWorld.stoat()
    world.clients = 5
    world.isAligned = true
    world.faults = [
      fault(at: 29, for: 4, .latency(times: 1, add: .seconds(3))),
      fault(at: 32, for: 25, .background), fault(at: 50, for: 10, .offline),
    ]
    world.duration = .seconds(100)
    let run = try world.run()
    #expect(run.recovery.outcomes.recovered == 5)
    #expect(run.load.attempts == 0)
  }

  /// What arrives for an attempt under way is delivered at the thaw as it would have been: a set-up
  /// without round trips, 1 s one way, frozen from 1.5 s on; Authenticated and Ready come at 2 s with
  /// the opening.
  @Test func aSetUpUnderWayOutlivesTheFreeze() throws {
    var world = try FleetWorld.stoat()
    world.cohorts[0].network = constantNetwork(milliseconds: 1_000, setup: .none)
    world.clients = 5
    world.start = .within(.microseconds(1))
    world.faults = [
      Fault(
        at: .start + .milliseconds(1_500), duration: .seconds(58), kind: .background,
        scope: .everyone)
    ]
    world.duration = .seconds(120)
    let run = try world.run()
    #expect(run.recovery.outcomes.recovered == 5)
    #expect(run.load.attempts == 5)
  }

  /// Nobody informs a frozen process that the device is online again.
  ///
  /// The client is OFFLINE when it goes behind; the device returns while it is frozen.
  @Test func aFrozenClientDoesNotHearOfTheDevice() throws {
    var world = try FleetWorld.stoat()
    world.clients = 20
    world.faults = [fault(at: 5, for: 195, .offline), fault(at: 100, for: 300, .background)]
    world.duration = .seconds(390)
    let run = try world.run()
    #expect(run.count("offline", of: .stoat) == 20)
    #expect(run.load.attempts == 0)
  }

  // MARK: The beginning

  /// A fleet that has been up for long is anywhere in its phases: in front a quarter of the time,
  /// with a listener a fifth. Nothing has had time to change.
  @Test(arguments: [true, false]) func aFleetBeginsInTheMidstOfItsPhases(
    isConstant: Bool
  ) throws {
    func phases(_ on: Int64, _ off: Int64) -> Alternation {
      isConstant
        ? Alternation(on: .each(seconds: on), off: .each(seconds: off))
        : Alternation(on: .about(seconds: on), off: .about(seconds: off))
    }
    var behaviour = Behaviour()
    behaviour.app = phases(30, 90)
    var chat = FleetWorld.chat(behaviour)
    chat.clients = 4_000
    chat.duration = .milliseconds(1)
    let off = try chat.run().sessions.states.first { $0.name == SystemWord(.chatSocket, "off") }!
    #expect(abs(off.seconds * 1_000 - 3_000) <= fourSigma(trials: 4_000, 0.75) + 1)
    behaviour.app = nil
    behaviour.listeners = phases(200, 800)
    behaviour.entities = 1
    behaviour.pushes = PushPlan(every: .constant(.milliseconds(1)), storms: [])
    var primer = FleetWorld.primer(behaviour)
    primer.clients = 4_000
    primer.duration = .microseconds(1_500)
    let pushes = try primer.run().pushes(of: .primer)
    #expect(abs(Double(pushes.made) - 800) <= fourSigma(trials: 4_000, 0.2))
    #expect(pushes.missed == 0)
  }

  // MARK: Fault and behaviour

  /// Behind from 100 s on by the fault, until 200 s; by the user from 150 s until 250 s: behind from
  /// 100 to 250 s, once.
  @Test func faultAndBehaviourOverlap() throws {
    var behaviour = Behaviour()
    behaviour.app = Alternation(on: .each(seconds: 150), off: .each(seconds: 100))
    var world = FleetWorld.chat(behaviour)
    world.clients = 10
    world.start = .within(.microseconds(1))
    world.duration = .seconds(390)
    world.faults = [fault(at: 100, for: 100, .background)]
    let run = try world.run()
    #expect(run.count("off", of: .chatSocket) == 10)
    #expect(run.count("connecting", of: .chatSocket) == 20)
    let off = run.sessions.states.first { $0.name == SystemWord(.chatSocket, "off") }!
    #expect(abs(off.seconds - 10 * 150) < 1e-3)
    // The other way round: the fault's end lies beyond the user's.
    world.faults = [fault(at: 200, for: 100, .background)]
    let late = try world.run()
    #expect(late.count("off", of: .chatSocket) == 10)
    let longer = late.sessions.states.first { $0.name == SystemWord(.chatSocket, "off") }!
    #expect(abs(longer.seconds - 10 * 150) < 1e-3)
    // Two faults that overlap.
    world.behaviour.app = nil
    world.behaviour.actions = .each(seconds: 1_000)
    world.faults = [fault(at: 50, for: 60, .background), fault(at: 100, for: 90, .background)]
    let both = try world.run()
    #expect(both.count("off", of: .chatSocket) == 10)
    #expect(
      abs(both.sessions.states.first { $0.name == SystemWord(.chatSocket, "off") }!.seconds - 1_400)
        < 1e-3
    )
  }

  /// A client that comes to life while a fault keeps apps behind. Ambiguous; as it is, the fault does
  /// not concern it.
  @Test func whoComesToLifeIsInFront() throws {
    var world = FleetWorld.chat()
    world.clients = 10
    world.start = .within(.microseconds(1))
    world.faults = [fault(at: 0, for: 100, .background)]
    #expect(try world.run().count("off", of: .chatSocket) == 0)
  }

  // MARK: Handover

  /// The heartbeat finds out: U(P, H + P) = (10, 40] s, but for the Pong that was on its way, 0.1 s
  /// of 30 s.
  @Test func aHandoverIsFoundByTheHeartbeat() throws {
    var world = try FleetWorld.stoat()
    world.clients = 2_000
    world.faults = [fault(at: 100, for: nil, .handover)]
    world.duration = .seconds(300)
    let run = try world.run()
    let found = run.load.detect.values
    #expect(found.count == 2_000)
    #expect(found.allSatisfy { $0 >= 9.89 && $0 <= 40.04 })
    #expect(
      uniformDistance(found, 10, 40) <= kolmogorovCritical(2_000) + (0.1 + 0.033) / 30)
    #expect(run.recovery.outcomes.recovered == 2_000)
    #expect(run.recovery.affected == 2_000)
    #expect(run.load.arrivals == 2_000)
  }

  /// Only the share that it is aimed at is touched: binomial.
  @Test func aHandoverConcernsItsShare() throws {
    var world = try FleetWorld.stoat()
    world.clients = 2_000
    world.faults = [fault(at: 100, for: nil, .handover, .share(0.3))]
    world.duration = .seconds(300)
    let run = try world.run()
    #expect(abs(Double(run.recovery.affected) - 600) <= fourSigma(trials: 2_000, 0.3))
    #expect(run.load.attempts == run.recovery.affected)
    #expect(run.load.detect.count == run.recovery.affected)
  }

  /// Attempts under way run into their time limit: Stoat's connect timeout, 10 s after the attempt
  /// began at 30 s, then about a second's pause.
  @Test func attemptsUnderWayTimeOut() throws {
    var world = try FleetWorld.stoat()
    world.cohorts[0].network = constantNetwork(milliseconds: 400)
    world.clients = 100
    world.start = .within(.microseconds(1))
    world.faults = [fault(at: 1, for: nil, .handover)]
    world.duration = .seconds(60)
    let run = try world.run()
    #expect(run.failed(.timeout) == 100)
    #expect(run.load.perSecond.timedOut[10] == 100)
    #expect(run.load.attempts == 200)
    #expect(run.recovery.outcomes.recovered == 100)
  }

  // MARK: Logout

  private func logout(_ world: FleetWorld) throws -> RunResult {
    var world = world
    world.clients = 60
    world.faults = [fault(at: 100, for: nil, .logout)]
    world.duration = .seconds(300)
    return try world.run()
  }

  @Test func aLogoutEndsSpecIdleAndForWebInError() throws {
    let spec = try logout(FleetWorld.stoat(.spec))
    #expect(spec.recovery.outcomes.idle == 60)
    #expect(spec.count("loggedOutElsewhere", of: .stoat) == 60)
    #expect(spec.load.attempts == 0)
    let forWeb = try logout(FleetWorld.stoat(.forWeb))
    #expect(forWeb.recovery.outcomes.inError == 60)
    #expect(forWeb.failed(.auth) == 60)
  }

  /// The gateway says so and closes: on one connection what was sent first comes first, whatever the
  /// latency does.
  @Test func theLogoutMessageComesBeforeTheClose() throws {
    var world = try FleetWorld.stoat()
    world.cohorts[0].network.latency = .lognormal(median: .milliseconds(50), sigma: 0.5)
    let run = try logout(world)
    #expect(run.recovery.outcomes.idle + run.recovery.outcomes.inError == 60)
    #expect(run.recovery.outcomes.idle == 60)
  }

  @Test func aLogoutBeginsAnotherUsersSessionOrClosesTheSocket() throws {
    let primer = try logout(FleetWorld.primer())
    #expect(primer.count("initializing", of: .primer) == 60)
    #expect(primer.count("primed", of: .primer) == 60)
    let chat = try logout(FleetWorld.chat())
    // The screens close, the socket lingers.
    #expect(chat.count("lingerExpired", of: .chatSocket) == 60)
    #expect(chat.recovery.outcomes.idle == 60)
    let pair = try logout(FleetWorld.pair())
    #expect(pair.sessions.milestones.allSatisfy { $0.count == 0 })
  }
}
