import Metrics
import Primitives
import Simulator

/// The evidence for the findings of one session system.
package struct SystemEvidence: FigureReading {
  let run: RunResult
  /// True if all clients of the fleet are of the system.
  let isOnly: Bool
  /// True if clients are lost, or not back yet.
  let isBad: Bool
  /// The scenario's settings for the clients of the system.
  let cohorts: CohortSettings
  private let read: (String) -> Metric?

  package init(
    _ run: RunResult, isOnly: Bool, isBad: Bool, _ cohorts: CohortSettings,
    metric: @escaping (String) -> Metric?
  ) {
    self.run = run
    self.isOnly = isOnly
    self.isBad = isBad
    self.cohorts = cohorts
    read = metric
  }

  package func metric(at path: String) -> Metric? { read(path) }
}

/// The settings of a scenario for the cohorts of one session system.
package struct CohortSettings: Sendable {
  /// Each once.
  package let profiles: Set<String>
  /// By cohort, the settings that are not the profile's own.
  private let values: [[String: ParameterValue]]

  package init(profiles: [String], values: [[String: ParameterValue]]) {
    self.profiles = Set(profiles)
    self.values = values
  }

  /// A setting that all of them share, in seconds; nil where they differ.
  /// - Parameter standard: the value where the scenario does not say.
  package func seconds(_ parameter: String, standard: Interval) -> Double? {
    let found = Set(
      values.map { values -> Interval in
        if case .duration(let span)? = values[parameter] { return span }
        return standard
      })
    return found.count == 1 ? found.first?.seconds : nil
  }

  /// Returns true if a setting that is off by default is on for any of them.
  func isOn(_ parameter: String) -> Bool { values.contains { $0[parameter] == .flag(true) } }
}
