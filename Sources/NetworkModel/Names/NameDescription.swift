import Primitives
import VirtualTime

/// The name of the service as a scenario describes it: how long an answer takes, and how long resolvers keep it.
public struct NameDescription: Hashable, Sendable {
  /// From the question to the answer.
  public var time: Distribution
  /// How long a resolver keeps an answer, > 0: its cache turns over each time this is over.
  public var ttl: Interval
  /// How often a client asks before its attempt fails, > 0, and how long it waits each time.
  public var tries: Int
  public var timeout: Interval
  /// Resolvers that all clients share; nil where each client has its own.
  public var resolvers: Int?

  public init(
    time: Distribution = .constant(.milliseconds(20)), ttl: Interval = .seconds(60),
    tries: Int = 2, timeout: Interval = .seconds(5), resolvers: Int? = nil
  ) {
    self.time = time
    self.ttl = ttl
    self.tries = tries
    self.timeout = timeout
    self.resolvers = resolvers
  }
}
