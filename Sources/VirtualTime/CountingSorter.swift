/// Sorts few events by one counting pass over 128 intervals of their range and an insertion sort,
/// which then finds nearly all in place.
final class CountingSorter {
  private let scratch: UnsafeMutablePointer<PendingEvent>
  /// One byte for each interval, eight to a word.
  private let places: UnsafeMutableRawPointer
  private static var words: Int { 16 }
  private static var digitBits: Int { 7 }

  /// - Parameter capacity: most events at once, below 256.
  init(capacity: Int) {
    scratch = .allocate(capacity: capacity)
    places = .allocate(byteCount: 8 * Self.words, alignment: 64)
  }

  deinit {
    scratch.deallocate()
    places.deallocate()
  }

  /// Writes the events of a list in order to `target` and frees the list.
  func sort(_ tail: UInt32, of chunks: EventChunks, to target: UnsafeMutablePointer<PendingEvent>) {
    var count = 0
    var low = Int64.max
    var high = Int64.min
    chunks.drain(tail) { event in
      scratch[count] = event
      count &+= 1
      low = min(low, event.time)
      high = max(high, event.time)
    }
    if count > 4 {
      if low < high {
        let shift = Self.shift(UInt64(bitPattern: high &- low))
        spread(count, to: target) { UInt64(bitPattern: $0.time &- low) &>> shift }
      } else {
        spreadByKey(count, to: target)
      }
    } else {
      target.update(from: scratch, count: count)
    }
    insertionSort(UnsafeMutableBufferPointer(start: target, count: count))
  }

  /// Leaves `digitBits` of a range.
  private static func shift(_ range: UInt64) -> UInt64 {
    UInt64(max(0, 64 - digitBits - range.leadingZeroBitCount))
  }

  private func spreadByKey(_ count: Int, to target: UnsafeMutablePointer<PendingEvent>) {
    var low = UInt64.max
    var high = UInt64.min
    for i in 0..<count {
      low = min(low, scratch[i].key)
      high = max(high, scratch[i].key)
    }
    let shift = Self.shift(high - low)
    spread(count, to: target) { ($0.key &- low) &>> shift }
  }

  @inline(__always)
  private func spread(
    _ count: Int, to target: UnsafeMutablePointer<PendingEvent>,
    by digit: (PendingEvent) -> UInt64
  ) {
    for word in 0..<Self.words {
      places.storeBytes(of: 0, toByteOffset: word << 3, as: UInt64.self)
    }
    for i in 0..<count { take(Int(digit(scratch[i]))) }
    // Eight sums at a time: byte i of the product is the sum of bytes 0 to i.
    let ones: UInt64 = 0x0101_0101_0101_0101
    var before: UInt64 = 0
    for word in 0..<Self.words {
      let counts = places.load(fromByteOffset: word << 3, as: UInt64.self)
      let sums = UInt64(littleEndian: counts) &* ones
      let starts = sums &<< 8 &+ before &* ones
      places.storeBytes(of: starts.littleEndian, toByteOffset: word << 3, as: UInt64.self)
      before = before &+ sums &>> 56
    }
    for i in 0..<count { target[take(Int(digit(scratch[i])))] = scratch[i] }
  }

  /// The counter of an interval, which is then one more.
  @inline(__always) @discardableResult
  private func take(_ interval: Int) -> Int {
    let value = places.load(fromByteOffset: interval, as: UInt8.self)
    places.storeBytes(of: value &+ 1, toByteOffset: interval, as: UInt8.self)
    return Int(value)
  }
}

/// - Complexity: O(n + inversions).
func insertionSort(_ events: UnsafeMutableBufferPointer<PendingEvent>) {
  var place = 1
  while place < events.count {
    let event = events[place]
    var hole = place
    while hole > 0 && event < events[hole &- 1] {
      events[hole] = events[hole &- 1]
      hole &-= 1
    }
    if hole != place { events[hole] = event }
    place &+= 1
  }
}

/// Sorts many events in place, 7 bits of their range at a time (McIlroy, Bostic, McIlroy,
/// "Engineering radix sort", 1993).
///
/// - Complexity: O(n) for evenly spread times or keys, O(19 n) at worst.
func radixSort(_ events: UnsafeMutableBufferPointer<PendingEvent>) {
  if events.count <= 24 { return insertionSort(events) }
  var low = events[0]
  var high = low
  for event in events {
    low.time = min(low.time, event.time)
    high.time = max(high.time, event.time)
    low.key = min(low.key, event.key)
    high.key = max(high.key, event.key)
  }
  if low.time < high.time {
    let shift = radixShift(UInt64(bitPattern: high.time &- low.time))
    permute(events) { Int(truncatingIfNeeded: UInt64(bitPattern: $0.time &- low.time) &>> shift) }
  } else if low.key < high.key {
    let shift = radixShift(high.key - low.key)
    permute(events) { Int(truncatingIfNeeded: ($0.key &- low.key) &>> shift) }
  }
}

private func radixShift(_ range: UInt64) -> UInt64 {
  UInt64(max(0, 57 - range.leadingZeroBitCount))
}

/// Groups events by a digit below 128, in order, and sorts each group.
@inline(__always)
private func permute(
  _ events: UnsafeMutableBufferPointer<PendingEvent>, by digit: (PendingEvent) -> Int
) {
  // 1,024 bytes are the most that is certain to come from the stack.
  withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 256) { bounds in
    bounds.initialize(repeating: 0)
    for event in events { bounds[128 + digit(event)] += 1 }
    var sum: UInt32 = 0
    for value in 0..<128 {
      bounds[value] = sum
      sum += bounds[128 + value]
      bounds[128 + value] = sum
    }
    for value in 0..<128 {
      while bounds[value] < bounds[128 + value] {
        let place = Int(bounds[value])
        let target = digit(events[place])
        if target == value {
          bounds[value] += 1
        } else {
          events.swapAt(place, Int(bounds[target]))
          bounds[target] += 1
        }
      }
    }
    var start = 0
    for value in 0..<128 {
      let end = Int(bounds[128 + value])
      if end - start > 1 { radixSort(.init(rebasing: events[start..<end])) }
      start = end
    }
  }
}
