import Simulator
import Testing

@testable import Systems

@Suite("The session systems")
struct SystemTests {
  /// The digest of a mixed fleet tells the milestones of its systems apart.
  @Test func everyMilestoneHasANumberOfItsOwn() {
    var taken = Set<UInt16>()
    for system in SessionSystem.all {
      for number in system.simulated.digestNumbers {
        #expect(taken.insert(number).inserted, "\(system.name.rawValue): \(number)")
      }
    }
  }

  @Test func namesStandForOneSystemEach() {
    #expect(Set(SessionSystem.names).count == SessionSystem.all.count)
    for system in SessionSystem.all {
      #expect(SessionSystem.named(system.name).name == system.name)
    }
  }

  /// What is told of a system stands under its name, but for what its description says otherwise.
  @Test func metricsBeginWithTheNameOfTheirSystem() {
    for system in SessionSystem.all {
      for path in system.metrics.flatMap(\.rows).map(\.path) {
        #expect(path.hasPrefix("\(system.name.rawValue)."), "\(path)")
      }
    }
  }
}
