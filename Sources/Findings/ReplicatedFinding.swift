import Systems

/// A finding over several runs with different seeds.
package struct ReplicatedFinding: Hashable, Sendable {
  package let code: FindingCode
  /// In how many of the runs it holds, at least 1.
  package let runs: Int
  /// That of the first run in which it holds, with this run's figures.
  package let sentence: String
  /// The greatest that it has in any run.
  package let weight: Finding.Weight

  package init(code: FindingCode, runs: Int, sentence: String, weight: Finding.Weight) {
    self.code = code
    self.runs = runs
    self.sentence = sentence
    self.weight = weight
  }

  /// Every code that any run has, those of most runs first.
  package static func all(in runs: [[Finding]]) -> [ReplicatedFinding] {
    FindingCode.all.compactMap { code in
      let found = runs.compactMap { findings in findings.first { $0.code == code } }
      return found.first.map { first in
        ReplicatedFinding(
          code: code, runs: found.count, sentence: first.sentence,
          weight: found.map(\.weight).max() ?? first.weight)
      }
    }.sorted { $0.runs > $1.runs }
  }
}
