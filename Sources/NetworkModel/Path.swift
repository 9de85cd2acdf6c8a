import Primitives
import VirtualTime

/// A network path compiled for drawing: what it does to a packet, a round trip, an attempt.
///
/// Answers with times; it never schedules. Every draw is keyed by (client, direction, attempt, step),
/// so what one packet suffers depends on nothing else that happens. Shared by all clients of a
/// cohort and never copied.
public struct Path: ~Copyable, Sendable {
  @usableFromInline let facts: Apart<PathFacts>

  public init(_ description: NetworkDescription, system: OperatingSystem) {
    facts = Apart(PathFacts(description, system: system))
  }

  public var latency: LatencySampler { facts.value.latency }
  @inlinable public var setup: SetupRoundTrips { facts.value.setup }
  public var system: OperatingSystem { facts.value.system }
  /// Times after `connect` at which the system sends a SYN.
  @inlinable public var synTimes: [Interval] { facts.value.synTimes }
  /// The pause between the first SYN and the second; `Interval.longest` of a system that sends only
  /// one.
  @inlinable public var firstPause: Interval { facts.value.firstPause }
  /// The purpose of the draws of packets to the client: that of those from it, where both share a round trip.
  @inlinable public var backPurpose: Purpose { facts.value.backPurpose }
  /// Probability that a packet is lost, where it is the same for all.
  @inlinable public var loss: Double { facts.value.loss }
  /// Bits a second of the client's own link; nil for unlimited.
  @inlinable public var bandwidth: Double? { facts.value.bandwidth }
  /// True if every packet is lost with the same probability, both ways, and its latency is one distribution, or one
  /// times the client's own distance, as long as no fault is in force. The functions without a timeline are those of
  /// steady paths.
  @inlinable public var isSteady: Bool { facts.value.isSteady }
  /// True if copies are timed by the client's own round trip.
  @inlinable public var isMeasured: Bool { facts.value.isMeasured }
  /// True if no packet takes any time, as long as no fault is in force.
  @inlinable public var isInstant: Bool { facts.value.isInstant }

  /// The tables of `latency`: reached without a copy of it.
  @inlinable @inline(__always) var latencies: LatencyTables { facts.value.latencies }
  var weather: PathWeather { facts.value.weather }
  var losesSteadily: Bool { facts.value.losesSteadily }
}

/// The facts of a `Path`.
@usableFromInline
struct PathFacts: Sendable {
  let latency: LatencySampler
  @usableFromInline let latencies: LatencyTables
  @usableFromInline let backPurpose: Purpose
  @usableFromInline let setup: SetupRoundTrips
  @usableFromInline let loss: Double
  /// True if every packet is lost with the same probability, both ways, as long as no fault is in force.
  let losesSteadily: Bool
  @usableFromInline let isSteady: Bool
  @usableFromInline let isMeasured: Bool
  @usableFromInline let bandwidth: Double?
  /// What is lost when, in which direction.
  let weather: PathWeather
  let system: OperatingSystem
  @usableFromInline let isInstant: Bool
  @usableFromInline let synTimes: [Interval]
  @usableFromInline let firstPause: Interval

  init(_ description: NetworkDescription, system: OperatingSystem) {
    let sampler = LatencySampler(description.latency)
    let share = description.loss.steadyShare
    latency = sampler
    latencies = sampler.tables
    backPurpose = sampler.drawsRoundTrips ? .pathOut : .pathBack
    isInstant = sampler.longest == .zero
    setup = description.setup
    loss = share ?? 0
    losesSteadily = share != nil
    isSteady = share != nil && sampler.isPlain
    isMeasured = description.retransmission == .measured
    bandwidth = description.bandwidth
    weather = PathWeather(description.loss)
    self.system = system
    let times = system.synTimes.filter { $0 < system.giveUp }
    synTimes = times
    firstPause = times.count > 1 ? times[1] - times[0] : .longest
  }
}

/// The direction of a packet, seen from the client.
public enum Direction: UInt8, BitwiseCopyable, Sendable {
  case out, back
}

/// Probabilities in [0, 1] that a packet is lost, by direction.
@frozen
public struct DirectedLoss: BitwiseCopyable, Hashable, Sendable {
  public var out: Double
  public var back: Double

  @inlinable public init(out: Double = 0, back: Double = 0) {
    self.out = out
    self.back = back
  }

  @inlinable public subscript(direction: Direction) -> Double { direction == .out ? out : back }

  /// True if nothing is lost.
  @inlinable public var isNone: Bool { out == 0 && back == 0 }
  /// True if both directions lose alike.
  @inlinable public var isEven: Bool { out == back }
}

/// The effect of the faults in force on one path. Without faults it changes nothing.
@frozen
public struct PathConditions: BitwiseCopyable, Hashable, Sendable {
  public var latencyTimes = 1.0
  public var latencyAdd = Interval.zero
  /// Probability of loss on top of the path's own, of packets from the client and of packets to it.
  public var extraLoss = DirectedLoss()
  /// True if something is added to latency besides that is drawn anew for each packet.
  public var spreadsLatency = false
  /// True if a part of `extraLoss` comes in bursts: it is another at another moment.
  public var isFading = false

  @inlinable public init() {}

  /// True where packets take another time than the path's own.
  @inlinable var bendsLatency: Bool { latencyTimes != 1 || latencyAdd != .zero }

  /// The delay of a packet that would take `undisturbed`.
  @inlinable @inline(__always)
  func bent(_ undisturbed: Interval) -> Interval {
    bendsLatency ? perturbed(undisturbed) : undisturbed
  }

  /// A delay under latencies that differ from the path's own. Apart from `delay`, as all that faults or
  /// losses cost, so that it does not weigh on undisturbed packets.
  @usableFromInline @inline(never)
  func perturbed(_ undisturbed: Interval) -> Interval {
    let perturbed = Interval(saturatingSeconds: undisturbed.seconds * latencyTimes)
    return min(perturbed.addingSaturated(latencyAdd), .longest)
  }
}

extension Path {
  /// How long after the SYN of try `syn` the next one leaves; nil after the last.
  public func pause(afterSyn syn: Int) -> Interval? {
    if syn == 0 { return firstPause == .longest ? nil : firstPause }
    return syn + 1 < synTimes.count ? synTimes[syn + 1] - synTimes[syn] : nil
  }

  /// Median one-way latency of one client's packets, in seconds.
  public func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    latencies.medianSeconds(of: client, random)
  }

  /// Returns the latencies of one client. Their holder keeps the path.
  public func latency(of client: UInt32, _ random: RandomSource) -> ClientLatency {
    latencies.of(client, random)
  }

  @inlinable @inline(__always)
  func purpose(_ direction: Direction) -> Purpose { direction == .out ? .pathOut : backPurpose }

  /// The draw of a packet's latency.
  func bits(_ key: PacketKey, _ direction: Direction, _ random: RandomSource) -> UInt64 {
    random.bits(owner: key.client, purpose(direction), attempt: key.attempt, index: key.step)
  }

  /// One-way delay of a packet that is not lost.
  @inlinable @inline(__always)
  public func delay(
    _ key: PacketKey, _ direction: Direction, _ conditions: PathConditions, _ random: RandomSource
  ) -> Interval {
    let bits = random.bits(
      owner: key.client, purpose(direction), attempt: key.attempt, index: key.step)
    return conditions.bent(latencies.sample(bits, of: key.client, random))
  }

  /// One-way delay of a segment of an established connection, where a loss costs retransmission
  /// timeouts.
  @inlinable
  public func segmentDelay(
    _ key: PacketKey, _ direction: Direction, _ conditions: PathConditions, _ random: RandomSource
  ) -> Interval {
    segmentDelay(key, direction, latencies.of(key.client, random), conditions, random)
  }

  /// The same of a client whose latencies are at hand.
  @usableFromInline
  func segmentDelay(
    _ key: PacketKey, _ direction: Direction, _ latency: ClientLatency,
    _ conditions: PathConditions, _ random: RandomSource
  ) -> Interval {
    let bits = random.bits(
      owner: key.client, purpose(direction), attempt: key.attempt, index: key.step)
    let once = conditions.bent(latency.sample(bits))
    if loss == 0 && conditions.extraLoss.isNone { return once }
    let lost = Self.losses(
      key, direction, probability: totalLoss(conditions.extraLoss[direction]),
      most: isMeasured ? CopySchedule.mostCopies + 1 : CopySchedule.mostCopies, random)
    if lost == 0 { return once }
    if !isMeasured { return Self.retransmitted(once, lost, .fixed) }
    let median = latencies.sample(1 << 63, of: key.client, random)
    return Self.retransmitted(once, lost, CopySchedule(roundTrip: conditions.bent(median) * 2))
  }

  /// The delay of a segment of which so many transmissions are lost, from that of one which is not lost;
  /// `Interval.longest` where its sender gives it up.
  // Static, as the other parts that stand apart: for a method of a path its caller would copy the
  // path.
  @usableFromInline @inline(never)
  static func retransmitted(_ once: Interval, _ lost: Int, _ schedule: CopySchedule) -> Interval {
    if lost > CopySchedule.mostCopies { return .longest }
    return min(once + schedule.delay(ofCopy: lost), .longest)
  }

  /// When copies of a client's messages leave that are first sent under these conditions.
  public func schedule(
    of client: UInt32, _ conditions: PathConditions, spread: Interval = .zero,
    _ random: RandomSource
  ) -> CopySchedule {
    if !isMeasured { return .fixed }
    let median = latencies.sample(1 << 63, of: client, random)
    let bent = min(conditions.bent(median) + spread, .seconds(3_600))
    return CopySchedule(roundTrip: bent * 2)
  }

  /// Delay of `count` round trips from the client's or the gateway's side, steps counted from `key`; at
  /// most `Interval.longest`.
  public func roundTrips(
    _ count: Int, from key: PacketKey, first: Direction, _ conditions: PathConditions,
    _ random: RandomSource
  ) -> Interval {
    var total = Interval.zero
    var key = key
    let second: Direction = first == .out ? .back : .out
    let latency = latencies.of(key.client, random)
    for _ in 0..<count {
      total = total + segmentDelay(key, first, latency, conditions, random)
      // Every packet of a client that is very far away is late.
      total = min(total + segmentDelay(key, second, latency, conditions, random), .longest)
      key.step += 1
    }
    return total
  }

  /// Returns true if SYN number `syn` (0...15) of an attempt, or its answer, is lost on a steady path, where both
  /// directions lose alike.
  @inlinable @inline(__always)
  public func losesSyn(
    _ syn: Int, _ key: PacketKey, _ conditions: PathConditions, _ random: RandomSource
  ) -> Bool {
    if loss == 0 && conditions.extraLoss.isNone { return false }
    return Self.drawsLoss(
      ofSyn: syn, key, probability: totalLoss(conditions.extraLoss.out), random)
  }

  /// `losesSyn` where packets are lost with probability `p`.
  @usableFromInline @inline(never)
  static func drawsLoss(
    ofSyn syn: Int, _ key: PacketKey, probability p: Double, _ random: RandomSource
  ) -> Bool {
    if p == 0 { return false }
    let pairLoss = 1 - (1 - p) * (1 - p)
    if PacketStep.synsOfOtherAddresses.contains(key.step) {
      return lossDraw(key, .out, random) < pairLoss
    }
    var bits = random.bits(owner: key.client, .loss, attempt: key.attempt, index: 0)
    for _ in 0..<syn { bits = mixed(bits) }
    return unitFraction(bits) < pairLoss
  }

  @inlinable
  func totalLoss(_ extraLoss: Double) -> Double { Self.total(loss, extraLoss) }

  /// The probability of losing what is lost for one reason or another.
  @inlinable
  static func total(_ loss: Double, _ extraLoss: Double) -> Double {
    extraLoss == 0 ? loss : 1 - (1 - loss) * (1 - extraLoss)
  }

  /// Index of a step's loss draw: the two directions draw apart; index 0 belongs to the SYN.
  static func lossIndex(_ step: UInt32, _ direction: Direction) -> UInt32 {
    step * 2 + UInt32(direction.rawValue) + 1
  }

  /// Transmissions lost before the first that arrives: geometric, from one draw.
  @usableFromInline @inline(never)
  static func losses(
    _ key: PacketKey, _ direction: Direction, probability: Double, most: Int,
    _ random: RandomSource
  ) -> Int {
    guard probability > 0 else { return 0 }
    let u = lossDraw(key, direction, random)
    var threshold = probability
    var count = 0
    while u < threshold && count < most {
      count += 1
      threshold *= probability
    }
    return count
  }

  /// The draw that decides which copies of a segment are lost.
  static func lossDraw(
    _ key: PacketKey, _ direction: Direction, _ random: RandomSource
  ) -> Double {
    random.uniform(
      owner: key.client, .loss, attempt: key.attempt, index: lossIndex(key.step, direction))
  }
}
