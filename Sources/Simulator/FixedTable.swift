/// Values that all clients share, read on every event.
///
/// Reached by pointer: a checked array would copy the value, and count references, on every access.
struct SharedTable<Value>: ~Copyable {
  let count: Int
  private let values: UnsafeMutablePointer<Value>

  init(_ values: [Value]) {
    count = values.count
    self.values = .allocate(capacity: values.count)
    self.values.initialize(from: values, count: values.count)
  }

  deinit {
    values.deinitialize(count: count)
    values.deallocate()
  }

  /// Where an entry stands; valid as long as the table lives.
  subscript(index: Int) -> UnsafePointer<Value> {
    @inline(__always) get {
      precondition(index < count, "no such entry")
      return UnsafePointer(values + index)
    }
  }
}
