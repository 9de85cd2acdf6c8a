import Measurements
import Primitives
import Simulator

/// One part of a fleet with its distributions worked out once.
package struct PartFacts: Sendable {
  package let part: CohortResult
  /// nil where the run has no clear, or ended before it.
  let recover: DistributionSummary?
  let recoverAway: DistributionSummary?
  let downtime: DistributionSummary

  package init(_ part: CohortResult, _ run: RunResult) {
    self.part = part
    let isClear = run.course.clear.map { $0 <= run.course.end } ?? false
    func summary(_ values: [Interval], of count: Int) -> DistributionSummary? {
      isClear
        ? DistributionSummary(values: values, infinite: max(0, count - values.count)) : nil
    }
    recover = summary(part.recovery.recoveries, of: part.recovery.affected)
    recoverAway =
      run.course.atClear == nil
      ? nil : summary(part.recovery.recoveriesOfAway, of: part.recovery.affectedAway)
    downtime = DistributionSummary(values: part.recovery.downtimes)
  }

  func perClient(_ count: Int) -> Double? {
    part.clients > 0 ? Double(count) / Double(part.clients) : nil
  }
}
