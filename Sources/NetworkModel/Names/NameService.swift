import Primitives
import VirtualTime

/// A `NameDescription` compiled for asking: when the cache of a client's resolver turns over, and the draws of its
/// questions.
///
/// The cache turns over at phi + k ttl, phi uniform in [0, ttl): a cycle is what lies between two turns.
public struct NameService: Sendable {
  public let description: NameDescription
  private let time: Sampler
  /// The number of the first resolver, where clients share them: another cohort has others.
  private let firstResolver: UInt32

  public init(_ description: NameDescription, firstResolver: Int = 0) {
    self.description = description
    self.firstResolver = UInt32(firstResolver)
    time = Sampler(description.time)
  }

  /// The cache of one client's resolver.
  public func cache(of client: UInt32, _ random: RandomSource) -> NameCache {
    var owner = client
    if let resolvers = description.resolvers {
      let bits = random.bits(owner: client, .dns, attempt: 0, index: 1)
      let number = UInt32(bits.multipliedFullWidth(by: UInt64(resolvers)).high)
      owner = 1 << 28 + firstResolver + number
    }
    let bits = random.bits(owner: owner, .dns, attempt: 0, index: 0)
    let phase = bits.multipliedFullWidth(by: UInt64(description.ttl.nanoseconds)).high
    return NameCache(phase: Int64(phase), ttl: description.ttl.nanoseconds)
  }

  /// How long the answer to a try of an attempt takes, counted from 0.
  public func time(
    ofTry number: Int, _ client: UInt32, attempt: UInt32, _ random: RandomSource
  ) -> Interval {
    let index = UInt32(2 + 3 * number)
    return time.sample(random.bits(owner: client, .dns, attempt: attempt, index: index))
  }

  /// The draw that decides whether the question of a try is lost, and that of its answer.
  public func lossDraw(
    ofTry number: Int, _ direction: Direction, _ client: UInt32, attempt: UInt32,
    _ random: RandomSource
  ) -> Double {
    let index = UInt32(3 + 3 * number + (direction == .back ? 1 : 0))
    return random.uniform(owner: client, .dns, attempt: attempt, index: index)
  }
}

/// When the cache of a resolver turns over.
public struct NameCache: BitwiseCopyable, Sendable {
  /// Nanoseconds.
  private let phase: Int64
  private let ttl: Int64

  init(phase: Int64, ttl: Int64) {
    self.phase = phase
    self.ttl = ttl
  }

  /// The number of the cycle at a moment; negative before the first turn of the run.
  public func cycle(at instant: Instant) -> Int32 {
    let since = instant.nanoseconds - phase
    let whole = since / ttl - (since % ttl < 0 ? 1 : 0)
    return Int32(truncatingIfNeeded: whole)
  }

  /// When a cycle begins.
  public func turn(_ cycle: Int32) -> Instant { .start + .nanoseconds(phase + Int64(cycle) * ttl) }
}
