extension SecondWorld {
  /// What the listener does in an outage, from mild to strict.
  public enum Outage: Int, Sendable, Comparable {
    case refuse = 1
    case reset = 2
    case blackhole = 3

    public static func < (left: Outage, right: Outage) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whom a fault concerns. Nodes are counted from 0.
  public enum Scope: Sendable, Equatable {
    case everyone
    case share(Double)
    case node(Int)
  }

  /// A fault, in force on [at, at + length).
  public struct Fault: Sendable {
    public enum Kind: Sendable {
      case outage(Outage)
      /// `length` is how long a node is down; rolling: one after the other, with a pause between.
      case restart(rolling: Bool, pause: Double)
      case capacity(to: Double)
      case slow(times: Double)
      case authFailure(probability: Double, permanent: Bool)
      case loss(Double)
      case latency(times: Double, add: Double)
      /// Happens at a moment: sockets die without a word to either side.
      case handover
      /// Each client's path, down first, at a phase of its own.
      case flapping(up: Double, down: Double)
    }

    public var kind: Kind
    public var at: Double
    /// Without it: to the end of the run.
    public var length: Double?
    public var scope: Scope
    /// Whether established connections and set-ups in progress are closed when it begins.
    /// Left open: only by `reset` and `restart`.
    public var drop: Bool?

    public init(
      _ kind: Kind, at: Double, for length: Double? = nil, scope: Scope = .everyone,
      drop: Bool? = nil
    ) {
      self.kind = kind
      self.at = at
      self.length = length
      self.scope = scope
      self.drop = drop
    }
  }
}
