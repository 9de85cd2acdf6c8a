import Primitives

/// Rows of plain entries, one for each second of a run: it grows as the run goes on.
///
/// Reached by address, as a `FixedTable` is: entries are changed on every event.
struct SecondTable<Entry: BitwiseCopyable>: ~Copyable {
  private let columns: Int
  private let empty: Entry
  private var entries: UnsafeMutablePointer<Entry>
  /// The number of seconds for which there is room.
  private var room = 64
  /// One more than the last second that was reached.
  private(set) var count = 0

  init(columns: Int = 1, filledWith empty: Entry) {
    self.columns = columns
    self.empty = empty
    entries = .allocate(capacity: max(1, room * columns))
    entries.initialize(repeating: empty, count: room * columns)
  }

  deinit { entries.deallocate() }

  /// Makes sure that a second has a row.
  @inline(__always)
  mutating func reach(_ second: Int) {
    if second >= count { grow(to: second) }
  }

  @inline(never)
  private mutating func grow(to second: Int) {
    count = second + 1
    guard count > room else { return }
    // In leaps, because a run goes on second by second.
    let wanted = count + count / 2
    let wider = UnsafeMutablePointer<Entry>.allocate(capacity: max(1, wanted * columns))
    wider.update(from: entries, count: room * columns)
    (wider + room * columns).initialize(repeating: empty, count: (wanted - room) * columns)
    entries.deallocate()
    entries = wider
    room = wanted
  }

  /// The entry of a second that has been reached.
  subscript(second: Int, column: Int) -> Entry {
    @inline(__always) unsafeAddress { UnsafePointer(place(second, column)) }
    @inline(__always) nonmutating unsafeMutableAddress { place(second, column) }
  }

  /// The only entry of a second that has been reached.
  subscript(second: Int) -> Entry {
    @inline(__always) unsafeAddress { UnsafePointer(entries + second) }
    @inline(__always) nonmutating unsafeMutableAddress { entries + second }
  }

  @inline(__always)
  private func place(_ second: Int, _ column: Int) -> UnsafeMutablePointer<Entry> {
    assert(second < count && column < columns, "no such entry")
    return entries + (second &* columns &+ column)
  }
}

extension Instant {
  /// The second of the run in which it lies. Nothing in a run is before its begin.
  var second: Int {
    // A division without a sign takes half as many instructions.
    @inline(__always) get {
      Int(truncatingIfNeeded: UInt64(bitPattern: nanoseconds) / 1_000_000_000)
    }
  }
}
