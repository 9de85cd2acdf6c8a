import Primitives

/// Waiting clients by the stages that they must pass, the stage of the attempt, and whether one is
/// under way: the figures of all clients in one place are worked out once.
struct StandingPlaces: ~Copyable {
  private static var stages: Int { 16 }
  private let counts = FixedTable(count: SetUpStages.bound * stages * 2) { _ in 0 }

  @inline(__always)
  func add(_ needed: SetUpStages, _ stage: AttemptStage, isUnderWay: Bool) {
    let place = Int(needed.rawValue) * Self.stages + Int(stage.rawValue)
    counts[2 * place + (isUnderWay ? 1 : 0)] += 1
  }

  func expand(into stand: inout StandAtClear, admitsAfterHandshake: Bool) {
    for bits in 0..<SetUpStages.bound {
      let allNeeded = SetUpStages(rawValue: UInt8(bits))
      for raw in 0..<Self.stages {
        let place = 2 * (bits * Self.stages + raw)
        let (resting, underWay) = (counts[place], counts[place + 1])
        guard resting + underWay > 0, let stage = AttemptStage(rawValue: UInt8(raw)) else {
          continue
        }
        if stage.isInside { stand.isAnyoneInside = true }
        stand.yetToBegin += resting
        for needed in allNeeded.stages
        where !stage.isPast(needed, admitsAfterHandshake: admitsAfterHandshake) {
          stand.before[needed.index] += resting + underWay
          stand.beforeAll[needed.index] += resting
        }
      }
    }
  }
}

/// The obstacles between the clients and their connections at clear.
public struct StandAtClear: Sendable {
  /// Clients that wanted a connection and had none just before clear.
  public var away = 0
  /// The away clients whose socket did not live on when the faults ended.
  public var waiting = 0
  /// The waiting clients that still had to pass a stage, by the number of the stage.
  public var before = SetUpStage.allCases.map { _ in 0 }
  /// The same of the clients that had no attempt under way.
  public var beforeAll = SetUpStage.allCases.map { _ in 0 }
  /// Waiting clients that had no attempt under way.
  public var yetToBegin = 0
  /// True if the gateway was at work on an attempt of any of them.
  public var isAnyoneInside = false
  /// Tokens that admission had, over the nodes that were up.
  public var tokens = 0.0
  /// The times until the caches of resolvers turn over: one for each waiting client that was not at the gateway and that
  /// the service has moved away from. Until then it finds the old address.
  public var nameWaits: [Interval] = []
  /// By cohort: true if any of its clients waited.
  public var hasWaiting: [Bool]

  public init(cohorts: Int) { hasWaiting = Array(repeating: false, count: cohorts) }
}
