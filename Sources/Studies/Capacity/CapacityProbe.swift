import Findings
import Metrics
import Primitives
import Scenarios
import Systems

/// A value of the key with what became of the promises there.
package struct CapacityProbe: Sendable {
  package let value: Double
  /// The summary over the seeds that it took to decide: all seeds if the promises are kept.
  package let summary: ReplicatedSummary
  /// How many seeds were asked for.
  package let seeds: Int
  /// Why runs of it were not made to their end, if any was not.
  private let lost: LostCause?
  /// Seeds that break a promise on their own.
  private let breaking: Int

  /// - Parameter left: why the runs were not made to their end that were not.
  init(value: Double, summary: ReplicatedSummary, seeds: Int, left: [LostCause] = []) {
    self.value = value
    self.summary = summary
    self.seeds = seeds
    lost = left.last
    // A run that was left has no figure, and so keeps nothing either.
    breaking = summary.replications.count { run in run.slo.contains { !$0.isKept } }
  }

  /// When runs of it were left, because they had lost a promise for certain; nil where all were made to their
  /// end.
  package var leftAt: Interval? { lost?.time }

  /// How often a single incident breaks a promise here; nil where not all seeds were run.
  package var incidents: SingleIncidents? {
    runs == seeds ? SingleIncidents(breaking: breaking, of: runs) : nil
  }

  /// True if every promise is kept.
  package var isKept: Bool { runs == seeds && broken.isEmpty }

  /// How many seeds it took to decide.
  package var runs: Int { summary.replications.count }

  /// The promises that are broken; where runs were left, the one that they had lost.
  package var broken: [ReplicatedSloResult] {
    lost.map { [summary.slo[$0.promise]] } ?? summary.slo.filter { !$0.isKept }
  }

  /// The limit of most runs, a stage or the network; nil if nothing limits them.
  package var limitedBy: String? {
    summary.estimate(at: "limited_by")?.shares.max { $0.share < $1.share }?.word
  }

  /// A metric over the seeds that were run, as it is told; nil where some of them has no number.
  package func figure(_ path: String) -> Double? { summary.estimate(at: path)?.figure }

  /// The first seed that breaks a promise on its own, and whose run was made to its end; nil without one.
  package var brokenRun: Replication? {
    summary.replications.first { run in
      run.end != lost.map { .start + $0.time } && run.slo.contains { !$0.isKept }
    }
  }

  /// The most important thing that the first run that breaks a promise shows, and where all keep them what most
  /// of them do. nil where the only runs that break one were left: they do not show what would have come.
  package var finding: ReplicatedFinding? {
    if let run = brokenRun {
      let most = run.findings.map(\.weight).max()
      return run.findings.first { $0.weight == most }.map {
        ReplicatedFinding(code: $0.code, runs: 1, sentence: $0.sentence, weight: $0.weight)
      }
    }
    if breaking > 0 { return nil }
    let common = summary.findings.filter { 2 * $0.runs > runs }
    let most = common.map(\.weight).max()
    return common.first { $0.weight == most }
  }
}

/// How many of some seeds break a promise on their own: what one incident is likely to do.
package struct SingleIncidents: Hashable, Sendable {
  package let breaking: Int
  package let of: Int

  /// The share with its 95 % interval, by Wilson's score; nil without seeds.
  package var share: ShareEstimate? { of > 0 ? ShareEstimate(breaking, of: of) : nil }
}
