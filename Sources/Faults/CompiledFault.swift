import Primitives

/// A fault as plain values, for the questions that are asked of it on every packet.
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

  /// The barrier that it puts between a client and the gateway.
  enum Barrier: BitwiseCopyable, Hashable, Sendable {
    case none
    case constant(World.Reach)
    case flapping(World.Reach, Flap)

    /// At its strictest.
    var reach: World.Reach? {
      switch self {
      case .none: nil
      case .constant(let reach), .flapping(let reach, _): reach
      }
    }
  }

  var perturbsPaths: Bool { latencyTimes != 1 || latencyAdd != .zero || loss != 0 }

  init(_ fault: Fault, _ effects: FaultEffects, number: Int, cohorts: [String]) {
    self.number = UInt32(number)
    switch fault.scope {
    case .everyone: scope = .everyone
    case .share(let share): scope = .share(share)
    case .cohort(let name): scope = .cohort(cohorts.firstIndex(of: name) ?? -1)
    case .node(let node): scope = .node(node)
    }
    latencyTimes = effects.latencyTimes
    latencyAdd = effects.latencyAdd
    loss = effects.loss
    flap = effects.flapping.map { Flap($0, of: UInt32(number), from: fault.at) }
    switch (effects.barrier, flap) {
    case (.open, _): barrier = .none
    case (let reach, nil): barrier = .constant(reach)
    case (let reach, let flap?): barrier = .flapping(reach, flap)
    }
  }
}

/// The rhythm of a flapping fault.
struct Flap: BitwiseCopyable, Hashable, Sendable {
  var fault: UInt32
  var begin: Instant
  var up: Interval
  var down: Interval
  /// True if every client has a phase of its own.
  var isApart: Bool

  init(_ flapping: FaultEffects.Flapping, of fault: UInt32, from begin: Instant) {
    self.fault = fault
    self.begin = begin
    up = flapping.up
    down = flapping.down
    isApart = flapping.isApart
  }

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
