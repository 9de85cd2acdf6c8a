import Primitives
import VirtualTime

/// The effects of a fault, made by one switch over the kinds of faults. The timeline, the fold of
/// the world, the loop and the reports ask for effects, not for kinds.
public struct FaultEffects: Hashable, Sendable {
  // MARK: Over time

  /// True if it happens at one moment instead of being in force for a time.
  public var isMomentary = false
  /// True if it takes the service away or cuts it down. The other faults are weather: they go on
  /// around an incident and do not say when that is over.
  public var isIncident = false
  /// How it moves on by itself while it is in force, in turn, over and over; empty where it does not. A
  /// rolling restart moves on as `downNodes` says.
  public var steps: [Step] = []

  // MARK: Between clients and the gateway

  /// The barrier between a client and the gateway; `open` = none. For a flapping fault: while it is
  /// down.
  public var barrier = World.Reach.open
  /// The rhythm in which it is there and not; nil where it is there all the time.
  public var flapping: Flapping?
  /// Factor, > 0, and addend on one-way latency.
  public var latencyTimes = 1.0
  public var latencyAdd = Distribution.constant(.zero)
  /// The loss of packets on top of the path's own, and which of them it takes.
  public var loss = LossLaw.share(0)
  public var lossDirection = LossDirection.both

  // MARK: At the name

  /// The failure of the name; nil where it is answered.
  public var nameFailure: NameTrouble?
  /// The behaviour of the old address, where the service moves to another one; nil where it does not.
  public var oldAddress: DeadAddress?
  /// The address that is dead while the fault is in force; nil where it kills none.
  public var killedAddress: KilledAddress?

  // MARK: At the gateway

  /// Nodes that take no new connections. For a flapping fault: while it is down.
  public var downNodes = DownNodes.none
  /// The listener's behaviour when no node is left because of the fault.
  public var closedListener = World.Reach.refuses
  /// The change that it makes to the stations; nil where it changes none.
  public var stations: StationChange?
  /// The wrong answers of authentication; nil where it answers rightly.
  public var authFailure: AuthFailure?

  // MARK: To clients

  /// True if it happens to devices, on whichever node their connections are: it is aimed at no
  /// node.
  public var isOfDevices = false
  /// True if it keeps apps in the background.
  public var keepsAppsBehind = false
  /// True if connected clients may notice that it begins, moves on or ends. Their behaviour while
  /// nothing changes is not added up beyond that moment. False where only set-ups and calls meet
  /// it.
  public var disturbsConnections = true
  /// True if it takes its time to close connections in good order: all are hit when it begins. Any
  /// other fault that closes connections resets them, and hits each at that moment.
  public var closesGracefully = false
  /// True if its closing of connections gets through, whatever stands in the way.
  public var closingGetsThrough = false
  /// The effects on clients when it begins, and when it ends, in this order.
  public var atBegin: [ClientEffect] = []
  public var atEnd: [ClientEffect] = []
}

extension Fault {
  /// The effects of the fault.
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
    case .loss(let law, let direction):
      loss = law
      lossDirection = direction
      if law == .share(1) { takeAllPackets() }
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
    case .dns(let kind, let negative):
      isIncident = true
      isOfDevices = true
      nameFailure = NameTrouble(failure: kind, negative: negative)
      disturbsConnections = false
    case .move(let old, let drop):
      isIncident = true
      isMomentary = true
      isOfDevices = true
      oldAddress = old
      atBegin = drop ? [.drop] : []
      disturbsConnections = drop
    case .address(let number, let fate):
      isIncident = true
      isOfDevices = true
      killedAddress = KilledAddress(number: number, fate: fate)
      disturbsConnections = false
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
    // How many a batch has depends on the nodes: the timeline knows them.
    atBegin = rolling.atBegin(nodes: 1)
  }

  /// A path on which everything is lost, if only one way, is no wall: each copy is lost by itself. But no client
  /// is connected over it.
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
