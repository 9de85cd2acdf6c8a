import Primitives
import VirtualTime

/// One entry of a fault plan: the kind of the fault, its scope and its time.
public struct Fault: Hashable, Sendable {
  public var at: Instant
  /// How long it is in force: on [at, at + duration). nil = to the end of the run.
  public var duration: Interval?
  public var kind: FaultKind
  public var scope: FaultScope

  public init(at: Instant, duration: Interval?, kind: FaultKind, scope: FaultScope) {
    self.at = at
    self.duration = duration
    self.kind = kind
    self.scope = scope
  }
}

/// The clients or the node that a fault concerns.
public enum FaultScope: Hashable, Sendable {
  case everyone
  /// A fraction of the clients in [0, 1], chosen by hash: nested as the share grows.
  case share(Double)
  /// The clients of a named cohort.
  case cohort(String)
  /// One gateway node, 0-based.
  case node(Int)
}

public enum FaultKind: Hashable, Sendable {
  /// New attempts fail in the way of `mode`. With `drop`, connections that are established or being
  /// set up are closed when the fault begins. `batch` and `every` pace the closing of a drain.
  case outage(mode: OutageMode, drop: Bool, batch: Int, every: Interval)
  /// A node (each in turn, when rolling) is down for `duration`. `pause` and `drain` are those of a
  /// rolling restart.
  case restart(
    rolling: Bool, drop: Bool, pause: Interval = .zero, drain: NodeDrain? = nil)
  /// Stations keep this fraction of their servers, in [0, 1]. Applies to all stations where
  /// `station` is nil.
  case capacity(to: Double, station: StationRole?)
  /// Services that begin now take this many times as long, > 0.
  case slow(times: Double, station: StationRole?)
  /// One-way latency times `times` plus `add`, which is drawn for each packet.
  case latency(times: Double, add: Distribution)
  /// Packets are lost, on top of the path's own loss.
  case loss(LossLaw, direction: LossDirection = .both)
  /// Authentication answers wrongly with this probability in (0, 1].
  case authFailure(answer: AuthAnswer, probability: Double)
  /// Alternates between working (`up`) and not (`down`), beginning with down; all clients in step
  /// when `together`, otherwise each at its own phase.
  case flapping(of: FlappingTarget, up: Interval, down: Interval, together: Bool)
  /// The device has no network.
  case offline
  /// The app is in the background: its timers are frozen.
  case background
  /// The device moves to another network at this moment: connections die without a word.
  case handover
  /// The users are logged out from elsewhere at this moment.
  case logout
  /// The name is not answered, or the answer is that it has no address; clients remember that for `negative`.
  case dns(NameFailure, negative: Interval)
  /// The service has a new address from this moment on. The old one is dead, in the way that `old` says; with
  /// `drop` all connections are closed.
  case move(old: DeadAddress, drop: Bool)
  /// The address of this number, 0...7, is dead.
  case address(number: Int, DeadAddress)
}

extension FaultKind {
  /// One-way latency times `times` plus the same for each packet.
  public static func latency(times: Double, add: Interval) -> FaultKind {
    .latency(times: times, add: .constant(add))
  }

  /// Each packet is lost with this probability in [0, 1], whichever way it goes.
  public static func loss(rate: Double) -> FaultKind { .loss(.share(rate), direction: .both) }

  /// True if it happens at one moment instead of being in force for a time, in any scope.
  public var isMomentary: Bool {
    Fault(at: .start, duration: nil, kind: self, scope: .everyone).effects.isMomentary
  }
}

public enum OutageMode: String, Hashable, Sendable, CaseIterable {
  case drain, reset, refuse, blackhole
}

/// How a name fails.
public enum NameFailure: String, Hashable, Sendable, CaseIterable {
  /// Questions are not answered.
  case silent
  /// The answer is that there is no address.
  case none
}

/// The fate of a first packet that is sent to a dead address.
public enum DeadAddress: String, Hashable, Sendable, CaseIterable {
  /// It vanishes.
  case silent
  /// It is refused at the door.
  case refuse
}

/// The packets that a loss takes: those from clients, those to clients, or both.
public enum LossDirection: String, Hashable, Sendable, CaseIterable {
  case both, out, back
}

public enum AuthAnswer: String, Hashable, Sendable, CaseIterable {
  case temporary, permanent
}

public enum FlappingTarget: String, Hashable, Sendable, CaseIterable {
  case gateway, path, device
}
