/// The buckets of a `TimingWheel`: unsorted lists of 7-event chunks with an occupancy bit each.
///
/// The only unsafe code of the event queue. Chunks are 128 bytes and live in one block of memory
/// that grows by doubling and is never given back while the wheel lives; freed chunks form a list.
@usableFromInline
final class WheelStore: @unchecked Sendable {
  /// `next` is the chunk behind this one, 0 = none; `used` counts its events.
  @usableFromInline struct Chunk: BitwiseCopyable {
    @usableFromInline var next: UInt32 = 0
    @usableFromInline var used: UInt32 = 0
    @usableFromInline var pad: UInt64 = 0
    @usableFromInline
    var events:
      (
        PendingEvent, PendingEvent, PendingEvent, PendingEvent, PendingEvent, PendingEvent,
        PendingEvent
      )
  }
  @usableFromInline static var perChunk: UInt32 { 7 }

  // One wheel owns one store, so accesses cannot overlap.
  @exclusivity(unchecked) @usableFromInline var chunks: UnsafeMutablePointer<Chunk>
  @exclusivity(unchecked) private var capacity: Int
  /// Chunks handed out so far; chunk 0 is never used, so that 0 can mean "none".
  @exclusivity(unchecked) private var used = 1
  @exclusivity(unchecked) private var free: UInt32 = 0
  /// First chunk of each bucket.
  @usableFromInline let heads: UnsafeMutablePointer<UInt32>
  @usableFromInline let occupied: UnsafeMutablePointer<UInt64>
  private let levels: Int

  @usableFromInline init(levels: Int) {
    self.levels = levels
    capacity = 64
    chunks = .allocate(capacity: 64)
    heads = .allocate(capacity: levels * 1024)
    heads.initialize(repeating: 0, count: levels * 1024)
    occupied = .allocate(capacity: levels * 16)
    occupied.initialize(repeating: 0, count: levels * 16)
  }

  deinit {
    chunks.deallocate()
    heads.deallocate()
    occupied.deallocate()
  }

  @inlinable func append(_ event: PendingEvent, level: Int, slot: Int) {
    let bucket = level * 1024 + slot
    var head = heads[bucket]
    if head == 0 || chunks[Int(head)].used == Self.perChunk {
      head = newChunk(before: head)
      heads[bucket] = head
      occupied[level * 16 + slot >> 6] |= 1 << UInt64(slot & 63)
    }
    let chunk = chunks + Int(head)
    events(of: chunk)[Int(chunk.pointee.used)] = event
    chunk.pointee.used &+= 1
  }

  @inlinable
  func events(of chunk: UnsafeMutablePointer<Chunk>) -> UnsafeMutablePointer<PendingEvent> {
    UnsafeMutableRawPointer(chunk).advanced(by: 16).assumingMemoryBound(to: PendingEvent.self)
  }

  @usableFromInline func newChunk(before next: UInt32) -> UInt32 {
    var index = free
    if index != 0 {
      free = chunks[Int(index)].next
    } else {
      if used == capacity { grow() }
      index = UInt32(used)
      used += 1
    }
    let header = UnsafeMutableRawPointer(chunks + Int(index))
    header.storeBytes(of: next, as: UInt32.self)
    header.storeBytes(of: 0, toByteOffset: 4, as: UInt32.self)
    return index
  }

  private func grow() {
    let larger = UnsafeMutablePointer<Chunk>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: chunks, count: used)
    chunks.deallocate()
    chunks = larger
    capacity *= 2
  }

  /// Hands every event of a bucket out and empties it.
  func drain(level: Int, slot: Int, _ body: (PendingEvent) -> Void) {
    var index = heads[level * 1024 + slot]
    heads[level * 1024 + slot] = 0
    occupied[level * 16 + slot >> 6] &= ~(1 << UInt64(slot & 63))
    while index != 0 {
      let chunk = chunks + Int(index)
      let events = events(of: chunk)
      for i in 0..<Int(chunk.pointee.used) { body(events[i]) }
      let next = chunk.pointee.next
      chunk.pointee.next = free
      free = index
      index = next
    }
  }

  /// The first occupied bucket of a level behind `slot`, not wrapping around.
  func nextOccupied(level: Int, after slot: Int) -> Int? {
    let first = slot + 1
    if first > 1023 { return nil }
    var word = first >> 6
    var bits = occupied[level * 16 + word] & (~0 << UInt64(first & 63))
    while bits == 0 {
      word += 1
      if word == 16 { return nil }
      bits = occupied[level * 16 + word]
    }
    return word << 6 + bits.trailingZeroBitCount
  }
}
