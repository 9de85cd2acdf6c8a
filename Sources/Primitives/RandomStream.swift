/// The purpose of a random draw. Draws for different purposes never influence one another.
public enum Purpose: UInt8, BitwiseCopyable, Sendable, CaseIterable {
  case start = 1
  case backoff
  case pathOut
  case pathBack
  case loss
  case handshakeService
  case authService
  case readyService
  case apiService
  case fault
  case balance
  case behaviour
  case push
  /// How far away a client is.
  case distance
  /// The weather of a path whose losses come in bursts.
  case fade
  /// The resolver of a name, and its answers.
  case dns
  /// The order in which an attempt tries the addresses of a name.
  case address
  /// How long a box on the way remembers a quiet connection.
  case idle
  /// When a limit of concurrency forgets the least time it has seen.
  case probe = 25
  /// How long an error answer asks a client to stay away.
  case retryAfter = 26
}

/// The source of every draw of one run: a pure function of (seed, owner, purpose, attempt, index).
///
/// Counter-based: nothing is consumed, so another formula or one more client changes no other draw,
/// and two variants of a scenario see the same world.
@frozen
public struct RandomSource: BitwiseCopyable, Sendable {
  @usableFromInline let key: UInt64

  @inlinable public init(seed: UInt64) { key = mixed(seed &+ 0x9e37_79b9_7f4a_7c15) }

  /// The stream of one owner for one purpose within one attempt, positioned at `index`.
  /// - Parameters:
  ///   - owner: the client's number (the fault's, for `Purpose.fault`).
  ///   - attempt: connection attempts since the run's start; 0 for draws made once per client.
  @inlinable public func stream(
    owner: UInt32, _ purpose: Purpose, attempt: UInt32, index: UInt32 = 0
  ) -> RandomStream {
    let who = UInt64(purpose.rawValue) << 32 | UInt64(owner)
    let base = mixed(key ^ mixed(who &* 0x9e37_79b9_7f4a_7c15))
    return RandomStream(base: base &+ UInt64(attempt) << 32, index: index)
  }

  /// One draw, 64 bits.
  @inlinable public func bits(
    owner: UInt32, _ purpose: Purpose, attempt: UInt32, index: UInt32
  ) -> UInt64 {
    stream(owner: owner, purpose, attempt: attempt).bits(at: index)
  }

  /// One draw, uniform on [0, 1).
  @inlinable public func uniform(
    owner: UInt32, _ purpose: Purpose, attempt: UInt32, index: UInt32
  ) -> Double {
    unitFraction(bits(owner: owner, purpose, attempt: attempt, index: index))
  }
}

/// A sequence of independent draws that can also be read at any index.
///
/// `next()` walks the sequence. A scripted stream answers every draw with one given fraction, so a
/// machine can be stepped by hand and every delay tested to the digit.
@frozen
public struct RandomStream: BitwiseCopyable, Sendable {
  @usableFromInline let base: UInt64
  public var index: UInt32
  @usableFromInline let isScripted: Bool

  @inlinable init(base: UInt64, index: UInt32) {
    self.base = base
    self.index = index
    isScripted = false
  }

  /// A stream whose every draw is `fraction`, in [0, 1).
  @inlinable public init(scripted fraction: Double) {
    precondition(fraction >= 0 && fraction < 1, "a draw is in [0, 1)")
    base = fraction.bitPattern
    index = 0
    isScripted = true
  }

  /// Returns the stream of another attempt, from that of attempt 0.
  @inlinable @inline(__always)
  public func of(attempt: UInt32) -> RandomStream {
    isScripted ? self : RandomStream(base: base &+ UInt64(attempt) << 32, index: index)
  }

  @inlinable public func bits(at index: UInt32) -> UInt64 {
    mixed((base &+ UInt64(index)) &* 0x9e37_79b9_7f4a_7c15)
  }

  /// The draw at `index`, uniform on [0, 1).
  @inlinable public func uniform(at index: UInt32) -> Double {
    isScripted ? Double(bitPattern: base) : unitFraction(bits(at: index))
  }

  /// The next draw, uniform on [0, 1).
  @inlinable public mutating func next() -> Double {
    defer { index &+= 1 }
    return uniform(at: index)
  }
}
