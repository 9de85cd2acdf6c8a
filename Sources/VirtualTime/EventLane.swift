/// Events that are made in the order of their times: a first-in, first-out line beside the future
/// event list.
///
/// Events that wait equally long, such as a timeout that is nearly always cancelled, need not be
/// sorted. Memory comes in blocks of 64 KiB and goes as the line is worked off; all unsafe code of
/// the line is here.
///
/// - Complexity: O(1) for `append` and `removeFirst`.
@frozen
public struct EventLane: ~Copyable {
  @inlinable static var blockBits: Int { 12 }
  @inlinable static var blockSize: Int { 1 << blockBits }

  @usableFromInline var blocks: [UnsafeMutablePointer<PendingEvent>] = []
  /// Position of the first event, counted from the begin of the first block.
  @usableFromInline var head = 0
  @usableFromInline var length = 0
  @inlinable public var count: Int { length }

  public init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  @inlinable @inline(__always)
  func place(_ index: Int) -> UnsafeMutablePointer<PendingEvent> {
    let position = head + index
    return blocks[position >> Self.blockBits] + (position & (Self.blockSize - 1))
  }

  /// The event at `index`, 0 = the first, below `count`.
  @inlinable public subscript(index: Int) -> PendingEvent { place(index).pointee }

  /// Puts an event at the end. Traps where it is due before the last one.
  @inlinable public mutating func append(_ event: PendingEvent) {
    precondition(count == 0 || place(count - 1).pointee.time <= event.time, "out of line")
    if (head + count) >> Self.blockBits == blocks.count {
      blocks.append(.allocate(capacity: Self.blockSize))
    }
    place(count).initialize(to: event)
    length += 1
  }

  /// Requires that the line is not empty.
  public mutating func removeFirst() {
    head += 1
    length -= 1
    if head == Self.blockSize {
      blocks.removeFirst().deallocate()
      head = 0
    }
  }

  /// Keeps those events, in order, for which `isWanted` says so; it is asked once for each index.
  ///
  /// - Parameters:
  ///   - ahead: how many events before its turn each one is announced. A hint for prefetching.
  ///   - announce: not called for the first `ahead` events.
  @inlinable public mutating func keep(
    announcing ahead: Int, to announce: (PendingEvent) -> Void,
    where isWanted: (_ index: Int, _ event: PendingEvent) -> Bool
  ) {
    var kept = 0
    for index in 0..<count {
      if index + ahead < count { announce(place(index + ahead).pointee) }
      let event = place(index).pointee
      if !isWanted(index, event) { continue }
      place(kept).pointee = event
      kept += 1
    }
    length = kept
    let needed = (head + count + Self.blockSize - 1) >> Self.blockBits
    while blocks.count > needed { blocks.removeLast().deallocate() }
  }
}
