import Findings
import Foundation
import Metrics
import Scenarios
import Store
import Studies
import Text
import Verdicts

/// A sweep of 12 cells: two keys of two values each, and three seeds. Nothing of it is run.
package func smallPlan(
  vary: [String] = ["faults.0.for=30s,60s", "network.latency=20ms,{uniform: [10ms, 30ms]}"],
  metrics: [String] = ["arrivals", "recover.p99", "recover.mean", "metastable"],
  shard: Shard = .whole, promises: [String] = []
) throws -> SweepPlan {
  let base = SweepBase(
    bytes: Array(ScenarioFile.builtIn("gateway-restart")!.utf8), file: "gateway-restart",
    overrides: [Override("slo=[]")!], promises: try promises.map { try parseServiceLevel($0) })
  let request = try SweepRequest(
    base,
    SweepGrid(
      variations: vary.map { try Variation($0) }, formulas: [],
      seeds: SeedRange(first: 5, count: 3)!), MetricSelection(metrics))
  return try SweepPlan(request, shard)
}

package func description(_ plan: SweepPlan, version: String = "1.0") -> SweepDescription {
  SweepDescription(plan.request, toolVersion: version, commit: "abc")
}

/// What a cell could have come to: every kind of value.
package func madeUpCell(_ number: Int, values: Int = 4, checks: Int = 0) -> SweepCell {
  let kinds: [MetricValue] = [
    .count(number * 1_000_003), number % 5 == 0 ? .never : .number(Double(number) / 3),
    number % 4 == 0 ? .undefined : .number(-0.1 * Double(number)), .boolean(number % 2 == 0),
  ]
  return SweepCell(
    number: number, digest: UInt64(number) &* 0x9e37_79b9_7f4a_7c15, events: number * 7,
    values: (0..<values).map { kinds[$0 % 4] },
    checks: (0..<checks).map { madeUpCheck(number, $0) })
}

/// What could have become of a promise: kept, broken, and broken for want of a figure.
package func madeUpCheck(_ cell: Int, _ promise: Int) -> PromiseCheck {
  (cell + promise) % 7 == 0
    ? PromiseCheck(isKept: false, value: .never, reason: "\(cell) clients, \"gone\", were not back")
    : PromiseCheck(isKept: cell % 2 == 0, value: .number(Double(cell) / 3), reason: nil)
}

/// Files of a folder with what they hold.
package func contents(_ folder: String) throws -> [String: Data] {
  let names = try FileManager.default.contentsOfDirectory(atPath: folder)
  return try Dictionary(
    uniqueKeysWithValues: names.map { name in
      (name, try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    })
}

/// The folder of the plan's shard, of made-up cells that were finished in another order than theirs.
package func writeShard(_ plan: SweepPlan, to path: String) throws {
  let description = description(plan)
  let place = try ResultsPlace(path, .sweep)
  let work = try SweepWork(description, plan, place: place, restarts: false)
  for number in work.journal.pending.reversed() {
    try work.journal.append(
      madeUpCell(
        number, values: plan.metrics.paths.count, checks: plan.request.promises.count))
  }
  try work.journal.write(description, plan, to: place)
  work.remove()
}
