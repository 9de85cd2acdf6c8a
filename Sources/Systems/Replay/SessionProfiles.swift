import Metrics
import Sessions
import Simulator

/// The session system of that name.
/// - Throws: `ReplayNameError` that says which there are.
func sessionSystem(_ name: String) throws(ReplayNameError) -> SystemName {
  if let system = SystemName(rawValue: name) { return system }
  let near = nearest(to: name, in: SessionNames.all).map { "; did you mean '\($0)'?" }
  throw ReplayNameError(
    "no session is called '\(name)'\(near ?? ""); there are "
      + SessionNames.all.joined(separator: ", "))
}

/// The profile of that name.
/// - Throws: `ReplayNameError` that says which there are.
func sessionProfile<Profile: RawRepresentable & CaseIterable>(
  _ name: String, of system: SystemName, _: Profile.Type = Profile.self
) throws(ReplayNameError) -> Profile where Profile.RawValue == String {
  if let profile = Profile(rawValue: name) { return profile }
  let names = Profile.allCases.map(\.rawValue)
  let near = nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
  throw ReplayNameError(
    "no profile of \(system.rawValue) is called '\(name)'\(near ?? ""); there are "
      + names.joined(separator: ", "))
}

/// The transition diagram of a session machine as Mermaid text, from the machine itself.
/// - Throws: `ReplayNameError` where there is no such session or profile.
package func sessionDiagram(
  of session: String, profile name: String
) throws(ReplayNameError) -> String {
  let system = try sessionSystem(session)
  switch system {
  case .stoat: return StoatLifecycle.mermaid(under: try stoatConfiguration(profile: name))
  case .chatSocket:
    let configuration = ChatSocketConfiguration(profile: try sessionProfile(name, of: system))
    return ChatSocketAgent.mermaid(under: configuration)
  case .primer:
    let configuration = PrimerConfiguration(profile: try sessionProfile(name, of: system))
    return PrimerLifecycle.mermaid(under: configuration)
  case .appExtension:
    let configuration = AppExtensionConfiguration(profile: try sessionProfile(name, of: system))
    return AppExtensionLifecycle.mermaid(under: configuration)
  case .optimistic:
    let profile = try sessionProfile(name, of: system, OptimisticProfile.self)
    let policy: BackoffPolicy
    do throws(FormulaError) {
      policy = try BackoffPolicy.parse(profile.defaultBackoff)
    } catch {
      throw ReplayNameError(error.description)
    }
    return OptimisticClient.mermaid(
      under: OptimisticConfiguration(profile: profile, policy: policy))
  }
}
