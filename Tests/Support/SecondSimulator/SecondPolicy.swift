import Foundation

extension SecondWorld {
  /// What a formula is told: the failures so far (1 = the first), the previous delay (0 at first)
  /// and the time since the connection was lost.
  public struct Wait: Sendable {
    public var failures: Int
    public var previous: Double
    public var elapsed: Double
  }

  /// When a client connects again.
  public struct Policy: Sendable {
    /// The delay in seconds; nothing means that the client gives up.
    public typealias Formula = @Sendable (Wait, inout SecondRandom) -> Double?

    /// What sets the failures back to 0.
    public enum Reset: Sendable {
      case ready
      case open
      /// The connection has lasted so long.
      case uptime(Double)
      case never
    }

    /// How long an attempt may take until the gateway's first message.
    public enum ConnectTimeout: Sendable {
      case none
      case seconds(Double)
      /// From the failures so far.
      case formula(@Sendable (Int, inout SecondRandom) -> Double)
    }

    public var formula: Formula
    public var reset = Reset.ready
    public var connectTimeout = ConnectTimeout.seconds(10)
    /// Whether a delay counts from the begin of the attempt that failed.
    public var countsFromStart = false
    /// The delay of the first retry, instead of the formula's.
    public var first: Double?

    public init(_ formula: @escaping Formula) { self.formula = formula }
  }
}

extension SecondWorld.Policy {
  public static func constant(_ delay: Double) -> Self { Self { _, _ in delay } }

  public static func uniform(_ low: Double, _ high: Double) -> Self {
    Self { _, random in random.uniform(low, high) }
  }

  /// The published formula of the Stoat web client: uncapped, 20 % either way.
  public static var stoatWeb: Self {
    Self { wait, random in (pow(2, Double(wait.failures)) - 1) * random.uniform(0.8, 1.2) }
  }

  /// Full jitter after the AWS simulator, base 1 s, cap 20 s.
  public static var awsFull: Self {
    Self { wait, random in random.uniform(0, min(20, pow(2, Double(wait.failures)))) }
  }

  /// Kafka's clients: jitter, then the cap of 1 s.
  public static var kafka: Self {
    Self { wait, random in
      let base = min(0.05 * pow(2, Double(wait.failures - 1)), 1)
      return min(base * random.uniform(0.8, 1.2), 1)
    }
  }

  /// Kafka's clients with their growing connect timeout, 10 s doubling to 30 s, 20 % either way.
  public static var kafkaGrowingTimeout: Self {
    var policy = kafka
    policy.connectTimeout = .formula { failures, random in
      min(10 * pow(2, Double(failures)), 30) * random.uniform(0.8, 1.2)
    }
    return policy
  }

  /// Phoenix: a list without jitter, set back when the transport opens, no connect timeout.
  public static var phoenix: Self {
    let list = [0.01, 0.05, 0.1, 0.15, 0.2, 0.25, 0.5, 1, 2]
    var policy = Self { wait, _ in wait.failures <= list.count ? list[wait.failures - 1] : 5 }
    policy.reset = .open
    policy.connectTimeout = .none
    return policy
  }
}
