import Primitives
import Testing

@testable import Faults

/// Read as a specification: a fault does nothing but what is said here.
@Suite("What each kind of fault does")
struct FaultKindTests {
  /// Faults from 60 s on, for 20 s.
  private func expect(
    _ kind: FaultKind, _ scope: FaultScope = .everyone,
    at location: SourceLocation = #_sourceLocation, _ describe: (inout FaultEffects) -> Void
  ) {
    var expected = FaultEffects()
    describe(&expected)
    let fault = Fault(at: .seconds(60), duration: .seconds(20), kind: kind, scope: scope)
    #expect(fault.effects == expected, sourceLocation: location)
  }

  private func outage(_ mode: OutageMode, drop: Bool = false) -> FaultKind {
    .outage(mode: mode, drop: drop, batch: 50, every: .seconds(2))
  }

  private func flapping(_ target: FlappingTarget, together: Bool = false) -> FaultKind {
    .flapping(of: target, up: .seconds(7), down: .seconds(3), together: together)
  }

  // MARK: The gateway is gone

  /// Who is inside stays inside, unless it drops.
  @Test(arguments: [OutageMode.refuse, .reset]) func shutGateway(mode: OutageMode) {
    let reach = mode == .refuse ? World.Reach.refuses : .resets
    for drop in [false, true] {
      expect(outage(mode, drop: drop)) {
        $0.isIncident = true
        $0.barrier = reach
        $0.closedListener = reach
        $0.atBegin = drop ? [.drop] : []
        $0.atEnd = [.inform]
      }
      expect(outage(mode, drop: drop), .node(2)) {
        $0.isIncident = true
        $0.downNodes = .one(2)
        $0.closedListener = reach
        $0.atBegin = drop ? [.drop] : []
        $0.atEnd = [.inform]
      }
    }
    expect(outage(mode), .share(0.2)) {
      $0.isIncident = true
      $0.barrier = reach
      $0.closedListener = reach
      $0.atEnd = [.inform]
    }
  }

  /// What it drops learns of it; what it does not finds out.
  @Test func blackhole() {
    let scopes: [(FaultScope, down: FaultEffects.DownNodes)] = [
      (.everyone, .none), (.node(2), .one(2)),
    ]
    for (scope, nodes) in scopes {
      for drop in [false, true] {
        expect(outage(.blackhole, drop: drop), scope) {
          $0.isIncident = true
          $0.barrier = .silent
          $0.downNodes = nodes
          $0.closedListener = .silent
          $0.closingGetsThrough = true
          $0.atBegin = drop ? [.drop, .inform] : [.inform]
          $0.atEnd = [.inform]
        }
      }
    }
  }

  @Test func drain() {
    for drop in [false, true] {
      expect(outage(.drain, drop: drop)) {
        $0.isIncident = true
        $0.barrier = .draining
        $0.closedListener = .draining
        $0.closesGracefully = true
        $0.atBegin = drop ? [.drop] : [.drainBatch(50)]
        $0.steps = [.init(after: .seconds(2), effects: [.drainBatch(50)])]
        $0.atEnd = [.inform]
      }
    }
  }

  @Test func restart() {
    for (drop, effects) in [(true, [ClientEffect.drop]), (false, [])] {
      expect(.restart(rolling: false, drop: drop)) {
        $0.isIncident = true
        $0.downNodes = .all
        $0.atBegin = effects
      }
      expect(.restart(rolling: false, drop: drop), .node(2)) {
        $0.isIncident = true
        $0.downNodes = .one(2)
        $0.atBegin = effects
      }
      expect(.restart(rolling: true, drop: drop)) {
        $0.isIncident = true
        $0.downNodes = .eachInTurn(RollingRestart(down: .seconds(20), drops: drop))
        $0.atBegin = effects
      }
    }
  }

  // MARK: The gateway is weaker

  @Test func capacityAndSlow() {
    for share in [0, 0.5, 1] {
      expect(.capacity(to: share, station: .auth)) {
        $0.isIncident = share < 1
        $0.stations = .init(only: .auth, capacity: share)
        $0.disturbsConnections = false
      }
    }
    for times in [0.5, 1, 3] {
      expect(.slow(times: times, station: nil)) {
        $0.isIncident = times > 1
        $0.stations = .init(only: nil, slowness: times)
        $0.disturbsConnections = false
      }
    }
  }

  @Test func authFailure() {
    expect(.authFailure(answer: .permanent, probability: 0.2)) {
      $0.isIncident = true
      $0.authFailure = .init(answer: .permanent, probability: 0.2)
      $0.disturbsConnections = false
    }
  }

  // MARK: The way is worse

  @Test func latencyAndLoss() {
    expect(.latency(times: 2, add: .milliseconds(5))) {
      $0.latencyTimes = 2
      $0.latencyAdd = .constant(.milliseconds(5))
    }
    expect(.loss(rate: 0.5)) { $0.loss = .share(0.5) }
    // No wall: each copy of a packet is lost by itself. But nobody is connected.
    expect(.loss(rate: 1)) {
      $0.isIncident = true
      $0.loss = .share(1)
      $0.atBegin = [.inform]
      $0.atEnd = [.inform]
    }
  }

  /// A gateway is down for all at once, and it drops.
  @Test func flappingOfTheGateway() {
    for together in [false, true] {
      let gateway = flapping(.gateway, together: together)
      for scope in [FaultScope.everyone, .node(2)] {
        expect(gateway, scope) {
          $0.isIncident = true
          $0.barrier = scope == .everyone ? .refuses : .open
          $0.downNodes = scope == .everyone ? .none : .one(2)
          $0.flapping = .init(up: .seconds(7), down: .seconds(3), isApart: false)
          $0.atBegin = [.drop, .inform]
          $0.steps = [
            .init(after: .seconds(3), effects: [.inform]),
            .init(after: .seconds(7), effects: [.drop, .inform]),
          ]
          $0.atEnd = [.inform]
        }
      }
    }
  }

  @Test func flappingOfPathsAndDevices() {
    for (target, reach) in [(FlappingTarget.path, World.Reach.silent), (.device, .offline)] {
      expect(flapping(target, together: false)) {
        $0.isOfDevices = target == .device
        $0.barrier = reach
        $0.flapping = .init(up: .seconds(7), down: .seconds(3), isApart: true)
        $0.atBegin = [.scheduleFlaps, .inform]
        $0.atEnd = [.inform]
      }
      expect(flapping(target, together: true)) {
        $0.isOfDevices = target == .device
        $0.barrier = reach
        $0.flapping = .init(up: .seconds(7), down: .seconds(3), isApart: false)
        $0.atBegin = [.inform]
        $0.steps = [
          .init(after: .seconds(3), effects: [.inform]),
          .init(after: .seconds(7), effects: [.inform]),
        ]
        $0.atEnd = [.inform]
      }
    }
  }

  // MARK: Something happens to devices

  @Test func devices() {
    expect(.offline) {
      $0.isIncident = true
      $0.isOfDevices = true
      $0.barrier = .offline
      $0.atBegin = [.inform]
      $0.atEnd = [.inform]
    }
    expect(.background) {
      $0.isOfDevices = true
      $0.keepsAppsBehind = true
      $0.atBegin = [.updateApps]
      $0.atEnd = [.updateApps]
    }
    for (kind, effect) in [(FaultKind.handover, ClientEffect.handOver), (.logout, .logOut)] {
      expect(kind) {
        $0.isMomentary = true
        $0.isOfDevices = true
        $0.atBegin = [effect]
      }
    }
  }

  /// What follows from the rest.
  @Test func whatItTakesOfDevices() {
    func effects(_ kind: FaultKind) -> FaultEffects {
      Fault(at: .start, duration: nil, kind: kind, scope: .everyone).effects
    }
    let kinds: [FaultKind] = [
      .offline, flapping(.device), flapping(.path), .background, .handover, .logout,
      outage(.blackhole), .loss(rate: 1),
    ]
    #expect(
      kinds.map { effects($0).touchesDevices }
        == [true, true, false, false, false, false, false, false])
    #expect(
      kinds.map { effects($0).needsDeviceRecords }
        == [false, false, false, true, false, true, false, false])
  }

  /// Which effects follow which change.
  @Test func effectsOfChanges() {
    let gateway = Fault(
      at: .seconds(10), duration: .seconds(15), kind: flapping(.gateway), scope: .everyone)
    let timeline = FaultTimeline([gateway], nodes: 1, end: .seconds(900))
    let effects = timeline.changes.map { "\(Int($0.at.seconds)) \(timeline.clientEffects(of: $0))" }
    let down = "\([ClientEffect.drop, .inform])"
    let other = "\([ClientEffect.inform])"
    #expect(effects == ["10 \(down)", "13 \(other)", "20 \(down)", "23 \(other)", "25 \(other)"])
  }

  /// A node of a flapping gateway is down only while the gateway is.
  @Test func downNodesFollowTheRhythm() {
    let fault = Fault(
      at: .seconds(10), duration: .seconds(15), kind: flapping(.gateway), scope: .node(2))
    let timeline = FaultTimeline([fault], nodes: 4, end: .seconds(900))
    let seconds: [(Int64, down: [Int])] = [
      (9, []), (10, [2]), (12, [2]), (13, []), (19, []), (20, [2]), (25, []),
    ]
    for (second, nodes) in seconds {
      let moment = Instant.seconds(second)
      #expect(fault.downNodes(at: moment, nodes: 4) == nodes)
      #expect(timeline.downNodes(of: 0, at: moment) == nodes)
    }
  }
}
