import Sessions
import Systems

extension ClientsDescription {
  /// The backoff of a cohort whose clients wait by a formula: a catalogue name or a formula.
  package func backoffText(of cohort: CohortDescription) -> String {
    cohort.backoff ?? backoff ?? system(of: cohort).backoffs[cohort.profile ?? profile]!
  }

  /// Returns the configuration that the clients of a cohort share.
  /// - Parameter variant: in place of the fleet's backoff; a cohort's own stands.
  package func configuration(
    of cohort: CohortDescription, variant: BackoffPolicy?
  ) throws(FormulaError) -> CohortConfiguration {
    let system = system(of: cohort)
    var policy: BackoffPolicy?
    if system.hasBackoff {
      policy = cohort.backoff == nil ? variant : nil
      if policy == nil { policy = try BackoffPolicy.parse(backoffText(of: cohort)) }
    }
    return try system.configuration(
      profile: cohort.profile ?? profile, cohort.parameters ?? parameters, policy: policy)
  }
}
