/// A value that stands apart from its holder, which hands it on in one word.
///
/// A large structure is copied whole where it is handed to a function. Nobody changes the value, so any number of
/// threads may read it.
@frozen
public struct Apart<Value: Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  public init(_ value: Value) {
    place = .allocate(capacity: 1)
    place.initialize(to: value)
  }

  deinit {
    place.deinitialize(count: 1)
    place.deallocate()
  }

  @inlinable public var value: Value {
    @inline(__always) unsafeAddress { UnsafePointer(place) }
  }
}
