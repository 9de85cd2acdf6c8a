/// A table of fixed size whose entries are read or counted up on every event.
///
/// Reached by address: a checked array would copy the value, and count references, on every access.
struct FixedTable<Value: ~Copyable>: ~Copyable {
  let count: Int
  private let values: UnsafeMutablePointer<Value>

  /// - Parameter make: the entry at an index.
  init(count: Int, _ make: (Int) -> Value) {
    self.count = count
    values = .allocate(capacity: count)
    for index in 0..<count { (values + index).initialize(to: make(index)) }
  }

  deinit {
    values.deinitialize(count: count)
    values.deallocate()
  }

  /// Traps on an index outside 0..<count.
  subscript(index: Int) -> Value {
    @inline(__always) unsafeAddress { address(index) }
    @inline(__always) nonmutating unsafeMutableAddress { place(index) }
  }

  /// Lends an entry to several questions.
  @inline(__always)
  func withEntry<Answer>(_ index: Int, _ body: (borrowing Value) -> Answer) -> Answer {
    body(address(index).pointee)
  }

  /// Returns the body's result for each entry, in order.
  func map<Answer>(_ body: (borrowing Value) -> Answer) -> [Answer] {
    (0..<count).map { withEntry($0, body) }
  }

  /// For a subscript that lends an entry on.
  @inline(__always)
  func address(_ index: Int) -> UnsafePointer<Value> { UnsafePointer(place(index)) }

  @inline(__always)
  private func place(_ index: Int) -> UnsafeMutablePointer<Value> {
    // One comparison for both ends: a negative index is a very large one.
    precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such entry")
    return values + index
  }
}

extension FixedTable where Value: Copyable {
  /// A copy of all entries, in order.
  var entries: [Value] { (0..<count).map { self[$0] } }
}
