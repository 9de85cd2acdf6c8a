/// The future event list as rungs of ever finer buckets: constant time per event, exact order.
///
/// Events due soon stand in a sorted run. Those after it lie in the buckets of rungs, unsorted, the
/// rest in one list, `beyond`. When the run gets short the next bucket is sorted and joined to it;
/// a bucket with too many events is first spread over a finer rung, and `beyond` over the coarsest
/// one. So the widths always follow the events at hand and decide the speed only: the order is
/// exactly that of `HeapQueue`. A ladder queue (Tang, Goh, Thng, ACM TOMACS 15, 2005) whose bottom
/// is sorted by counting.
///
/// An event for a time within the run is put in its place there; where too many come, the run is
/// cut and its rest goes back to a rung. Only a crowd of one instant, which cannot be cut, has a
/// heap for latecomers.
///
/// - Complexity: amortised O(1) for `insert` and `popNext`; O(log k) for k latecomers to a crowd of
///   one instant. 17.1 bytes per pending event, and one chunk of 256 bytes per occupied bucket.
@frozen
public struct LadderQueue: EventQueue, ~Copyable {
  @usableFromInline let chunks = EventChunks()
  @usableFromInline let rungs = RungStack()
  @usableFromInline let run = SortedRun()
  @usableFromInline var late = LateHeap()
  /// Events up to this time belong to the run or to `late`, later ones do not.
  @usableFromInline var runLast = Int64.min
  @usableFromInline var beyond = Beyond()
  @usableFromInline var latest = Int64.min
  @usableFromInline var pending = 0
  public internal(set) var equalEvents: PendingEvent?

  /// The list of events later than all rungs.
  @frozen @usableFromInline struct Beyond {
    @usableFromInline var tail: UInt32 = 0
    @usableFromInline var first = Int64.max
    @usableFromInline var last = Int64.min

    @inlinable init() {}
  }

  public init() {}

  /// Events waiting.
  @inlinable public var count: Int { pending }

  /// Puts an event in. Traps on a time before the one taken out last.
  @inlinable public mutating func insert(_ event: PendingEvent) {
    precondition(event.time >= latest, "an event for a time that has passed")
    pending &+= 1
    if event.time <= runLast { return insertIntoRun(event) }
    if !rungs.insert(event, in: chunks) { insertBeyond(event) }
  }

  /// Takes the least event out; nil when empty.
  @inlinable
  public mutating func popNext(announcing announce: (UInt64) -> Void) -> PendingEvent? {
    if run.next >= run.clear && !prepare() { return popChecked() }
    let place = run.next
    announce(place[run.ahead].key)
    let event = place.pointee
    if place[1] == event { found(equal: event) }
    run.next = place + 1
    pending &-= 1
    latest = event.time
    return event
  }
}
