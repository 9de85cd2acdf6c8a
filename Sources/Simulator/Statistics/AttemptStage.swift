import GatewayModel
import Primitives

/// How far the present attempt of a client has come at the gateway: 4 bits.
enum AttemptStage: UInt8, BitwiseCopyable {
  /// Nothing of it is there, or the gateway has dropped it.
  case outside
  /// A full backlog dropped its latest first packet.
  case overflowed
  case handshakeQueue, handshake
  /// Through the handshake, and let in.
  case admitted
  case authQueue, auth
  case readyQueue, ready
  case apiQueue, api
  /// Turned away by admission; the answer is on its way.
  case rejected

  /// Waiting for a server of a station.
  static func queue(at role: StationRole) -> AttemptStage {
    switch role {
    case .handshake: .handshakeQueue
    case .auth: .authQueue
    case .ready: .readyQueue
    case .api: .apiQueue
    }
  }

  /// In service at a station, or past it.
  static func service(at role: StationRole) -> AttemptStage {
    switch role {
    case .handshake: .handshake
    case .auth: .auth
    case .ready: .ready
    case .api: .api
    }
  }

  /// True if the gateway is the reason why an attempt that ends here fails: it was turned away,
  /// dropped by a full backlog, or kept waiting for too long.
  var failsAtGateway: Bool {
    switch self {
    case .overflowed, .handshakeQueue, .authQueue, .readyQueue, .apiQueue, .rejected: true
    case .outside, .handshake, .admitted, .auth, .ready, .api: false
    }
  }

  /// True if the gateway has taken the attempt in and still works for it.
  var isInside: Bool {
    switch self {
    case .outside, .overflowed, .rejected: false
    case .handshakeQueue, .handshake, .admitted, .authQueue, .auth, .readyQueue, .ready, .apiQueue,
      .api:
      true
    }
  }

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

/// A stage of the gateway that a set-up passes, and that may limit how many it lets through.
public enum SetUpStage: BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case admission
  case station(StationRole)

  public static let allCases = [admission] + StationRole.allCases.map(station)

  /// The name of the stage in results.
  public var name: String {
    switch self {
    case .admission: "admission"
    case .station(let role): role.name
    }
  }

  /// Its place among all.
  public var index: Int {
    switch self {
    case .admission: 0
    case .station(let role): 1 + role.index
    }
  }
}

/// Stages of the gateway, as a set.
public struct SetUpStages: OptionSet, BitwiseCopyable, Sendable {
  public let rawValue: UInt8

  public static let admission = SetUpStages(.admission)
  public static let handshake = SetUpStages(.station(.handshake))
  public static let all = SetUpStages(rawValue: UInt8(bound - 1))

  /// One more than the largest raw value.
  static let bound = 1 << SetUpStage.allCases.count

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  private init(_ stage: SetUpStage) { rawValue = 1 << UInt8(stage.index) }

  /// The stages, in the order in which a set-up passes them.
  public var stages: [SetUpStage] { SetUpStage.allCases.filter { contains(SetUpStages($0)) } }
}
