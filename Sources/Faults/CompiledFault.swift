import Primitives

/// A fault as plain values: what is asked of it on every packet.
struct CompiledFault: BitwiseCopyable, Sendable {
  var number: UInt32
  var scope: Scope
  var barrier: Barrier
  /// Factor and addend on latency, and probability of loss; 1, 0 and 0 where it does not touch them.
  var latencyTimes = 1.0
  var latencyAdd = Interval.zero
  var loss = 0.0
  var flap: Flap?

  enum Scope: BitwiseCopyable, Sendable {
    case everyone
    case share(Double)
    case cohort(Int)
    case node(Int)
  }

  /// What it puts between a client and the gateway.
  enum Barrier: BitwiseCopyable, Hashable, Sendable {
    case none
    case constant(World.Reach)
    case flapping(World.Reach, Flap)
  }

  var perturbsPaths: Bool { latencyTimes != 1 || latencyAdd != .zero || loss != 0 }

  init(_ fault: Fault, number: Int, cohorts: [String]) {
    self.number = UInt32(number)
    switch fault.scope {
    case .everyone: scope = .everyone
    case .share(let share): scope = .share(share)
    case .cohort(let name): scope = .cohort(cohorts.firstIndex(of: name) ?? -1)
    case .node(let node): scope = .node(node)
    }
    barrier = .none
    switch fault.kind {
    case .latency(let times, let add):
      latencyTimes = times
      latencyAdd = add
    case .loss(let rate):
      loss = rate
      // Where nothing gets through, every retransmission must meet the world of its own moment.
      if rate == 1 { barrier = .constant(.silent) }
    case .offline: barrier = .constant(.offline)
    case .outage(let mode, _, _, _): barrier = Self.barrier(of: mode, fault.scope)
    case .flapping(let target, let up, let down, let together):
      let flap = Flap(
        fault: UInt32(number), begin: fault.at, up: up, down: down,
        isApart: !together && target != .gateway)
      self.flap = flap
      barrier = Self.barrier(of: target, flap, fault.scope)
    case .restart, .capacity, .slow, .authFailure, .background, .handover, .logout: break
    }
  }

  /// A node that refuses is avoided by the balancer; one that has gone silent still holds its
  /// connections.
  private static func barrier(of mode: OutageMode, _ scope: FaultScope) -> Barrier {
    if case .node = scope { return mode == .blackhole ? .constant(.silent) : .none }
    return .constant(World.Reach(mode))
  }

  private static func barrier(
    of target: FlappingTarget, _ flap: Flap, _ scope: FaultScope
  ) -> Barrier {
    switch target {
    case .gateway:
      if case .node = scope { return .none }
      return .flapping(.refuses, flap)
    case .path: return .flapping(.silent, flap)
    case .device: return .flapping(.offline, flap)
    }
  }
}

/// The rhythm of a flapping fault.
struct Flap: BitwiseCopyable, Hashable, Sendable {
  var fault: UInt32
  var begin: Instant
  var up: Interval
  var down: Interval
  /// Whether every client has a phase of its own.
  var isApart: Bool

  var period: Interval { up + down }

  /// How far a client is into its present period, which begins with the down phase.
  func position(client: UInt32, at now: Instant, _ random: RandomSource) -> Interval {
    var phase: Int64 = 0
    if isApart {
      let draw = random.bits(owner: fault, .fault, attempt: client, index: 1)
      phase = Int64(draw.multipliedFullWidth(by: UInt64(period.nanoseconds)).high) / 1000 * 1000
    }
    return Interval(nanoseconds: ((now - begin).nanoseconds + phase) % period.nanoseconds)
  }
}
