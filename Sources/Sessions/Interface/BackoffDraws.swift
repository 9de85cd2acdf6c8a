import Primitives

/// The random streams from which a session draws its delays.
///
/// Most turns draw nothing. So the streams of a client are made when a machine first asks for one.
@frozen
public struct BackoffDraws: BitwiseCopyable, Sendable {
  @usableFromInline var ownRandom: RandomStream
  @usableFromInline var ownPerClient: RandomStream
  @usableFromInline var source = RandomSource(seed: 0)
  @usableFromInline var client: UInt32 = 0
  @usableFromInline var attempt: UInt32 = 0
  @usableFromInline var isMade = true

  @inlinable public init(random: RandomStream, perClient: RandomStream) {
    ownRandom = random
    ownPerClient = perClient
  }

  /// The backoff streams of a client.
  /// - Parameter attempt: the number of its latest attempt.
  @inlinable public mutating func reset(
    to source: RandomSource, client: UInt32, attempt: UInt32
  ) {
    self.source = source
    self.client = client
    self.attempt = attempt
    isMade = false
  }

  /// Draws for the delay of the next attempt.
  @inlinable public var random: RandomStream {
    mutating get {
      if !isMade { make() }
      return ownRandom
    }
    set {
      if !isMade { make() }
      ownRandom = newValue
    }
  }

  /// Draws that are made once per client.
  @inlinable public var perClient: RandomStream {
    mutating get {
      if !isMade { make() }
      return ownPerClient
    }
  }

  @usableFromInline mutating func make() {
    ownRandom = source.stream(owner: client, .backoff, attempt: attempt)
    ownPerClient = source.stream(owner: client, .backoff, attempt: 0)
    isMade = true
  }
}
