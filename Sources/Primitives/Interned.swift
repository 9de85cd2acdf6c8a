import Synchronization

/// A value that is made once and lives as long as the process; equal values share one place.
///
/// Copying a reference to it is copying a pointer: nothing is counted, so what holds one stays
/// `BitwiseCopyable` and can be read on every event of a run, from any number of threads. Meant for
/// the few, small things that all clients share, such as formulas: what is interned is never freed.
@frozen
public struct Interned<Value: Hashable & Sendable>: BitwiseCopyable, @unchecked Sendable {
  @usableFromInline let place: UnsafePointer<Value>

  public init(_ value: Value) {
    let key = InternedKey(type: ObjectIdentifier(Value.self), hash: value.hashValue)
    let address = internedPlaces.withLock { places -> UInt in
      let known = places[key, default: []].first { Self.place(at: $0).pointee == value }
      if let known { return known }
      let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      place.initialize(to: value)
      let address = UInt(bitPattern: place)
      places[key, default: []].append(address)
      return address
    }
    place = Self.place(at: address)
  }

  private static func place(at address: UInt) -> UnsafePointer<Value> {
    UnsafePointer(bitPattern: address)!
  }

  /// Lent where it stands: reading a part of it copies only that part.
  @inlinable public var value: Value {
    unsafeAddress { place }
  }
}

extension Interned: Hashable {
  @inlinable public static func == (a: Interned, b: Interned) -> Bool { a.place == b.place }
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

/// The key that values that may be equal have in common. It is not the value itself: to put one of
/// any type into a dictionary, the runtime looks up in the whole process what that type can do.
private struct InternedKey: Hashable, Sendable {
  let type: ObjectIdentifier
  let hash: Int
}

/// The places of the values, by what these have in common.
private let internedPlaces = Mutex<[InternedKey: [UInt]]>([:])
