import HeapModule

/// The future event list as a min-max heap: small and obvious, the oracle of `LadderQueue`.
///
/// - Complexity: O(log n) for `insert` and `popNext`.
public struct HeapQueue: EventQueue, ~Copyable {
  private var heap = Heap<PendingEvent>()
  private var latest = Int64.min
  public private(set) var equalEvents: PendingEvent?

  public init() {}

  public var count: Int { heap.count }

  public mutating func insert(_ event: PendingEvent) {
    precondition(event.time >= latest, "an event for a time that has passed")
    heap.insert(event)
  }

  public mutating func popNext(announcing announce: (UInt64) -> Void) -> PendingEvent? {
    guard let event = heap.popMin() else { return nil }
    latest = event.time
    if heap.min == event { equalEvents = event }
    return event
  }
}
