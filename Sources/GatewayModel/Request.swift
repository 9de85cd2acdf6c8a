import Primitives

/// Work that waits at a station: 16 bytes.
public struct Request: BitwiseCopyable, Hashable, Sendable {
  public var client: UInt32
  /// The attempt's number; for a call, what its answer must carry.
  public var tag: UInt32
  /// When it came to the station.
  public var arrived: Instant

  public init(client: UInt32, tag: UInt32, arrived: Instant) {
    self.client = client
    self.tag = tag
    self.arrived = arrived
  }

  var identity: UInt64 { UInt64(client) << 32 | UInt64(tag) }

  /// The key of the service time's draw: the attempt's number. For a call it is that number or the
  /// mark of the call, with the kind of call: they stand above the 8 bits of its stamp.
  func drawKey(at role: StationRole) -> UInt32 { role == .api ? tag >> 8 : tag }
}

/// A service that has just begun, and when it will be finished.
public struct Service: BitwiseCopyable, Sendable {
  public var request: Request
  public var station: StationID
  public var duration: Interval
  public var finish: Instant
}

/// One station of the gateway.
public struct StationID: BitwiseCopyable, Hashable, Sendable {
  public var role: StationRole
  /// The node; 0 for shared stations.
  public var node: UInt16

  public init(_ role: StationRole, node: UInt16 = 0) {
    self.role = role
    self.node = node
  }
}
