import Sessions
import Simulator

extension Fleet {
  /// A fleet of one system where all cohorts are of it, otherwise a mixed one.
  init(_ cohorts: [MixedConfiguration]) {
    let stoat = cohorts.compactMap { if case .stoat(let own) = $0 { own } else { nil } }
    let chatSocket = cohorts.compactMap { if case .chatSocket(let own) = $0 { own } else { nil } }
    let primer = cohorts.compactMap { if case .primer(let own) = $0 { own } else { nil } }
    let appExtension = cohorts.compactMap {
      if case .appExtension(let own) = $0 { own } else { nil }
    }
    switch cohorts.count {
    case stoat.count: self = .stoat(stoat)
    case chatSocket.count: self = .chatSocket(chatSocket)
    case primer.count: self = .primer(primer)
    case appExtension.count: self = .appExtension(appExtension)
    default: self = .mixed(cohorts)
    }
  }
}

extension MixedConfiguration {
  /// The formula by which clients wait; nil where the system has none.
  var formula: String? {
    if case .stoat(let configuration) = self { configuration.backoff.name } else { nil }
  }
}

extension ClientsDescription {
  /// What the clients of a cohort share.
  func configuration(
    of cohort: CohortDescription
  ) throws(FormulaError) -> MixedConfiguration {
    let profile = cohort.profile ?? profile
    let values = cohort.parameters ?? parameters
    switch system(of: cohort).name {
    case .stoat:
      let profile = StoatProfile(rawValue: profile)!
      let policy = try BackoffPolicy.parse(cohort.backoff ?? backoff ?? profile.defaultBackoff)
      return .stoat(
        SessionSystem.stoatBuilder.configuration(
          StoatConfiguration(profile: profile, policy: policy), values))
    case .chatSocket:
      let standard = ChatSocketConfiguration(profile: ChatSocketProfile(rawValue: profile)!)
      return .chatSocket(SessionSystem.chatSocketBuilder.configuration(standard, values))
    case .primer:
      let standard = PrimerConfiguration(profile: PrimerProfile(rawValue: profile)!)
      return .primer(SessionSystem.primerBuilder.configuration(standard, values))
    case .appExtension:
      let standard = AppExtensionConfiguration(profile: AppExtensionProfile(rawValue: profile)!)
      return .appExtension(SessionSystem.appExtensionBuilder.configuration(standard, values))
    }
  }
}
