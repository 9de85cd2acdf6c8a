/// A binary min-heap for the few events that come late to the bucket being emptied.
@frozen @usableFromInline
struct LateHeap {
  @usableFromInline var items: [PendingEvent] = []

  @inlinable init() {}

  @inlinable var isEmpty: Bool { items.isEmpty }
  @inlinable var min: PendingEvent? { items.first }

  @usableFromInline mutating func insert(_ event: PendingEvent) {
    items.append(event)
    items.withUnsafeMutableBufferPointer { items in
      var child = items.count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        if !(event < items[parent]) { break }
        items[child] = items[parent]
        child = parent
      }
      items[child] = event
    }
  }

  /// Requires that the heap is not empty.
  @usableFromInline mutating func popMin() -> PendingEvent {
    let least = items[0]
    let last = items.removeLast()
    if !items.isEmpty { items.withUnsafeMutableBufferPointer { Self.sink(last, in: $0) } }
    return least
  }

  private static func sink(
    _ event: PendingEvent, in items: UnsafeMutableBufferPointer<PendingEvent>
  ) {
    var hole = 0
    while true {
      var child = 2 * hole + 1
      if child >= items.count { break }
      if child + 1 < items.count && items[child + 1] < items[child] { child += 1 }
      if !(items[child] < event) { break }
      items[hole] = items[child]
      hole = child
    }
    items[hole] = event
  }
}
