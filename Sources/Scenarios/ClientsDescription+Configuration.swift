import Sessions
import Simulator
import Systems

extension ClientsDescription {
  /// What the clients of a cohort wait by: a catalogue name or a formula.
  package func backoffText(of cohort: CohortDescription) -> String {
    if let text = cohort.backoff ?? backoff { return text }
    let profile = cohort.profile ?? profile
    return system(of: cohort).name == .optimistic
      ? OptimisticProfile(rawValue: profile)!.defaultBackoff
      : StoatProfile(rawValue: profile)!.defaultBackoff
  }

  /// What the clients of a cohort share.
  /// - Parameter variant: in place of the fleet's backoff; a cohort's own stands.
  package func configuration(
    of cohort: CohortDescription, variant: BackoffPolicy?
  ) throws(FormulaError) -> MixedConfiguration {
    func policy() throws(FormulaError) -> BackoffPolicy {
      if cohort.backoff == nil, let variant { return variant }
      return try BackoffPolicy.parse(backoffText(of: cohort))
    }
    let profile = cohort.profile ?? profile
    let values = cohort.parameters ?? parameters
    switch system(of: cohort).name {
    case .stoat:
      let profile = StoatProfile(rawValue: profile)!
      let standard = StoatConfiguration(profile: profile, policy: try policy())
      return .stoat(SessionSystem.stoatBuilder.configuration(standard, values))
    case .chatSocket:
      let standard = ChatSocketConfiguration(profile: ChatSocketProfile(rawValue: profile)!)
      return .chatSocket(SessionSystem.chatSocketBuilder.configuration(standard, values))
    case .primer:
      let standard = PrimerConfiguration(profile: PrimerProfile(rawValue: profile)!)
      return .primer(SessionSystem.primerBuilder.configuration(standard, values))
    case .appExtension:
      let standard = AppExtensionConfiguration(profile: AppExtensionProfile(rawValue: profile)!)
      return .appExtension(SessionSystem.appExtensionBuilder.configuration(standard, values))
    case .optimistic:
      let profile = OptimisticProfile(rawValue: profile)!
      let standard = OptimisticConfiguration(profile: profile, policy: try policy())
      return .optimistic(SessionSystem.optimisticBuilder.configuration(standard, values))
    }
  }
}
