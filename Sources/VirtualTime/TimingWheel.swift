/// The future event list as a hierarchy of wheels: constant time per event, exact order.
///
/// Level 0 has 1,024 buckets of 2^18 ns (0.26 ms), each level above buckets 1,024 times as wide. An
/// event goes to the level of the highest digit in which its time differs from the wheel's position,
/// unsorted. A level-0 bucket is sorted once, when the wheel reaches it; what is put into that
/// bucket afterwards goes to a small heap beside it, so the order is exactly that of `HeapQueue`.
///
/// - Complexity: amortised O(1) for `insert`; `popNext` adds the sort of one bucket, O(k log k) for
///   k events in it.
@frozen
public struct TimingWheel: EventQueue {
  @usableFromInline static var grain: Int64 { 18 }
  @usableFromInline static var levelBits: Int64 { 10 }
  @usableFromInline static var levels: Int { 5 }

  @usableFromInline var store = WheelStore(levels: 5)
  /// The bucket being emptied, greatest first.
  @usableFromInline var current: [PendingEvent] = []
  /// What came late to the bucket being emptied.
  @usableFromInline var late = LateHeap()
  /// The level-0 bucket being emptied, counted from time 0: its events have time >> grain <= position.
  @usableFromInline var position: Int64 = 0
  @usableFromInline var latest = Int64.min
  @usableFromInline var pending = 0

  @inlinable public var count: Int { pending }

  @inlinable public init() {}

  @inlinable public mutating func insert(_ event: PendingEvent) {
    precondition(event.time >= latest, "an event for a time that has passed")
    pending += 1
    let bucket = event.time >> Self.grain
    if bucket <= position { return late.insert(event) }
    place(event, bucket: bucket)
  }

  @inlinable mutating func place(_ event: PendingEvent, bucket: Int64) {
    let difference = UInt64(bitPattern: bucket ^ position)
    let level = (63 - difference.leadingZeroBitCount) / Int(Self.levelBits)
    let slot = Int(truncatingIfNeeded: bucket >> (Int64(level) * Self.levelBits)) & 1023
    store.append(event, level: level, slot: slot)
  }

  @inlinable public mutating func popNext() -> PendingEvent? {
    if current.isEmpty && late.isEmpty && !advance() { return nil }
    pending -= 1
    let event = takeLeast()
    latest = event.time
    return event
  }

  @inlinable mutating func takeLeast() -> PendingEvent {
    guard let sorted = current.last else { return late.popMin() }
    guard let early = late.min else { return current.removeLast() }
    precondition(early != sorted, "two pending events are the same")
    return early < sorted ? late.popMin() : current.removeLast()
  }

  /// Moves to the next bucket that holds something. False when nothing waits.
  @usableFromInline mutating func advance() -> Bool {
    while true {
      if let slot = store.nextOccupied(level: 0, after: Int(position & 1023)) {
        position = (position & ~1023) | Int64(slot)
        store.drain(level: 0, slot: slot) { current.append($0) }
        sortCurrent()
        return true
      }
      guard refill() else { return false }
      if !late.isEmpty { return true }
    }
  }

  /// Spreads the next bucket of the lowest level that has one over the levels below.
  private mutating func refill() -> Bool {
    for level in 1..<Self.levels {
      let shift = Int64(level) * Self.levelBits
      let digit = Int((position >> shift) & 1023)
      guard let slot = store.nextOccupied(level: level, after: digit) else { continue }
      let upper = (position >> (shift + Self.levelBits)) << (shift + Self.levelBits)
      position = upper | (Int64(slot) << shift)
      var moved = spare
      spare = []
      store.drain(level: level, slot: slot) { moved.append($0) }
      for event in moved {
        let bucket = event.time >> Self.grain
        if bucket <= position { late.insert(event) } else { place(event, bucket: bucket) }
      }
      moved.removeAll(keepingCapacity: true)
      spare = moved
      return true
    }
    return false
  }

  private var spare: [PendingEvent] = []

  private mutating func sortCurrent() {
    if current.count > 1 { current.sort(by: >) }
  }
}
