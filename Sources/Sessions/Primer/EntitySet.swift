/// A set of entities, 0 to 127: one bit each, 16 bytes.
@frozen
public struct EntitySet: BitwiseCopyable, Hashable, Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  public static var capacity: Int { 128 }

  @inlinable public init() {}

  /// Every entity there is.
  @inlinable public static var all: EntitySet {
    var set = EntitySet()
    set.low = .max
    set.high = .max
    return set
  }

  @inlinable public var isEmpty: Bool { low | high == 0 }

  @inlinable public var count: Int { low.nonzeroBitCount + high.nonzeroBitCount }

  @inlinable public func contains(_ entity: Int) -> Bool {
    (entity < 64 ? low : high) & Self.bit(entity) != 0
  }

  @inlinable public mutating func insert(_ entity: Int) {
    if entity < 64 { low |= Self.bit(entity) } else { high |= Self.bit(entity) }
  }

  @inlinable public mutating func remove(_ entity: Int) {
    if entity < 64 { low &= ~Self.bit(entity) } else { high &= ~Self.bit(entity) }
  }

  @inlinable public mutating func removeAll() { self = EntitySet() }

  /// The entity's bit in its half.
  @inlinable static func bit(_ entity: Int) -> UInt64 {
    precondition(entity >= 0 && entity < capacity, "entities are 0 to 127")
    return 1 << UInt64(entity & 63)
  }
}
