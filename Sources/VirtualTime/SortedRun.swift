/// The events of a `LadderQueue` that are due next, in order.
///
/// Taken from the front, filled from lists of `EventChunks` at the back; an event may also be put
/// in between. All unsafe code of the run is here. One ladder owns one of these, so accesses cannot
/// overlap.
@usableFromInline
final class SortedRun: @unchecked Sendable {
  @usableFromInline typealias Place = UnsafeMutablePointer<PendingEvent>

  /// Runs up to this length are sorted by one counting pass.
  static var short: Int { 96 }
  private static var usualCapacity: Int { 512 }

  @exclusivity(unchecked) private var buffer: Place
  @exclusivity(unchecked) private var capacity = SortedRun.usualCapacity
  /// The least event, if `next < end`.
  @exclusivity(unchecked) @usableFromInline var next: Place
  @exclusivity(unchecked) private(set) var end: Place
  /// Places before this one can be taken without any check: `ahead` more events follow in the run,
  /// and nothing outside it is due earlier.
  @exclusivity(unchecked) @usableFromInline var clear: Place
  /// How far ahead of its turn an event is announced; at least 1.
  @exclusivity(unchecked) @usableFromInline var ahead = 1
  @exclusivity(unchecked) private let sorter = CountingSorter(capacity: SortedRun.short)

  @usableFromInline init() {
    buffer = .allocate(capacity: capacity)
    next = buffer
    end = buffer
    clear = buffer
  }

  deinit { buffer.deallocate() }

  @inline(__always) var count: Int { end - next }

  /// Declares what may be taken without checks; nothing if something outside is due earlier.
  @inline(__always) func setClear(_ isAlone: Bool) {
    clear = isAlone && count > ahead ? end - ahead : buffer
  }

  // MARK: Taking

  func popFirst() -> PendingEvent {
    let event = next.pointee
    next += 1
    return event
  }

  // MARK: Filling

  /// Appends the events of a list, all later than those here, and frees the list.
  /// - Parameter count: events in the list.
  func append(_ tail: UInt32, count: Int, from chunks: EventChunks) {
    makeRoom(for: count)
    if count <= Self.short {
      sorter.sort(tail, of: chunks, to: end)
      end += count
      return
    }
    let start = end
    var place = end
    chunks.drain(tail) { event in
      place.initialize(to: event)
      place += 1
    }
    end = place
    radixSort(UnsafeMutableBufferPointer(start: start, count: count))
  }

  /// Appends an event later than all here.
  func append(_ event: PendingEvent) {
    makeRoom(for: 1)
    end.initialize(to: event)
    end += 1
  }

  /// Puts an event in its place, moving those on the shorter side of it.
  /// - Complexity: O(`count`).
  func insert(_ event: PendingEvent) {
    makeRoom(for: 1)
    if next > buffer && count > 0 && event < next[count / 2] {
      next -= 1
      var hole = next
      while hole + 1 < end && hole[1] < event {
        hole.pointee = hole[1]
        hole += 1
      }
      hole.pointee = event
    } else {
      var hole = end
      end += 1
      while hole > next && event < hole[-1] {
        hole.pointee = hole[-1]
        hole -= 1
      }
      hole.pointee = event
    }
  }

  /// Room for `extra` events behind the last.
  private func makeRoom(for extra: Int) {
    if end + extra <= buffer + capacity { return }
    let count = count
    let needed = count + extra
    if needed <= capacity && capacity == Self.usualCapacity {
      buffer.update(from: next, count: count)
    } else {
      // Once in a while very many events are for one instant: such a block does not stay.
      let larger = needed <= Self.usualCapacity ? Self.usualCapacity : needed + needed / 8
      let fresh = Place.allocate(capacity: larger)
      fresh.moveInitialize(from: next, count: count)
      buffer.deallocate()
      buffer = fresh
      capacity = larger
    }
    next = buffer
    end = buffer + count
  }

  // MARK: Cutting

  /// Returns where to cut so that at least `least` events stay in front and no instant is divided;
  /// nil where no such cut exists.
  func cut(after least: Int) -> Int? {
    if count <= least { return nil }
    let time = next[least - 1].time
    if end[-1].time == time { return nil }
    var low = least
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      if next[middle].time > time { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Hands out the events from `position` on and drops them.
  func drain(from position: Int, _ body: (PendingEvent) -> Void) {
    var place = next + position
    let stop = end
    end = place
    while place < stop {
      body(place.pointee)
      place += 1
    }
  }

  subscript(position: Int) -> PendingEvent { next[position] }
}
