import Primitives

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
