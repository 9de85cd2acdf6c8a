/// The stations of the gateway, by the names that they have in scenario files and results. The order is the one in
/// which an attempt passes them.
@frozen public enum StationRole: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case handshake, auth, ready
  /// The link by which first payloads leave.
  case egress
  case api

  public var name: String { rawValue }

  /// Its place among all, for tables of five.
  @inlinable public var index: Int {
    switch self {
    case .handshake: 0
    case .auth: 1
    case .ready: 2
    case .egress: 3
    case .api: 4
    }
  }

  /// True if every node always has one of its own.
  @inlinable public var isPerNode: Bool { self == .handshake || self == .ready }

  /// The purpose of the draws of its service times.
  @inlinable public var servicePurpose: Purpose {
    switch self {
    case .handshake: .handshakeService
    case .auth: .authService
    // The time of a payload is not drawn.
    case .ready, .egress: .readyService
    case .api: .apiService
    }
  }
}
