import Documents
import Findings
import Foundation
import GatewayModel
import Measurements
import Primitives
import Scenarios
import Simulator
import Store
import Studies
import Systems
import Text
import Verdicts

/// A restart under ten thousand clients, made up by hand: out from 60 s to 120 s, over at 180 s.
package func restartRun() -> RunResult {
  var run = quietRun(clients: 10_000)
  run.course.events = 1_204_331
  run.load.attempts = 47_400
  run.load.attemptsBeforeClear = 36_000
  run.load.arrivals = 47_300
  run.load.failures = [(.refused, 36_900), (.timeout, 0), (.shed, 500)]
  for second in 61..<66 { run.load.arrivalsBeforeClear.add(1500, at: .seconds(Int64(second))) }
  run.load.arrivalsBeforeClear.add(6320, at: Instant(nanoseconds: 61_500_000_000))
  for second in 120..<170 { run.load.arrivalsAfterClear.add(200, at: .seconds(Int64(second))) }
  for second in 0..<180 {
    let back = max(0, min(10_000, (second - 119) * 200))
    let connected = second < 60 ? 10_000 : back
    run.load.perSecond.connected.set(UInt32(connected), bin: second)
    run.load.perSecond.waitingClients.set(UInt32(10_000 - connected), bin: second)
    run.load.perSecond.busy.append(Double(back) / 1000)
    if (120..<170).contains(second) { run.load.perSecond.completed.set(200, bin: second) }
  }
  for client in 0..<10_000 {
    let wait = Interval.milliseconds(Int64(client) * 5 + 1)
    run.recovery.recoveries.append(wait)
    run.recovery.downtimes.append(wait + .seconds(60))
    run.load.detect.record(.milliseconds(50))
    run.load.spread[0].times.record(.milliseconds(1000 + Int64(client % 200)))
  }
  run.recovery.affected = 10_000
  // No client is away before the outage, all are at clear, and no bucket has lost a token.
  run.takeAway(10_000, tokens: 500)
  run.recovery.outcomes.recovered = 10_000
  run.gateway.usefulWork = .seconds(99)
  run.gateway.wastedWork = .seconds(1)
  run.gateway.shed = 500
  return run
}

/// Nothing happens for three minutes; clear at 120 s.
package func quietRun(clients: Int) -> RunResult {
  var load = RunLoad()
  load.spread = (0..<13).map { _ in
    SpreadResult(times: DurationRecorder(digits: .two), effectiveSeconds: nil, mostAtOnce: 0)
  }
  return RunResult(
    course: RunCourse(clients: clients, end: .seconds(180), clear: .seconds(120)), load: load,
    recovery: RunRecovery(), gateway: GatewayFigures(stations: []))
}

extension RunResult {
  /// So many clients were without a connection at clear, outside of the gateway, and come back last.
  package mutating func takeAway(_ count: Int, tokens: Double = 0) {
    course.incidentBegin = .seconds(60)
    course.awayBefore = 0
    var stand = StandAtClear(cohorts: 1)
    stand.away = count
    stand.waiting = count
    stand.before = stand.before.map { _ in count }
    stand.hasWaiting = [true]
    stand.tokens = tokens
    course.atClear = stand
    recovery.affectedAway = count
    recovery.recoveriesOfAway = recovery.recoveries.sorted().suffix(
      max(0, count - recovery.affected + recovery.recoveries.count))
    recovery.lastRecoveries = recovery.recoveries
  }

  /// The times of so many whole seconds from one on: what a station of that role did, of which a part
  /// was wasted.
  package mutating func work(
    _ role: StationRole, servers: Double, wasted: Double, in seconds: Range<Int>
  ) {
    if gateway.work.isEmpty { gateway.work = StationRole.allCases.map { _ in RoleWork() } }
    for second in seconds {
      let busy = Int64(servers * 1e6)
      gateway.work[role.index].booked.add(busy, second: UInt32(second))
      gateway.work[role.index].wasted.add(Int64(Double(busy) * wasted), second: UInt32(second))
    }
  }
}

package func scenario(_ overrides: [String] = []) throws -> Scenario {
  try ScenarioFile.decode(
    text: ScenarioFile.builtIn("gateway-restart")!, file: "gateway-restart.yaml",
    overrides: overrides.compactMap { Override($0) })
}

/// The codes of what a run shows.
package func codes(_ run: RunResult, set overrides: [String] = []) throws -> [FindingCode] {
  try summary(run, set: overrides).findings.map(\.code)
}

package func summary(_ run: RunResult, set overrides: [String] = []) throws -> Summary {
  Summary(try Experiment(scenario(overrides)), run)
}

package let facts = RunFacts(
  toolVersion: "1.0", commit: "abc", arguments: ["run"], wallSeconds: 0.09,
  startedAt: "2026-01-01T00:00:00Z", peakMemoryBytes: 1 << 20)

/// A folder of its own for one test.
package struct Scratch {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "squall-reporting-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  package func names(_ folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }

  package func text(_ file: String) throws -> String {
    try String(contentsOfFile: path + "/" + file, encoding: .utf8)
  }

  package func write(_ file: String, _ text: String) throws {
    try text.write(toFile: path + "/" + file, atomically: false, encoding: .utf8)
  }
}
