/// The stations of the gateway, by the names that they have in scenario files and results. The order is the one in
/// which an attempt passes them.
@frozen public enum StationRole: String, BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case handshake, auth, ready, api

  public var name: String { rawValue }

  /// Its place among all, for tables of four.
  @inlinable public var index: Int {
    switch self {
    case .handshake: 0
    case .auth: 1
    case .ready: 2
    case .api: 3
    }
  }

  /// True if every node has one of its own.
  @inlinable public var isPerNode: Bool { self == .handshake || self == .ready }

  /// The purpose of the draws of its service times.
  @inlinable public var servicePurpose: Purpose {
    switch self {
    case .handshake: .handshakeService
    case .auth: .authService
    case .ready: .readyService
    case .api: .apiService
    }
  }
}
