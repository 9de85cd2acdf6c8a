import Documents
import Studies

/// The subject of a report, and the origin of its figures.
package struct ReportHead: Hashable, Sendable {
  /// The name of the scenario that was run, or those of several.
  let title: String
  /// The findings in sentences: a paragraph each.
  let conclusion: [String]
  /// The origin of the figures: seeds, digest, version.
  let origin: [Fact]
  /// When it was begun, by the clock on the wall, ISO 8601; nil where that is not known.
  let startedAt: String?
  /// How long it took by that clock, in seconds.
  let wallSeconds: Double
  /// True if the runs were interrupted.
  let isTruncated: Bool

  struct Fact: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// - Parameters:
  ///   - seeds: `1`, or `1 to 20`.
  ///   - digest: the digest of all that was observable in the runs.
  init(
    _ title: String, conclusion: [String], seeds: String, digest: String, _ facts: RunFacts,
    isTruncated: Bool
  ) {
    self.title = title
    self.conclusion = conclusion.filter { !$0.isEmpty }
    origin = [
      Fact(name: "seeds", value: seeds), Fact(name: "digest", value: digest),
      Fact(name: "version", value: "squall \(facts.toolVersion) (\(facts.commit))"),
    ]
    startedAt = facts.startedAt
    wallSeconds = facts.wallSeconds
    self.isTruncated = isTruncated
  }

  /// Makes the head of results that are read from a folder, which has no clock.
  /// - Parameter wallSeconds: how long it took; 0 where nothing was run.
  init(_ title: String, seeds: String, digest: String, wallSeconds: Double) {
    self.title = title
    conclusion = []
    origin = [Fact(name: "seeds", value: seeds), Fact(name: "digest", value: digest)]
    startedAt = nil
    self.wallSeconds = wallSeconds
    isTruncated = false
  }

  /// The fact of that name; empty where there is none.
  func fact(_ name: String) -> String { origin.first { $0.name == name }?.value ?? "" }
}

/// `1`, or `1 to 20`.
func seedsText(first: UInt64, count: Int) -> String {
  count <= 1 ? "\(first)" : "\(first) to \(first + UInt64(count - 1))"
}

extension Sequence<Verdict> {
  /// The outcome of all verdicts together:
  /// `1 of 3 promises is broken, every metric is within its tolerance`; nil without any.
  var outcome: String? {
    let groups = Verdict.Group.allCases.compactMap { group -> String? in
      let verdicts = filter { $0.group == group }
      let failed = verdicts.count(where: \.fails)
      let count = verdicts.count
      if count == 0 { return nil }
      switch group {
      case .promises where failed == 0:
        return count == 1 ? "the promise holds" : "no promise is broken"
      case .promises where count == 1: return "the promise is broken"
      case .promises: return "\(failed) of \(count) promises \(failed == 1 ? "is" : "are") broken"
      case .baseline where failed == 0: return "no regression"
      case .baseline: return "\(failed) regression\(failed == 1 ? "" : "s")"
      }
    }
    return groups.isEmpty ? nil : groups.joined(separator: ", ")
  }
}
