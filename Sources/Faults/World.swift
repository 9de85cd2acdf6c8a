import Primitives
import VirtualTime

/// The faults in force at one moment, and what they fold to for one client, node or station.
///
/// Nothing is saved and restored: every answer is folded from the active faults in file order.
///
/// A class, because its answers are asked for on every packet and it is too large to be passed about.
public final class World {
  /// A client as the world sees it, at which a fault can be aimed.
  public struct Subject {
    public var client: UInt32
    public var cohort: Int
    /// The node its connection is on; nil without one.
    public var node: UInt16?
    public init(client: UInt32, cohort: Int, node: UInt16?) {
      self.client = client
      self.cohort = cohort
      self.node = node
    }
  }

  public let timeline: FaultTimeline
  let random: RandomSource
  /// Numbers of the faults in force, ascending.
  @exclusivity(unchecked) public private(set) var active: [Int] = []
  /// The faults of the plan as plain values, for the questions that are asked on every packet.
  let compiled: [CompiledFault]
  /// Those of `active` that stand between clients and the gateway.
  @exclusivity(unchecked) private var barriers: [CompiledFault] = []
  /// The barrier that stands between every client and the gateway alike; nil where it differs
  /// between clients or moves on by itself.
  @exclusivity(unchecked) public private(set) var commonReach: Reach? = .open
  /// True if any fault in force changes latency or loss.
  @exclusivity(unchecked) public private(set) var perturbsPaths = false
  /// True if no fault is in force.
  @exclusivity(unchecked) public private(set) var isQuiet = true
  /// The faults that change paths, in file order, whenever they are in force.
  let spans: [PathSpan]
  /// Some fault of the plan changes latency or loss.
  public var perturbsAnyPath: Bool { !spans.isEmpty }
  /// Some fault of the plan lets nothing through.
  public let hasSilences: Bool
  /// The bursts of the faults that lose packets in bursts, by number.
  let fades: [FaultFade?]
  /// The latencies of the faults that add another one to each packet, by number.
  let spreads: [Sampler?]
  /// The moves of the service to other addresses, by time.
  public let moves: [Int]
  /// The faults that kill an address.
  public let addressFaults: [Int]
  /// Some fault of the plan loses all packets, one way at least.
  public let hasTotalLoss: Bool

  /// - Parameter cohorts: names, in the order of the clients' cohort numbers.
  public init(_ timeline: FaultTimeline, cohorts: [String], random: RandomSource) {
    self.timeline = timeline
    self.random = random
    let compiled = timeline.faults.indices.map { number in
      CompiledFault(
        timeline.faults[number], timeline.effects[number], number: number, cohorts: cohorts)
    }
    self.compiled = compiled
    spans = timeline.faults.indices.filter { compiled[$0].perturbsPaths }.map { number in
      PathSpan(
        fault: compiled[number], begin: timeline.faults[number].at,
        end: timeline.end(of: number) ?? .never)
    }
    hasSilences = compiled.contains { $0.barrier.reach.map { !$0.carriesPackets } ?? false }
    hasTotalLoss = compiled.contains(where: \.losesEverything)
    moves = timeline.faults.indices.filter { timeline.effects[$0].oldAddress != nil }
      .sorted { (timeline.faults[$0].at, $0) < (timeline.faults[$1].at, $1) }
    addressFaults = timeline.faults.indices.filter { timeline.effects[$0].killedAddress != nil }
    spreads = timeline.effects.map {
      if case .constant = $0.latencyAdd { nil } else { Sampler($0.latencyAdd) }
    }
    fades = timeline.effects.enumerated().map { FaultFade($1, number: $0) }
  }

  public func begin(_ number: Int) {
    active.append(number)
    compileActive()
  }

  public func end(_ number: Int) {
    active.removeAll { $0 == number }
    compileActive()
  }

  private func compileActive() {
    active.sort()
    barriers = active.map { compiled[$0] }.filter { $0.barrier != .none }
    perturbsPaths = active.contains { compiled[$0].perturbsPaths }
    isQuiet = active.isEmpty
    commonReach = .open
    for barrier in barriers {
      guard case .everyone = barrier.scope, case .constant(let reach) = barrier.barrier else {
        commonReach = nil
        return
      }
      commonReach = max(commonReach ?? .open, reach)
    }
  }

  /// Returns true if fault `number` is aimed at this client (for a node: at its connection).
  public func concerns(_ number: Int, _ subject: Subject) -> Bool {
    concerns(compiled[number].scope, of: UInt32(number), subject)
  }

  func concerns(_ fault: CompiledFault, _ subject: Subject) -> Bool {
    concerns(fault.scope, of: fault.number, subject)
  }

  private func concerns(
    _ scope: CompiledFault.Scope, of number: UInt32, _ subject: Subject
  ) -> Bool {
    switch scope {
    case .everyone: true
    case .share(let share):
      random.uniform(owner: number, .fault, attempt: subject.client, index: 0) < share
    case .cohort(let cohort): subject.cohort == cohort
    case .node(let node): subject.node.map { Int($0) == node } ?? false
    }
  }

  /// The reach of a client: the barrier that stands between it and the gateway.
  public enum Reach: Int, BitwiseCopyable, Comparable, Sendable {
    case open, draining, resets, refuses, silent, offline
    public static func < (a: Reach, b: Reach) -> Bool { a.rawValue < b.rawValue }

    /// Packets of established connections get through.
    public var carriesPackets: Bool { self < .silent }
  }

  /// Returns the strictest barrier that the faults in force put between a client and the gateway.
  public func reach(_ subject: Subject, at now: Instant) -> Reach {
    var strictest = Reach.open
    for fault in barriers {
      let reach = reach(through: fault, subject, at: now)
      if reach > strictest && concerns(fault, subject) { strictest = reach }
    }
    return strictest
  }

  func reach(
    through fault: CompiledFault, _ subject: Subject, at now: Instant
  ) -> Reach {
    switch fault.barrier {
    case .none: .open
    case .constant(let reach): reach
    case .flapping(let reach, let flap):
      flap.position(client: subject.client, at: now, random) < flap.down ? reach : .open
    }
  }

  /// The next moment after `now` at which a flapping fault changes for a client.
  public func nextFlap(_ number: Int, client: UInt32, after now: Instant) -> Instant {
    guard let flap = compiled[number].flap else { return .never }
    let position = flap.position(client: client, at: now, random)
    return now + (position < flap.down ? flap.down - position : flap.period - position)
  }

  /// Returns the moment until which a fault in force keeps a client's app in the background; nil
  /// where none does.
  public func backgroundEnd(_ subject: Subject) -> Instant? {
    var latest: Instant?
    for number in active where timeline.effects[number].keepsAppsBehind {
      if !concerns(number, subject) { continue }
      latest = max(latest ?? .start, timeline.end(of: number) ?? .never)
    }
    return latest
  }

  /// Returns the wrong answer of authentication to an attempt; nil where it answers rightly.
  public func authFailure(_ subject: Subject, attempt: UInt32) -> AuthAnswer? {
    for number in active {
      guard let failure = timeline.effects[number].authFailure, concerns(number, subject) else {
        continue
      }
      let owner = UInt32(number) | 1 << 16
      let stream = random.stream(owner: owner, .fault, attempt: subject.client)
      if stream.uniform(at: attempt) < failure.probability { return failure.answer }
    }
    return nil
  }

  /// Returns the listener's behaviour while no node is up: the strictest of the faults that took
  /// the nodes down.
  public func closedListener(at now: Instant) -> Reach { closedListener(active, at: now) }

  func closedListener(_ active: [Int], at now: Instant) -> Reach {
    active.filter { !timeline.downNodes(of: $0, at: now).isEmpty }
      .map { timeline.effects[$0].closedListener }.max() ?? .refuses
  }

  /// Nodes that take no new connections.
  public func downNodes(at now: Instant) -> Set<Int> {
    Set(active.flatMap { timeline.downNodes(of: $0, at: now) })
  }

  /// Share of its servers a station has, and the factor on its service times.
  public func stationChange(_ name: StationRole, node: Int?) -> (capacity: Double, slowness: Double)
  {
    var capacity = 1.0
    var slowness = 1.0
    for number in active {
      guard let change = timeline.effects[number].stations, change.concerns(name) else { continue }
      if case .node(let only) = timeline.faults[number].scope, node != only { continue }
      capacity *= change.capacity
      slowness *= change.slowness
    }
    return (capacity, slowness)
  }
}

extension World.Reach {
  init(_ mode: OutageMode) {
    switch mode {
    case .drain: self = .draining
    case .reset: self = .resets
    case .refuse: self = .refuses
    case .blackhole: self = .silent
    }
  }
}
