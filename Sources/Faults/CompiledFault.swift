import Primitives
import VirtualTime

/// A fault as plain values, for the questions that are asked of it on every packet.
struct CompiledFault: BitwiseCopyable, Sendable {
  var number: UInt32
  var scope: Scope
  var barrier: Barrier
  /// Factor and addend on latency; 1 and 0 where it does not touch it.
  var latencyTimes = 1.0
  var latencyAdd = Interval.zero
  /// True if the addend is drawn for each packet: the world has its sampler.
  var spreadsLatency = false
  /// Probability of loss of packets from clients and to clients.
  var lossOut = 0.0
  var lossBack = 0.0
  /// True if its losses come in bursts: the world has the chain.
  var isFade = false
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

  var perturbsPaths: Bool {
    latencyTimes != 1 || latencyAdd != .zero || spreadsLatency || lossOut != 0 || lossBack != 0
      || isFade
  }

  /// True if nothing gets through, one way at least.
  var losesEverything: Bool { lossOut == 1 || lossBack == 1 }

  init(_ fault: Fault, _ effects: FaultEffects, number: Int, cohorts: [String]) {
    self.number = UInt32(number)
    switch fault.scope {
    case .everyone: scope = .everyone
    case .share(let share): scope = .share(share)
    case .cohort(let name): scope = .cohort(cohorts.firstIndex(of: name) ?? -1)
    case .node(let node): scope = .node(node)
    }
    latencyTimes = effects.latencyTimes
    if case .constant(let add) = effects.latencyAdd {
      latencyAdd = add
    } else {
      spreadsLatency = true
    }
    switch effects.loss {
    case .share(let share):
      lossOut = effects.lossDirection == .back ? 0 : share
      lossBack = effects.lossDirection == .out ? 0 : share
    case .fade: isFade = true
    }
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
