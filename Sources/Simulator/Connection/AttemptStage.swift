import GatewayModel
import Primitives

/// How far the present attempt of a client has come at the gateway: 4 bits.
///
/// From every stage there is an exit to `outside`: the connection ends, or the gateway drops it.
enum AttemptStage: UInt8, BitwiseCopyable, CaseIterable {
  /// Nothing of it is there, or the gateway has dropped it. Exits: `overflowed`, `unanswered`, `handshakeQueue`,
  /// `handshake`, `rejected`.
  case outside
  /// A full backlog dropped its latest first packet. No other exit: the next packet begins anew.
  case overflowed
  /// Its latest first packet has arrived, and the answer to it is lost. No other exit.
  case unanswered
  /// Exits: `handshake`, `rejected`.
  case handshakeQueue
  /// Exits: `admitted`, `rejected`.
  case handshake
  /// Through the handshake, and let in. Exits: `authQueue`, `auth`, `rejected`.
  case admitted
  /// Exits: `auth`, `rejected`.
  case authQueue
  /// Exits: `readyQueue`, `ready`, `rejected`.
  case auth
  /// Exits: `ready`, `rejected`.
  case readyQueue
  /// Exits: `egressQueue`, `egress`, `rejected`; `apiQueue`, `api`: the first call over the connection.
  case ready
  /// Its payload waits for the link. Exits: `egress`, `rejected`.
  case egressQueue
  /// Exits: `apiQueue`, `api`.
  case egress
  /// Exit: `api`.
  case apiQueue
  /// Exit: `apiQueue`.
  case api
  /// Turned away by admission, or dropped by a station; the answer is on its way. No other exit.
  case rejected

  /// The stages that may follow.
  var exits: [AttemptStage] {
    switch self {
    case .outside: [.outside, .overflowed, .unanswered, .handshakeQueue, .handshake, .rejected]
    case .overflowed, .unanswered, .rejected: [.outside]
    case .handshakeQueue: [.outside, .handshake, .rejected]
    case .handshake: [.outside, .admitted, .rejected]
    case .admitted: [.outside, .authQueue, .auth, .rejected]
    case .authQueue: [.outside, .auth, .rejected]
    case .auth: [.outside, .readyQueue, .ready, .rejected]
    case .readyQueue: [.outside, .ready, .rejected]
    case .ready: [.outside, .egressQueue, .egress, .apiQueue, .api, .rejected]
    case .egressQueue: [.outside, .egress, .rejected]
    case .egress: [.outside, .apiQueue, .api]
    case .apiQueue: [.outside, .api]
    case .api: [.outside, .apiQueue]
    }
  }

  /// Waiting for a server of a station.
  static func queue(at role: StationRole) -> AttemptStage {
    switch role {
    case .handshake: .handshakeQueue
    case .auth: .authQueue
    case .ready: .readyQueue
    case .egress: .egressQueue
    case .api: .apiQueue
    }
  }

  /// In service at a station, or past it.
  static func service(at role: StationRole) -> AttemptStage {
    switch role {
    case .handshake: .handshake
    case .auth: .auth
    case .ready: .ready
    case .egress: .egress
    case .api: .api
    }
  }

  /// True if the gateway is the reason why an attempt that ends here fails: it was turned away,
  /// dropped by a full backlog, or kept waiting for too long.
  var failsAtGateway: Bool {
    switch self {
    case .overflowed, .handshakeQueue, .authQueue, .readyQueue, .egressQueue, .apiQueue, .rejected:
      true
    case .outside, .unanswered, .handshake, .admitted, .auth, .ready, .egress, .api: false
    }
  }

  /// True if the gateway has taken the attempt in and still works for it.
  var isInside: Bool {
    switch self {
    case .outside, .overflowed, .unanswered, .rejected: false
    case .handshakeQueue, .handshake, .admitted, .authQueue, .auth, .readyQueue, .ready,
      .egressQueue, .egress, .apiQueue, .api:
      true
    }
  }

  /// Returns true if a request of the attempt waits, is served or is on its way whose service leads to another one.
  /// - Parameter roundTrips: those of the connection. Where there are any, a client sends its next request only
  ///   once the handshake is done.
  func leadsOn(roundTrips: Int) -> Bool {
    switch self {
    case .handshakeQueue, .handshake: roundTrips == 0
    case .admitted, .authQueue, .auth: true
    case .outside, .overflowed, .unanswered, .readyQueue, .ready, .egressQueue, .egress, .apiQueue,
      .api, .rejected:
      false
    }
  }

  /// True if the initial payload is in service, or a call after it.
  var isReadyOrLater: Bool { rawValue >= AttemptStage.ready.rawValue && self != .rejected }

  /// Returns true if the attempt has passed a stage of the set-up, or is in service there.
  func isPast(_ stage: SetUpStage, admitsAfterHandshake: Bool) -> Bool {
    if !isInside { return false }
    let least: AttemptStage =
      switch stage {
      case .admission: admitsAfterHandshake ? .admitted : .handshakeQueue
      case .station(let role): .service(at: role)
      }
    return rawValue >= least.rawValue
  }
}
