import Metrics
import Sessions
import Simulator

/// A system's machine as far as its types matter: how the configuration is made that its clients
/// share, and how it is used.
///
/// The type puts no requirements on its type parameters: a value of a generic type with
/// requirements makes the runtime search the whole process for each of them, at every start.
struct SessionMachine<Profile, Configuration>: Sendable {
  /// As the loop knows it.
  let simulated: SimulatedSystem
  /// `AnyConfiguration` of this machine, as its module makes it.
  let configured: @Sendable (Configuration) -> AnyConfiguration
  let waiting: Waiting
  let settings: [Setting<Configuration>]
  var limits: @Sendable (Configuration) -> [WaitingLimit] = { _ in [] }
  /// The doubt about a configuration that is allowed and probably not what was meant; nil where
  /// there is none.
  var doubt: @Sendable (Configuration) -> String? = { _ in nil }
  /// nil where it has no published events to be stepped by.
  var replay: (@Sendable (Configuration) -> any ReplaySession)?
  /// Its transitions as Mermaid text.
  let diagram: @Sendable (Configuration) -> String

  /// How clients wait, with the standard configuration of a profile.
  enum Waiting: Sendable {
    /// By rules of their own, which no formula replaces.
    case ownRules(@Sendable (Profile) -> Configuration)
    /// By a formula: the profile's own where a scenario names none.
    case formula(
      @Sendable (Profile, BackoffPolicy) -> Configuration, own: @Sendable (Profile) -> String,
      policy: @Sendable (Configuration) -> ResolvedPolicy)
  }
}

extension SessionMachine
where Profile: RawRepresentable<String> & CaseIterable & Sendable {
  /// By profile, the formula that its clients wait by; empty where they have rules of their own.
  var backoffs: [String: String] {
    guard case .formula(_, let own, _) = waiting else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: Profile.allCases.map { ($0.rawValue, own($0)) })
  }

  /// The standard configuration with what a scenario says.
  func configuration(_ choice: SessionChoice) -> Configuration {
    let profile = Profile(rawValue: choice.profile)!
    var configuration =
      switch waiting {
      case .ownRules(let standard): standard(profile)
      case .formula(let standard, _, _): standard(profile, choice.policy!)
      }
    for setting in settings {
      if let value = choice.values[setting.name] {
        setting.apply(value, &configuration)
      }
    }
    return configuration
  }

  /// Its settings as they are in a profile.
  func parameters(of profile: Profile) -> [SessionParameter] {
    let standard =
      switch waiting {
      case .ownRules(let standard): standard(profile)
      case .formula(let standard, let own, _):
        standard(profile, try! BackoffPolicy.parse(own(profile)))
      }
    return settings.map { $0.parameter(of: standard) }
  }

  func policy(_ configuration: Configuration) -> ResolvedPolicy? {
    guard case .formula(_, _, let policy) = waiting else { return nil }
    return policy(configuration)
  }
}

/// The choices of a scenario for the machines of a cohort.
struct SessionChoice: Sendable {
  let profile: String
  var values: [String: ParameterValue] = [:]
  /// The policy that clients wait by; nil where they have rules of their own.
  let policy: BackoffPolicy?
}

/// The configuration that the clients of a cohort share, with their traits and policy.
package struct CohortConfiguration: Sendable {
  package let traits: CohortTraits
  /// The policy that clients wait by; nil where they have rules of their own.
  package let policy: ResolvedPolicy?
  let configuration: AnyConfiguration
}

extension Fleet {
  package init(_ cohorts: [CohortConfiguration]) { self.init(cohorts.map(\.configuration)) }
}
