import Measurements
import Simulator

/// What a run says about each session system of its fleet. Everything about a system that the fleet
/// has no clients of is nil.
struct SystemFacts: Sendable {
  private let systems: Set<SystemName>
  private let milestones: [SystemWord: Int]
  private let times: [SystemWord: DistributionSummary]
  private let displays: [SystemWord: Double]
  private let pushFigures: [PushFigures]
  private let pushDelays: [DistributionSummary]
  private let readFigures: ReadFigures

  init(_ input: RunInput, _ run: RunResult) {
    systems = Set(input.systems)
    // A mixed fleet has unused numbers, which share one name.
    milestones = Dictionary(
      run.milestones.map { ($0.name, $0.count) }, uniquingKeysWith: { first, _ in first })
    times = Dictionary(
      run.milestones.compactMap { milestone in milestone.after.map { (milestone.name, $0.summary) }
      },
      uniquingKeysWith: { first, _ in first })
    displays = Dictionary(uniqueKeysWithValues: run.displays.map { ($0.name, $0.seconds) })
    pushFigures = run.pushes
    pushDelays = run.pushes.map(\.delay.summary)
    readFigures = run.reads
  }

  /// How often a milestone was reached.
  func count(_ system: SystemName, _ milestone: some Any) -> Int? {
    systems.contains(system) ? milestones[SystemWord(system, "\(milestone)")] : nil
  }

  /// How long it took to reach a milestone.
  func time(_ system: SystemName, _ milestone: some Any) -> DistributionSummary? {
    systems.contains(system) ? times[SystemWord(system, "\(milestone)")] : nil
  }

  /// Seconds that all clients together spent under a display.
  func seconds(_ system: SystemName, _ display: String) -> Double? {
    systems.contains(system) ? displays[SystemWord(system, display)] : nil
  }

  func pushes(_ system: SystemName) -> PushFigures? {
    systems.contains(system) ? pushFigures[Int(system.number)] : nil
  }

  func pushDelay(_ system: SystemName) -> DistributionSummary? {
    systems.contains(system) ? pushDelays[Int(system.number)] : nil
  }

  var reads: ReadFigures? { systems.contains(.primer) ? readFigures : nil }

  /// One count over another; nil where either is missing or the other is 0.
  func share(_ part: Int?, of whole: Int?) -> Double? {
    guard let part, let whole, whole > 0 else { return nil }
    return Double(part) / Double(whole)
  }
}
