import CHints

/// One entry per client.
///
/// A handle: the maker of a column deallocates it when it is no longer used. Entries are reached by
/// address. Debug builds, and so the tests, check the number; in others a checked array access per
/// event would cost more than the machine's turn.
struct Column<Entry: BitwiseCopyable>: BitwiseCopyable {
  private let entries: UnsafeMutablePointer<Entry>
  #if DEBUG
    private let count: Int
  #endif

  /// On large pages where there are many: the owners of events come at random, and with small pages
  /// every one of them costs a walk through the page tables, too.
  init(of entry: Entry, count: Int) {
    let page = 2 << 20
    let bytes = count * MemoryLayout<Entry>.stride
    let isLarge = bytes >= 2 * page
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: isLarge ? page : 64)
    // Whole pages only: touching a part of the last one would take all of it.
    if isLarge { squall_advise_huge(memory, bytes / page * page) }
    entries = memory.initializeMemory(as: Entry.self, repeating: entry, count: count)
    #if DEBUG
      self.count = count
    #endif
  }

  /// Gives the memory back. The column must not be used any more.
  func free() { entries.deallocate() }

  subscript(client: UInt32) -> Entry {
    @inline(__always) unsafeAddress { address(client) }
    @inline(__always) nonmutating unsafeMutableAddress { mutableAddress(client) }
  }

  @inline(__always)
  func address(_ client: UInt32) -> UnsafePointer<Entry> { UnsafePointer(mutableAddress(client)) }

  @inline(__always)
  func mutableAddress(_ client: UInt32) -> UnsafeMutablePointer<Entry> {
    #if DEBUG
      precondition(client < count, "there is no client \(client) among \(count)")
    #endif
    return entries + Int(client)
  }

  /// Fetches the first 64 bytes of an entry that is due to be changed soon.
  @inline(__always)
  func prefetchBegin(_ client: UInt32) { squall_prefetch_write(entries + Int(client)) }

  /// Fetches an entry of up to 128 bytes, whichever lines it lies on.
  @inline(__always)
  func prefetch(_ client: UInt32) {
    prefetchBegin(client)
    let entry = UnsafeRawPointer(entries + Int(client))
    if MemoryLayout<Entry>.stride > 64 { squall_prefetch_write(entry + 64) }
    // One that is no multiple of a line ends on a line of its own at times.
    if MemoryLayout<Entry>.stride & 63 != 0 {
      squall_prefetch_write(entry + (MemoryLayout<Entry>.size - 1))
    }
  }
}

/// Returns true if two values are the same, byte for byte.
func haveSameBytes<Value: BitwiseCopyable>(_ a: Value, _ b: Value) -> Bool {
  withUnsafeBytes(of: a) { a in
    withUnsafeBytes(of: b) { b in
      // Eight bytes at a time, the last eight overlapping those before.
      let last = a.count - 8
      if last < 0 { return a.elementsEqual(b) }
      return stride(from: 0, to: last + 8, by: 8).allSatisfy { place in
        let place = min(place, last)
        return a.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          == b.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      }
    }
  }
}
