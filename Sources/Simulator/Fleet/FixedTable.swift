/// A table of fixed size whose entries are read or counted up on every event.
///
/// Reached by pointer: a checked array would copy the value, and count references, on every access.
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

  /// Where an entry stands; valid as long as the table lives.
  subscript(index: Int) -> UnsafeMutablePointer<Value> {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "no such entry")
      return values + index
    }
  }
}

extension FixedTable where Value: Copyable {
  /// A copy of all entries, in order.
  var entries: [Value] { (0..<count).map { self[$0].pointee } }
}
