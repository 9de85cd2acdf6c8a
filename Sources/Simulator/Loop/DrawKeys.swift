import Primitives

/// The key of one random draw: a draw with another key is independent of it.
///
/// Common random numbers rest on these keys: two formulas, or one client more, never shift another
/// draw. These are the loop's own. The others: packets `PacketStep`, losses `Path`, a client's
/// distance `LatencySampler`, the balancer `Gateway.arrival` (the same as `node` here), services
/// `Request.drawKey`, faults `World`, formulas `BackoffDraws`, pauses between pushes the stream of
/// `Purpose.push`.
struct DrawKey: Hashable {
  var owner: UInt32
  var purpose: Purpose
  var attempt: UInt32
  var index: UInt32

  private init(_ owner: UInt32, _ purpose: Purpose, _ attempt: UInt32, _ index: UInt32) {
    self.owner = owner
    self.purpose = purpose
    self.attempt = attempt
    self.index = index
  }

  // MARK: Once per client

  /// When a client comes to life, or when its connection was opened before the run.
  static func start(of client: UInt32) -> DrawKey { DrawKey(client, .start, 0, 0) }
  static func cohort(of client: UInt32) -> DrawKey { DrawKey(client, .start, 0, 1) }

  // MARK: Once per attempt

  /// The node that the balancer chooses; attempt 0 is the one before the run.
  static func node(of client: UInt32, attempt: UInt32) -> DrawKey {
    DrawKey(client, .balance, attempt, 0)
  }

  // MARK: Behaviour

  /// A stream's draws at its `ordinal`-th move: 8 indices each, of which index 7 stays free.
  static func behaviour(
    _ stream: BehaviourStream, of client: UInt32, _ ordinal: UInt32, _ draw: BehaviourDraw
  ) -> DrawKey {
    DrawKey(client, .behaviour, ordinal, index(stream, draw))
  }

  @inline(__always)
  static func index(_ stream: BehaviourStream, _ draw: BehaviourDraw) -> UInt32 {
    UInt32(stream.rawValue) * 8 + draw.rawValue
  }

  /// The system's allowance to an app that is behind for the `behind`-th time.
  static func allowance(of client: UInt32, behind: UInt32) -> DrawKey {
    DrawKey(client, .behaviour, behind, 7)
  }

  /// The entity that a first screen reads; at most 255 reads.
  static func firstScreen(
    _ screen: UInt32, of client: UInt32, readsLeft: UInt32
  ) -> DrawKey {
    DrawKey(client, .behaviour, screen, 64 + readsLeft)
  }

  /// How long an operation of the device's database takes: by its microsecond, which comes
  /// again after 71 minutes. The numbers of streams and screens stay below the highest bit.
  static func database(of client: UInt32, call: UInt8, at instant: Instant) -> DrawKey {
    let microsecond = UInt32(truncatingIfNeeded: instant.nanoseconds / 1_000)
    return DrawKey(client, .behaviour, 1 << 31 | UInt32(call), microsecond)
  }

  // MARK: Pushes

  /// The entity that a push is about. The pause before it has the indices below: one for each pace
  /// that it meets. A pause that meets more than 15 paces shares this draw.
  static func entity(ofPush ordinal: UInt32, to client: UInt32) -> DrawKey {
    DrawKey(client, .push, ordinal, 15)
  }
}

/// The draws of a stream of behaviour at one of its moves.
enum BehaviourDraw: UInt32, CaseIterable {
  /// How long it is until the next move.
  case pause
  /// The place of a client in a cycle when the run begins. For launches: whether another user
  /// comes. For actions: the entity.
  case circumstance
  /// The entity that is listened to.
  case listened
  /// How much of a pause is over when the run begins.
  case elapsed
}

extension RandomSource {
  /// One draw, 64 bits.
  @inline(__always)
  func bits(_ key: DrawKey) -> UInt64 {
    bits(owner: key.owner, key.purpose, attempt: key.attempt, index: key.index)
  }

  /// One draw, uniform on [0, 1).
  @inline(__always)
  func uniform(_ key: DrawKey) -> Double { unitFraction(bits(key)) }
}
