import Faults
import Primitives
import Sessions

/// The test of whether clients may be played, for as long as the world stays as it is, and of how
/// the gateway receives them.
final class Prospect<Machine: SimulatedSession> {
  private let network: NetworkView<Machine>
  private let shared: RunContext
  /// True if nothing but their own timers and packets ever happens to clients that are not
  /// connected.
  let leavesClientsAlone: Bool
  /// True if passages may be played at all: no client's life is written down event by event.
  private let hasPassages: Bool

  init(_ network: NetworkView<Machine>, _ shared: RunContext) {
    self.network = network
    self.shared = shared
    leavesClientsAlone = shared.plan.leavesClientsAlone
    hasPassages = leavesClientsAlone && !shared.statistics.isTracing
  }

  /// True if the gateway takes no client in.
  var isShut: Bool {
    @inline(__always) get {
      guard let reach = network.commonReach else { return false }
      return reach != .open || shared.gateway.isClosed()
    }
  }

  /// True if passages may be played through a gateway that is open to all clients.
  var isOpen: Bool {
    @inline(__always) get {
      hasPassages && shared.plan.gateway.abandonment == .work && !network.perturbsPaths
        && network.commonReach == .open && !shared.gateway.isClosed()
    }
  }

  /// The reason with which the gateway turns all clients away at once; nil where it does not, or
  /// where no passages may be played.
  var refusal: CloseReason? {
    @inline(__always) get {
      guard hasPassages, !network.perturbsPaths, let reach = network.commonReach else { return nil }
      switch reach {
      case .refuses, .draining: return .refused
      case .resets: return .reset
      case .silent, .offline: return nil
      case .open: return shared.gateway.isClosed() ? closedAnswer : nil
      }
    }
  }

  private var closedAnswer: CloseReason? {
    switch network.whileClosed {
    case .silent: nil
    case .resets: .reset
    case .open, .draining, .refuses, .offline: .refused
    }
  }
}

extension SimulationPlan {
  /// True if nothing but its own timers and packets ever happens to a client that the gateway does
  /// not take in: no device and no user does anything by itself. The outcome of an attempt that was
  /// given up does not depend on where the client is now.
  fileprivate var leavesClientsAlone: Bool {
    skipsQuietTime && !hasDevices && gateway.egress == nil
      && !faults.contains { fault in
        if case .node = fault.scope { return fault.effects.authFailure != nil }
        return false
      }
  }
}
