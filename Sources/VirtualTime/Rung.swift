/// One rung of a `LadderQueue`: a span of time cut into buckets of 2^`shift` ns.
///
/// A bucket is the tail of a list in `EventChunks`. A bit for each bucket, and a bit for each word
/// of bits, say which are occupied. Buckets that were taken out are empty, so a rung that has
/// become empty can be used again for another span.
@frozen @usableFromInline
struct Rung: BitwiseCopyable {
  /// The time at which bucket 0 begins.
  @usableFromInline var base: Int64 = 0
  /// The last nanosecond that belongs here.
  @usableFromInline var last: Int64 = 0
  @usableFromInline var shift: UInt64 = 0
  @usableFromInline var tails: UnsafeMutablePointer<UInt32>
  @usableFromInline var occupied: UnsafeMutablePointer<UInt64>
  @usableFromInline var occupiedWords: UInt64 = 0

  /// Buckets at most: 64 words of bits.
  static var mostBits: Int { 12 }

  init() {
    let buckets = 1 << Self.mostBits
    tails = .allocate(capacity: buckets)
    tails.initialize(repeating: 0, count: buckets)
    occupied = .allocate(capacity: buckets / 64)
    occupied.initialize(repeating: 0, count: buckets / 64)
  }

  func deallocate() {
    tails.deallocate()
    occupied.deallocate()
  }

  /// Takes the span from `base` to `last` in at most 2^`bits` buckets. The rung must be empty.
  mutating func cover(from base: Int64, to last: Int64, bits: Int) {
    self.base = base
    self.last = last
    let width = 64 - UInt64(bitPattern: last &- base).leadingZeroBitCount
    shift = UInt64(max(0, width - bits))
  }

  /// The bucket of a time in the span.
  @inlinable @inline(__always)
  func bucket(_ time: Int64) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: time &- base) &>> shift)
  }

  /// First nanosecond of a bucket.
  func start(of bucket: Int) -> Int64 { base &+ Int64(bitPattern: UInt64(bucket) &<< shift) }

  /// Last nanosecond of a bucket.
  func end(of bucket: Int) -> Int64 {
    // As distances from the base, which never overflow.
    let width = UInt64(bitPattern: last &- base)
    let (end, overflow) = (UInt64(bucket) &<< shift).addingReportingOverflow(1 &<< shift &- 1)
    return overflow || end > width ? last : base &+ Int64(bitPattern: end)
  }

  /// The first bucket that holds something; nil when the rung is empty.
  var first: Int? {
    if occupiedWords == 0 { return nil }
    let word = occupiedWords.trailingZeroBitCount
    return word << 6 + occupied[word].trailingZeroBitCount
  }

  @inlinable @inline(__always)
  mutating func insert(_ event: PendingEvent, in chunks: EventChunks) {
    let bucket = bucket(event.time)
    var tail = tails[bucket]
    if EventChunks.isFull(tail) {
      if tail == 0 { markOccupied(bucket) }
      tail = chunks.newChunk(after: tail)
    }
    tails[bucket] = chunks.write(event, at: tail)
  }

  @inlinable @inline(__always)
  mutating func markOccupied(_ bucket: Int) {
    occupied[bucket >> 6] |= 1 &<< UInt64(bucket & 63)
    occupiedWords |= 1 &<< UInt64(bucket >> 6)
  }

  /// Empties a bucket.
  /// - Returns: the tail of its list.
  mutating func take(_ bucket: Int) -> UInt32 {
    let word = bucket >> 6
    occupied[word] &= ~(1 &<< UInt64(bucket & 63))
    if occupied[word] == 0 { occupiedWords &= ~(1 &<< UInt64(word)) }
    let tail = tails[bucket]
    tails[bucket] = 0
    return tail
  }
}

/// The rungs of a ladder, coarsest first. Memory for a rung is set aside when it is first used.
@usableFromInline
final class RungStack: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline let rungs: UnsafeMutablePointer<Rung>
  @exclusivity(unchecked) @usableFromInline var depth = 0
  @exclusivity(unchecked) private var allocated = 0

  static var mostRungs: Int { 32 }

  @usableFromInline init() { rungs = .allocate(capacity: Self.mostRungs) }

  deinit {
    for level in 0..<allocated { rungs[level].deallocate() }
    rungs.deallocate()
  }

  var isFull: Bool { depth == Self.mostRungs }

  /// Adds an empty rung at the fine end. Requires that the stack is not full.
  func push(from base: Int64, to last: Int64, bits: Int) {
    if depth == allocated {
      (rungs + depth).initialize(to: Rung())
      allocated += 1
    }
    rungs[depth].cover(from: base, to: last, bits: bits)
    depth += 1
  }

  /// Removes the finest rung, which must be empty.
  func pop() { depth -= 1 }

  /// Puts an event into the finest rung that covers its time.
  /// - Returns: false if it is beyond all of them.
  @inlinable @inline(__always)
  func insert(_ event: PendingEvent, in chunks: EventChunks) -> Bool {
    var level = 0
    while level < depth && event.time <= rungs[level].last { level &+= 1 }
    if level == 0 { return false }
    rungs[level &- 1].insert(event, in: chunks)
    return true
  }
}
