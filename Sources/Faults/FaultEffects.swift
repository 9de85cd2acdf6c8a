import Primitives

/// What a fault does, made by one switch over the kinds of faults: the timeline, the fold of the world,
/// the loop and the reports ask for effects, not for kinds.
public struct FaultEffects: Hashable, Sendable {
  // MARK: Over time

  /// Whether it happens at one moment instead of being in force for a time.
  public var isMomentary = false
  /// Whether it takes the service away or cuts it down. The rest is weather: it goes on around an
  /// incident and does not say when that is over.
  public var isIncident = false
  /// How it moves on by itself while it is in force, in turn, over and over; empty where it does not. A
  /// rolling restart moves on as `downNodes` says.
  public var steps: [Step] = []

  // MARK: Between clients and the gateway

  /// What stands between a client and the gateway; `open` = nothing. Where it flaps: while it is down.
  public var barrier = World.Reach.open
  /// The rhythm in which it is there and not; nil where it is there all the time.
  public var flapping: Flapping?
  /// Factor, > 0, and addend on one-way latency.
  public var latencyTimes = 1.0
  public var latencyAdd = Interval.zero
  /// Probability in [0, 1] that a packet is lost, on top of the path's own.
  public var loss = 0.0

  // MARK: At the gateway

  /// Nodes that take no new connections. Where it flaps: while it is down.
  public var downNodes = DownNodes.none
  /// What the listener does when there is no node left because of it.
  public var closedListener = World.Reach.refuses
  /// What it leaves of the stations; nil where it changes none.
  public var stations: StationChange?
  /// What authentication answers wrongly; nil where it answers rightly.
  public var authFailure: AuthFailure?

  // MARK: To clients

  /// Whether it happens to devices, on whichever node their connections are: it is aimed at no node.
  public var isOfDevices = false
  /// Whether it keeps apps in the background.
  public var keepsAppsBehind = false
  /// Whether connected clients may notice that it begins, moves on or ends: what they would do while
  /// nothing changes is not added up beyond that moment. False where only set-ups and calls meet it.
  public var disturbsConnections = true
  /// Whether it takes its time to close connections in good order: all are hit when it begins. What
  /// else closes connections resets them, and hits each at that moment.
  public var closesGracefully = false
  /// Whether what it closes connections with gets through, whatever stands in the way.
  public var closingGetsThrough = false
  /// What is done to clients when it begins, and when it ends, in this order.
  public var atBegin: [ClientEffect] = []
  public var atEnd: [ClientEffect] = []
}

extension Fault {
  /// What it does.
  public var effects: FaultEffects { FaultEffects(of: self) }
}

extension FaultEffects {
  /// The switch over the kinds of faults: a new kind is described here.
  init(of fault: Fault) {
    self.init()
    switch fault.kind {
    case .outage(let mode, let drop, let batch, let every):
      takeAway(mode, fault.scope)
      close(mode, drop: drop, batch: batch, every: every)
    case .restart(let isRolling, let drop, let pause, let drain):
      restart(fault, drop: drop)
      if isRolling, case .everyone = fault.scope, let down = fault.duration {
        roll(RollingRestart(down: down, pause: pause, drain: drain, drops: drop))
      }
    case .capacity(let to, let station):
      isIncident = to < 1
      stations = StationChange(only: station, capacity: to)
      disturbsConnections = false
    case .slow(let times, let station):
      isIncident = times > 1
      stations = StationChange(only: station, slowness: times)
      disturbsConnections = false
    case .latency(let times, let add):
      latencyTimes = times
      latencyAdd = add
    case .loss(let rate):
      loss = rate
      if rate == 1 { takeAllPackets() }
    case .authFailure(let answer, let probability):
      isIncident = true
      authFailure = AuthFailure(answer: answer, probability: probability)
      disturbsConnections = false
    case .flapping(let target, let up, let down, let together):
      flap(target, fault.scope, up: up, down: down, together: together)
    case .offline:
      isIncident = true
      isOfDevices = true
      barrier = .offline
      atBegin = [.inform]
      atEnd = [.inform]
    case .background:
      isOfDevices = true
      keepsAppsBehind = true
      atBegin = [.updateApps]
      atEnd = [.updateApps]
    case .handover: happen(.handOver)
    case .logout: happen(.logOut)
    }
  }

  /// A node that refuses is avoided by the balancer; one that has gone silent still holds its
  /// connections.
  private mutating func takeAway(_ mode: OutageMode, _ scope: FaultScope) {
    isIncident = true
    closedListener = World.Reach(mode)
    if case .node(let node) = scope {
      downNodes = .one(node)
      barrier = mode == .blackhole ? .silent : .open
    } else {
      barrier = World.Reach(mode)
    }
  }

  private mutating func close(_ mode: OutageMode, drop: Bool, batch: Int, every: Interval) {
    atEnd = [.inform]
    if drop { atBegin = [.drop] }
    if mode == .drain {
      closesGracefully = true
      if !drop { atBegin = [.drainBatch(batch)] }
      steps = [Step(after: every, effects: [.drainBatch(batch)])]
    }
    if mode == .blackhole {
      closingGetsThrough = true
      atBegin.append(.inform)
    }
  }

  private mutating func restart(_ fault: Fault, drop: Bool) {
    isIncident = true
    downNodes = .all
    if drop { atBegin = [.drop] }
    if case .node(let node) = fault.scope { downNodes = .one(node) }
  }

  private mutating func roll(_ rolling: RollingRestart) {
    downNodes = .eachInTurn(rolling)
    atBegin = rolling.atBegin
  }

  /// A path on which everything is lost is no wall: each copy is lost by itself. But nobody is connected over it.
  private mutating func takeAllPackets() {
    isIncident = true
    atBegin = [.inform]
    atEnd = [.inform]
  }

  private mutating func flap(
    _ target: FlappingTarget, _ scope: FaultScope, up: Interval, down: Interval, together: Bool
  ) {
    let isApart = !together && target != .gateway
    flapping = Flapping(up: up, down: down, isApart: isApart)
    var goingDown = [ClientEffect.inform]
    switch target {
    case .gateway:
      isIncident = true
      goingDown = [.drop, .inform]
      if case .node(let node) = scope { downNodes = .one(node) } else { barrier = .refuses }
    case .path: barrier = .silent
    case .device:
      isOfDevices = true
      barrier = .offline
    }
    if isApart {
      atBegin = [.scheduleFlaps, .inform]
    } else {
      atBegin = goingDown
      steps = [Step(after: down, effects: [.inform]), Step(after: up, effects: goingDown)]
    }
    atEnd = [.inform]
  }

  private mutating func happen(_ effect: ClientEffect) {
    isMomentary = true
    isOfDevices = true
    atBegin = [effect]
  }
}
