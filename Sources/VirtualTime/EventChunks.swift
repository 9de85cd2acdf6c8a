import CHints

/// Unsorted lists of events, in chunks of 256 bytes out of slabs of 2 MiB.
///
/// A list is known by its tail: the place, in units of 16 bytes, where its next event goes; 0 for
/// an empty list. Unit 0 of a chunk is its header, units 1 to 15 hold events, so a tail that is a
/// multiple of 16 has no room left. Memory grows by a slab at a time, is never moved and is given
/// back when the chunks go; freed chunks are used again, the latest first.
///
/// All unsafe code of the lists is here. One ladder owns one of these, so accesses cannot overlap.
@usableFromInline
final class EventChunks: @unchecked Sendable {
  /// The chunks that follow in the list (0 = none), known early enough to be prefetched, and the
  /// number of chunks up to the end of the list with this one.
  @usableFromInline struct Header: BitwiseCopyable {
    var next: UInt32
    var second: UInt32
    var third: UInt32
    var length: UInt32
  }

  @usableFromInline static var chunkUnitBits: UInt32 { 4 }
  private static var perChunk: Int { 15 }
  @usableFromInline static var slabUnitBits: UInt32 { 17 }
  @usableFromInline static var slabBytes: Int { 16 << Int(slabUnitBits) }
  private static var chunksPerSlab: UInt32 { 1 << (slabUnitBits - chunkUnitBits) }
  /// 2^15 slabs are as many as a 32-bit tail can reach: 64 GiB.
  private static var mostSlabs: Int { 1 << 15 }

  @exclusivity(unchecked) @usableFromInline var slabs: UnsafeMutablePointer<UnsafeMutableRawPointer>
  @exclusivity(unchecked) private var slabCount = 0
  @exclusivity(unchecked) private var slabCapacity = 16
  /// First chunk that was given back, 0 = none.
  @exclusivity(unchecked) private var free: UInt32 = 0
  /// First chunk never used yet. Chunk 0 is never used, so that 0 can mean "none".
  @exclusivity(unchecked) private var fresh: UInt32 = 1

  @usableFromInline init() {
    slabs = .allocate(capacity: slabCapacity)
    addSlab()
  }

  deinit {
    for i in 0..<slabCount { slabs[i].deallocate() }
    slabs.deallocate()
  }

  /// Bytes set aside for events.
  var bytes: Int { slabCount * Self.slabBytes }

  // MARK: Appending

  /// Writes an event at `tail`, which must have room, and moves it on.
  @inlinable @inline(__always)
  func write(_ event: PendingEvent, at tail: UInt32) -> UInt32 {
    address(tail).storeBytes(of: event, as: PendingEvent.self)
    return tail &+ 1
  }

  @inlinable @inline(__always)
  static func isFull(_ tail: UInt32) -> Bool { tail & (1 << chunkUnitBits - 1) == 0 }

  @inlinable @inline(__always)
  func address(_ unit: UInt32) -> UnsafeMutableRawPointer {
    slabs[Int(unit >> Self.slabUnitBits)] + Int(unit & (1 << Self.slabUnitBits - 1)) << 4
  }

  /// A new chunk at the end of the list with this full or empty tail.
  /// - Returns: the list's tail, with room for 15 events.
  @usableFromInline @inline(never)
  func newChunk(after tail: UInt32) -> UInt32 {
    var chunk = free
    if chunk != 0 {
      let following = header(chunk).next
      free = following
      // The chunk after this one may have lain idle for long: its turn is some appends away.
      squall_prefetch_write(start(of: following))
      squall_prefetch_write(start(of: following) + 64)
    } else {
      chunk = freshChunk()
    }
    var header = Header(next: 0, second: 0, third: 0, length: 1)
    if tail != 0 {
      let next = tail >> Self.chunkUnitBits &- 1
      let known = self.header(next)
      header = Header(
        next: next, second: known.next, third: known.second, length: known.length &+ 1)
    }
    setHeader(header, of: chunk)
    return chunk << Self.chunkUnitBits | 1
  }

  @inline(never)
  private func freshChunk() -> UInt32 {
    if fresh == UInt32(slabCount) * Self.chunksPerSlab { addSlab() }
    fresh += 1
    return fresh - 1
  }

  private func addSlab() {
    precondition(slabCount < Self.mostSlabs, "too many pending events")
    if slabCount == slabCapacity { growTable() }
    let slab = UnsafeMutableRawPointer.allocate(
      byteCount: Self.slabBytes, alignment: Self.slabBytes)
    // A small queue stays within the first slab and should not cost a large page.
    if slabCount > 0 { squall_advise_huge(slab, Self.slabBytes) }
    (slabs + slabCount).initialize(to: slab)
    slabCount += 1
  }

  private func growTable() {
    let larger = UnsafeMutablePointer<UnsafeMutableRawPointer>.allocate(capacity: slabCapacity * 2)
    larger.moveInitialize(from: slabs, count: slabCount)
    slabs.deallocate()
    slabs = larger
    slabCapacity *= 2
  }

  // MARK: Reading

  /// Events in the list with this tail.
  func count(_ tail: UInt32) -> Int {
    if tail == 0 { return 0 }
    let last = tail &- 1
    return Int(header(last >> Self.chunkUnitBits).length &- 1) * Self.perChunk + Self.used(last)
  }

  /// Hands every event of a list out, latest chunk first, and frees its chunks.
  ///
  /// `body` may append to other lists.
  @inline(__always)
  func drain(_ tail: UInt32, _ body: (PendingEvent) -> Void) {
    if tail == 0 { return }
    var chunk = (tail &- 1) >> Self.chunkUnitBits
    var used = Self.used(tail &- 1)
    while chunk != 0 {
      let start = self.start(of: chunk)
      let header = start.load(as: Header.self)
      let ahead = self.start(of: header.third)
      for line in 0..<4 { squall_prefetch(ahead + (line << 6)) }
      for i in 1...used { body(start.load(fromByteOffset: i << 4, as: PendingEvent.self)) }
      start.storeBytes(of: free, as: UInt32.self)
      free = chunk
      chunk = header.next
      used = Self.perChunk
    }
  }

  /// Returns true if all events of a non-empty list are for one instant.
  func isOneInstant(_ tail: UInt32) -> Bool {
    var chunk = (tail &- 1) >> Self.chunkUnitBits
    var used = Self.used(tail &- 1)
    let time = address(tail &- 1).load(as: PendingEvent.self).time
    while chunk != 0 {
      let start = self.start(of: chunk)
      for i in 1...used where start.load(fromByteOffset: i << 4, as: Int64.self) != time {
        return false
      }
      chunk = header(chunk).next
      used = Self.perChunk
    }
    return true
  }

  @inline(__always)
  private func start(of chunk: UInt32) -> UnsafeMutableRawPointer {
    address(chunk << Self.chunkUnitBits)
  }

  /// Events in a chunk up to and with this unit.
  @inline(__always)
  private static func used(_ last: UInt32) -> Int { Int(last & (1 << chunkUnitBits - 1)) }

  @inline(__always)
  private func header(_ chunk: UInt32) -> Header { start(of: chunk).load(as: Header.self) }

  @inline(__always)
  private func setHeader(_ header: Header, of chunk: UInt32) {
    start(of: chunk).storeBytes(of: header, as: Header.self)
  }
}
