import Metrics
import Sessions
import Simulator

/// One session system: everything that is known of it above the loop.
package struct SessionSystem: Sendable {
  /// As the loop knows it.
  package let simulated: SimulatedSystem
  package let about: SystemAbout

  // The settings that a scenario may choose for its clients.

  package let profiles: [String]
  package let defaultProfile: String
  /// By profile, the formula that clients wait by where a scenario names none; empty where they wait
  /// by rules of their own.
  package let backoffs: [String: String]
  package let behaviourKeys: [BehaviourKey]
  /// The behaviour of clients where the scenario does not say.
  package let behaviour: Behaviour
  /// Kinds of faults that mean nothing to it, with the reason.
  package let foreignFaults: [String: String]

  // The traits of its clients, and the results that a run reports of them.

  package let traits: SystemTraits
  package let words: RunWords
  /// In the order in which they are reported.
  let metrics: [MetricDeclaration]
  package let figures: SystemFigures
  /// The findings of a run beside those about all clients.
  package let findings: SystemFindings

  private let standardParameters: @Sendable () -> [SessionParameter]
  private let cohort: @Sendable (SessionChoice) -> CohortConfiguration
  private let doubt: @Sendable (SessionChoice) -> String?
  /// nil where it has no published events to be stepped by.
  let replay: (@Sendable (SessionChoice) -> any ReplaySession)?
  let diagram: @Sendable (SessionChoice) -> String

  init<Profile, Configuration>(
    _ machine: SessionMachine<Profile, Configuration>, profile: Profile, about: SystemAbout,
    behaviourKeys: [BehaviourKey], behaviour: Behaviour = Behaviour(),
    foreignFaults: [String: String] = [:], metrics: [MetricDeclaration], traits: SystemTraits,
    words: RunWords,
    figures: SystemFigures = SystemFigures(),
    findings: SystemFindings = SystemFindings()
  ) where Profile: RawRepresentable<String> & CaseIterable & Sendable {
    let simulated = machine.simulated
    self.simulated = simulated
    self.about = about
    profiles = Profile.allCases.map(\.rawValue)
    defaultProfile = profile.rawValue
    standardParameters = { machine.parameters(of: profile) }
    backoffs = machine.backoffs
    self.behaviourKeys = behaviourKeys
    self.behaviour = behaviour
    self.foreignFaults = foreignFaults
    self.traits = traits
    self.words = words
    self.metrics = metrics
    self.figures = figures
    self.findings = findings
    cohort = { choice in
      let own = machine.configuration(choice)
      return CohortConfiguration(
        traits: CohortTraits(
          simulated.name, setUpStages: simulated.setUpStages, limits: machine.limits(own)),
        policy: machine.policy(own), configuration: machine.configured(own))
    }
    doubt = { machine.doubt(machine.configuration($0)) }
    if let step = machine.replay {
      replay = { step(machine.configuration($0)) }
    } else {
      replay = nil
    }
    diagram = { machine.diagram(machine.configuration($0)) }
  }

  package var name: SystemName { simulated.name }

  /// The settings of its machine that a scenario may change.
  package var parameters: [SessionParameter] { standardParameters() }

  /// The stages of the gateway that a client passes at least before it is connected again.
  package var setUpStages: [SetUpStage] { simulated.setUpStages }

  /// True if clients wait by a formula that a scenario may choose.
  package var hasBackoff: Bool { !backoffs.isEmpty }

  /// True if it has published events by which it can be stepped.
  package var isSpoken: Bool { replay != nil }

  /// Returns the configuration that clients of a profile share.
  /// - Parameters:
  ///   - values: the settings that a scenario changes.
  ///   - policy: the policy to wait by in place of the profile's own formula.
  package func configuration(
    profile: String, _ values: [String: ParameterValue], policy: BackoffPolicy?
  ) throws(FormulaError) -> CohortConfiguration {
    var choice = try standard(profile: profile, policy)
    choice.values = values
    return cohort(choice)
  }

  /// Returns the doubt about the settings that a scenario changes; nil where there is none.
  package func doubt(profile: String, _ values: [String: ParameterValue]) -> String? {
    guard !values.isEmpty, var choice = try? standard(profile: profile) else { return nil }
    choice.values = values
    return doubt(choice)
  }

  /// A profile as it ships.
  /// - Parameter policy: the policy to wait by in place of the profile's own formula.
  func standard(
    profile: String, _ policy: BackoffPolicy? = nil
  ) throws(FormulaError) -> SessionChoice {
    if policy == nil, let own = backoffs[profile] {
      return SessionChoice(profile: profile, policy: try BackoffPolicy.parse(own))
    }
    return SessionChoice(profile: profile, policy: policy)
  }
}

/// The streams of behaviour by their names in scenario files.
package enum BehaviourKey: String, Sendable, CaseIterable {
  case app, screens, listeners, firstScreen, reads, sends, launches, entities, database, push
}
