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
    /// This long after the one before began, or when that has failed, whichever comes first (RFC 8305).
    case after(Interval)
    /// Only when the one before has failed.
    case failure

    /// How long an attempt gives an address before it begins the next one beside it; nil for ever.
    public var pause: Interval? {
      if case .after(let pause) = self { pause } else { nil }
    }
  }

  /// 1...8.
  public var count: Int
  public var order: Order
  public var next: Next

  /// The most addresses: a first packet's place among them has three bits in events.
  public static let most = 8

  public init(count: Int = 1, order: Order = .fixed, next: Next = .after(.milliseconds(250))) {
    self.count = count
    self.order = order
    self.next = next
  }

  /// True if there is more than one.
  public var areSeveral: Bool { count > 1 }

  /// The address that an attempt tries at a place of its order, both counted from 0: for `random`, the addresses
  /// by ascending draws.
  public func number(
    at place: Int, of client: UInt32, attempt: UInt32, _ random: RandomSource
  ) -> Int {
    if order == .fixed || count == 1 { return place }
    let draws = (0..<count).map { number in
      random.bits(owner: client, .address, attempt: attempt, index: UInt32(number))
    }
    return draws.indices.sorted { (draws[$0], $0) < (draws[$1], $1) }[place]
  }
}
