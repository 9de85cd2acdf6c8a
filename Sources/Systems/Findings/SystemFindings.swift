/// The findings of a run on the clients of one session system, beside those on all clients.
package struct SystemFindings: Sendable {
  /// In the order in which a verdict tells them.
  let codes: [FindingCode]
  /// The codes that a run never has together.
  let exclusions: [FindingExclusion]
  package let find: @Sendable (SystemEvidence) -> [Finding]

  init(
    codes: [FindingCode] = [], exclusions: [FindingExclusion] = [],
    find: @escaping @Sendable (SystemEvidence) -> [Finding] = { _ in [] }
  ) {
    self.codes = codes
    self.exclusions = exclusions
    self.find = find
  }
}

/// A run has none of `these` together with any of `those`, but for a code with itself.
struct FindingExclusion: Sendable {
  let these: Set<FindingCode>
  let those: Set<FindingCode>

  init(_ these: Set<FindingCode>, _ those: Set<FindingCode>) {
    self.these = these
    self.those = those
  }
}
