/// The properties of a session system that are known without the type of its machine.
public struct SimulatedSystem: Sendable {
  public let name: SystemName
  /// The stages of the gateway that a client passes at least before it is connected again.
  public let setUpStages: [SetUpStage]
  /// The numbers of its milestones in the digest of a mixed fleet.
  package let digestNumbers: Range<UInt16>

  public init<Machine: SimulatedSession>(_: Machine.Type) {
    name = Machine.system
    setUpStages = Machine.setUpStages.stages
    let last = Machine.Milestone.allCases.reduce(0) { max($0, $1.rawValue) }
    digestNumbers = Machine.firstDigestNumber..<Machine.firstDigestNumber + UInt16(last) + 1
    precondition(digestNumbers.upperBound <= 768, "\(name.rawValue): digest numbers end at 767")
  }
}
