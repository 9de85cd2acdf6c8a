import Primitives
import VirtualTime

/// A box at the gateway's end of connections that forgets a quiet one: a balancer, a firewall, a carrier's NAT.
public struct IdleBox: Hashable, Sendable {
  /// The end of a connection that the box has forgotten.
  public enum End: String, Hashable, Sendable, CaseIterable {
    /// Nothing passes any more, and neither side is told.
    case silent
    /// Neither side is told, and the next packet of the client is answered by a reset.
    case reset
    /// Both sides are told at once.
    case close
  }

  /// How long no packet of a connection passes before the box forgets it, > 0. A distribution is drawn once for each
  /// client.
  public var after: Distribution
  public var how: End

  public init(after: Distribution, how: End = .silent) {
    self.after = after
    self.how = how
  }
}

/// An `IdleBox` compiled for asking.
public struct IdleLimits: Sendable {
  public let how: IdleBox.End
  private let after: Sampler

  public init(_ box: IdleBox) {
    how = box.how
    after = Sampler(box.after)
  }

  /// How long a client's connection may be quiet; at least a millisecond.
  public func limit(of client: UInt32, _ random: RandomSource) -> Interval {
    let bits = random.bits(owner: client, .idle, attempt: 0, index: 0)
    return max(after.sample(bits), .milliseconds(1))
  }
}
