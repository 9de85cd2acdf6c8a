import Backoff
import Primitives

/// One run-to-completion step of a machine: the facts the machine may know, and room for the
/// actions it wants done.
///
/// One value is reused for all events of a run. The action list is a fixed tuple, so a turn never
/// allocates; more than eight actions in a turn is a broken machine and traps.
@frozen
public struct Turn<Machine: SessionStateMachine>: BitwiseCopyable {
  public typealias Item = Action<Machine>
  public static var capacity: Int { 8 }

  /// The present moment.
  public var now: Instant
  /// The device's answer if it is asked: true if it is online.
  public var isDeviceOnline: Bool
  /// The server's answer, where this step is about one that ends an attempt or a call.
  public var answer = ServerAnswer.none
  /// The random streams from which delays are drawn.
  public var draws: BackoffDraws
  /// Set when a formula gave a delay that cannot be waited for. The driver must then stop.
  public var rejectedDelay: RejectedDelay?

  @usableFromInline var items: (Item, Item, Item, Item, Item, Item, Item, Item)
  @usableFromInline var used: Int

  /// Actions emitted in this step.
  @inlinable public var count: Int { used }

  @inlinable public init(now: Instant = .start, random: RandomStream, perClient: RandomStream) {
    self.now = now
    draws = BackoffDraws(random: random, perClient: perClient)
    isDeviceOnline = true
    rejectedDelay = nil
    items = (.close, .close, .close, .close, .close, .close, .close, .close)
    used = 0
  }

  /// Draws for the delay of the next attempt.
  @inlinable public var random: RandomStream {
    mutating get { draws.random }
    set { draws.random = newValue }
  }

  /// Draws that are made once per client.
  @inlinable public var perClient: RandomStream {
    mutating get { draws.perClient }
  }

  /// Forgets the step before: its actions, and a delay that it rejected.
  /// - Parameter answer: the server's, where it ends an attempt or a call in this step.
  @inlinable public mutating func begin(
    at now: Instant, isDeviceOnline: Bool, after answer: ServerAnswer = .none
  ) {
    self.answer = answer
    beginAgain(at: now, isDeviceOnline: isDeviceOnline)
  }

  /// `begin` without a look at `answer`, for a driver that sets it before such a step and takes it back after it: most
  /// steps have none.
  @inlinable public mutating func beginAgain(at now: Instant, isDeviceOnline: Bool) {
    self.now = now
    self.isDeviceOnline = isDeviceOnline
    rejectedDelay = nil
    used = 0
  }

  @inlinable public mutating func emit(_ action: Item) {
    precondition(count < Self.capacity, "more than 8 actions in one turn")
    let offset = used &* MemoryLayout<Item>.stride
    withUnsafeMutableBytes(of: &items) { bytes in
      bytes.storeBytes(of: action, toByteOffset: offset, as: Item.self)
    }
    used += 1
  }

  /// The action at `index`, in 0..<count.
  @inlinable public subscript(index: Int) -> Item {
    precondition(index >= 0 && index < count, "no such action")
    return withUnsafeBytes(of: items) { bytes in
      bytes.load(fromByteOffset: index &* MemoryLayout<Item>.stride, as: Item.self)
    }
  }

  /// The action at `index`, in 0..<count. Same result as the subscript, without a copy of all the
  /// others.
  @inlinable public mutating func action(_ index: Int) -> Item {
    precondition(index >= 0 && index < count, "no such action")
    return withUnsafeMutableBytes(of: &items) { bytes in
      bytes.load(fromByteOffset: index &* MemoryLayout<Item>.stride, as: Item.self)
    }
  }

  public mutating func reject(delay: Double, failures: UInt32) {
    rejectedDelay = RejectedDelay(seconds: delay, failures: failures)
  }
}

/// A delay that cannot be waited for: negative, not a number, or beyond 100 years.
@frozen
public struct RejectedDelay: BitwiseCopyable, Hashable, Sendable {
  public let seconds: Double
  public let failures: UInt32
}
