import Documents

/// Results that stood where new ones are to be written.
package struct EarlierResults: Hashable, Sendable {
  private let kind: ResultsKind
  /// The name of their scenario.
  private let scenario: String
  /// The hash of their scenario's values; nil where there were several scenarios.
  private let resolvedHash: String?

  init(_ facts: ManifestHead) {
    kind = facts.kind
    scenario = facts.scenario
    resolvedHash = facts.resolvedHash
  }

  /// Returns the message to a user that these results have been replaced.
  /// - Parameters:
  ///   - path: the folder.
  ///   - kind: of the new results.
  ///   - scenario: of the new results.
  ///   - hash: of the values of that scenario; nil where they do not tell results apart.
  package func replaced(
    in path: String, by kind: ResultsKind, of scenario: String, hash: String?
  ) -> String {
    guard self.kind == kind, self.scenario == scenario else {
      return "\(path): \(self.kind.words) of '\(self.scenario)' was replaced"
    }
    guard let hash, let resolvedHash else { return "\(path): the earlier results were replaced" }
    return hash == resolvedHash
      ? "\(path): the earlier results of the same scenario were replaced"
      : "\(path): earlier results of '\(scenario)' with other values were replaced; --out keeps both"
  }
}
