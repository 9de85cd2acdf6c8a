import Primitives

/// The addresses of the service, and how a client's attempt goes through them.
public struct AddressPlan: Hashable, Sendable {
  /// The order in which an attempt tries them.
  public enum Order: String, Hashable, Sendable, CaseIterable {
    /// 0, 1, ..., the same for all clients.
    case fixed
    /// Drawn anew for each attempt.
    case random
  }

  /// When an attempt goes on to its next address.
  public enum Next: Hashable, Sendable {
    /// So long after the one before, or when that has failed (RFC 8305).
    case after(Interval)
    /// Only when the one before has failed.
    case failure
  }

  /// 1...8.
  public var count: Int
  public var order: Order
  public var next: Next

  public init(count: Int, order: Order = .fixed, next: Next = .after(.milliseconds(250))) {
    self.count = count
    self.order = order
    self.next = next
  }
}
