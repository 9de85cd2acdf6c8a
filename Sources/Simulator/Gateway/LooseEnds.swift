import Faults
import GatewayModel
import Primitives

/// The attempts of which more is under way than their client's record tells: attempts that the client has given
/// up, and attempts with several first packets on their way.
///
/// A client's record knows its latest attempt only. An attempt that was given up and has no entry here needs none:
/// its request leads to no other, or no fault closes connections or changes the nodes any more.
///
/// One for all clients of a run.
final class LooseEnds {
  @exclusivity(unchecked) private var ends: [UInt64: LooseEnd] = [:]
  private let gateway: Gateway
  private let random: RandomSource
  /// When faults close connections, or change which nodes are up, for the last time; nil where they never do.
  private let lastTurn: Instant?

  init(_ gateway: Gateway, _ timeline: FaultTimeline, _ random: RandomSource) {
    self.gateway = gateway
    self.random = random
    lastTurn = timeline.lastTurn
  }

  subscript(client: UInt32, attempt: UInt32) -> LooseEnd? {
    @inline(__always) get { ends.isEmpty ? nil : ends[Self.key(client, attempt)] }
    set { ends[Self.key(client, attempt)] = newValue }
  }

  /// Changes an entry, or makes one. A change in place would allocate.
  private func change(_ client: UInt32, _ attempt: UInt32, _ change: (inout LooseEnd) -> Void) {
    var end = self[client, attempt] ?? LooseEnd()
    change(&end)
    self[client, attempt] = end
  }

  private static func key(_ client: UInt32, _ attempt: UInt32) -> UInt64 {
    UInt64(client) << 32 | UInt64(attempt)
  }

  // MARK: First packets

  /// A first packet is sent of an attempt that has had several on their way.
  func sends(_ client: UInt32, _ attempt: UInt32) {
    change(client, attempt) { $0.packets += 1 }
  }

  /// A first packet has come to the listener, and has been dealt with.
  /// - Parameter isPresent: whether the client is still at this attempt.
  func arrived(_ client: UInt32, _ attempt: UInt32, isPresent: Bool) {
    guard var end = self[client, attempt], end.packets > 0 else { return }
    end.packets -= 1
    self[client, attempt] = end.isOver && !isPresent ? nil : end
  }

  /// Notes that a first packet has come to a living listener.
  /// - Returns: whether it is the first of its attempt.
  func noteArrival(_ client: UInt32, _ attempt: UInt32) -> Bool {
    guard var end = self[client, attempt] else { return true }
    if end.hasArrived { return false }
    end.hasArrived = true
    self[client, attempt] = end
    return true
  }

  /// A first packet has been taken in or turned away: nothing comes of those after it.
  func close(_ client: UInt32, _ attempt: UInt32) {
    guard var end = self[client, attempt] else { return }
    end.isClosed = true
    self[client, attempt] = end
  }

  /// A first packet to one of several addresses has been refused.
  func refuse(_ client: UInt32, _ attempt: UInt32, _ place: Int) {
    guard var end = self[client, attempt] else { return }
    end.refused |= 1 << place
    self[client, attempt] = end
  }

  // MARK: Work

  /// The gateway works for an attempt that its client has given up.
  /// - Parameter node: the node that has taken it in.
  func works(for client: UInt32, _ attempt: UInt32, on node: UInt16, at now: Instant) {
    guard mayMatter(client, attempt, node, at: now) else { return }
    change(client, attempt) { $0.node = node }
  }

  /// Returns true if the work may end before it is done, or if its node cannot be found again by the balancer's
  /// draw.
  private func mayMatter(
    _ client: UInt32, _ attempt: UInt32, _ node: UInt16, at now: Instant
  ) -> Bool {
    guard let lastTurn else { return false }
    return now <= lastTurn || drawnNode(client, attempt) != node
  }

  /// The gateway has closed the connection of an attempt for which it works.
  func drop(_ client: UInt32, _ attempt: UInt32) {
    change(client, attempt) { $0.isDropped = true }
  }

  /// The gateway closes the connections of attempts that their clients have given up.
  func drop(where isHit: (UInt32, UInt16) -> Bool) {
    for (key, var end) in ends {
      guard let node = end.node, isHit(UInt32(key >> 32), node) else { continue }
      end.isDropped = true
      ends[key] = end
    }
  }

  /// Returns true if the gateway has closed the connection of an attempt for which it works.
  func isDropped(_ client: UInt32, _ attempt: UInt32) -> Bool {
    self[client, attempt]?.isDropped ?? false
  }

  /// The gateway works no longer for an attempt.
  func workEnded(_ client: UInt32, _ attempt: UInt32) {
    guard var end = self[client, attempt] else { return }
    end.isDropped = false
    end.node = nil
    self[client, attempt] = end.isOver ? nil : end
  }

  /// The node of an attempt that its client has given up; nil where none is up.
  func node(_ client: UInt32, _ attempt: UInt32) -> UInt16? {
    self[client, attempt]?.node ?? drawnNode(client, attempt)
  }

  private func drawnNode(_ client: UInt32, _ attempt: UInt32) -> UInt16? {
    gateway.upNode(random.bits(.node(of: client, attempt: attempt)))
  }
}

/// The remains of one attempt.
struct LooseEnd: BitwiseCopyable {
  /// First packets on their way.
  var packets: UInt8 = 0
  /// True if a first packet has reached a living listener.
  var hasArrived = false
  /// True if a first packet has been taken in or turned away.
  var isClosed = false
  /// The places, of several addresses, at which a first packet has been refused: a bit each.
  var refused: UInt8 = 0
  /// True if the gateway has closed its connection, and still works for it.
  var isDropped = false
  /// The number of the attempt in the outage spell, and the begin of that, where `spread` counts its arrival.
  var spread: (ordinal: UInt8, since: Instant)?
  /// The node that works for it.
  var node: UInt16?

  /// True if another first packet to the address at a place may be taken in.
  func isOpen(at place: Int) -> Bool { !isClosed && refused >> place & 1 == 0 }

  fileprivate var isOver: Bool { packets == 0 && node == nil && !isDropped }
}

extension FaultTimeline {
  /// The last moment at which a fault closes connections, or changes which nodes are up.
  fileprivate var lastTurn: Instant? {
    changes.last { change in
      effects[change.fault].downNodes != .none
        || clientEffects(of: change).contains { $0.closesConnections }
    }?.at
  }
}

extension ClientEffect {
  fileprivate var closesConnections: Bool {
    switch self {
    case .drop, .drainBatch, .drainPart: true
    case .inform, .updateApps, .handOver, .logOut, .scheduleFlaps: false
    }
  }
}
