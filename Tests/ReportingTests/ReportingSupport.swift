import Documents
import Foundation
import GatewayModel
import Measurements
import Primitives
import Systems

@testable import Campaigns
@testable import ResultFiles
@testable import Scenarios
@testable import Simulator

/// A restart under ten thousand clients, made up by hand: out from 60 s to 120 s, over at 180 s.
func restartRun() -> RunResult {
  var run = quietRun(clients: 10_000)
  run.events = 1_204_331
  run.attempts = 47_400
  run.attemptsBeforeClear = 36_000
  run.arrivals = 47_300
  run.failures = [(.refused, 36_900), (.timeout, 0), (.shed, 500)]
  for second in 61..<66 { run.arrivalsBeforeClear.add(1500, at: .seconds(Int64(second))) }
  run.arrivalsBeforeClear.add(6320, at: Instant(nanoseconds: 61_500_000_000))
  for second in 120..<170 { run.arrivalsAfterClear.add(200, at: .seconds(Int64(second))) }
  for second in 0..<180 {
    let back = max(0, min(10_000, (second - 119) * 200))
    let connected = second < 60 ? 10_000 : back
    run.perSecond.connected.set(UInt32(connected), bin: second)
    run.perSecond.waitingClients.set(UInt32(10_000 - connected), bin: second)
    run.perSecond.busy.append(Double(back) / 1000)
    if (120..<170).contains(second) { run.perSecond.completed.set(200, bin: second) }
  }
  for client in 0..<10_000 {
    let wait = Interval.milliseconds(Int64(client) * 5 + 1)
    run.recoveries.append(wait)
    run.downtimes.append(wait + .seconds(60))
    run.detect.record(.milliseconds(50))
    run.spread[0].times.record(.milliseconds(1000 + Int64(client % 200)))
  }
  run.affected = 10_000
  // Nobody is away before the outage, everybody is at clear, and no bucket has lost a token.
  run.takeAway(10_000, tokens: 500)
  run.outcomes.recovered = 10_000
  run.usefulWork = .seconds(99)
  run.wastedWork = .seconds(1)
  run.shed = 500
  return run
}

/// Nothing happens for three minutes; clear at 120 s.
func quietRun(clients: Int) -> RunResult {
  let tenths = TimeSeries(width: .milliseconds(100))
  return RunResult(
    clients: clients, end: .seconds(180), clear: .seconds(120), isTruncated: false, events: 0,
    digest: Digest(), attempts: 0, attemptsBeforeClear: 0, arrivals: 0, failures: [],
    arrivalsBeforeClear: tenths, arrivalsAfterClear: tenths, perSecond: PerSecondSeries(),
    spread: (0..<13).map { _ in
      SpreadResult(times: DurationRecorder(digits: .two), effectiveSeconds: nil, mostAtOnce: 0)
    },
    detect: DurationRecorder(), outcomes: Outcomes(), affected: 0, recoveries: [], downtimes: [],
    downtimeCensored: 0, usefulWork: .zero, wastedWork: .zero, shed: 0, acceptOverflow: 0,
    stations: [], milestones: [], states: [])
}

extension RunResult {
  /// So many clients were without a connection at clear, outside of the gateway, and come back last.
  mutating func takeAway(_ count: Int, tokens: Double = 0) {
    incidentBegin = .seconds(60)
    awayBefore = 0
    var stand = StandAtClear(cohorts: 1)
    stand.away = count
    stand.waiting = count
    stand.before = stand.before.map { _ in count }
    stand.hasWaiting = [true]
    stand.tokens = tokens
    atClear = stand
    affectedAway = count
    recoveriesOfAway = recoveries.sorted().suffix(max(0, count - affected + recoveries.count))
    lastRecoveries = recoveries
  }

  /// The times of so many whole seconds from one on: what a station of that role did, of which a part
  /// was wasted.
  mutating func work(
    _ role: StationRole, servers: Double, wasted: Double, in seconds: Range<Int>
  ) {
    if work.isEmpty { work = StationRole.allCases.map { _ in RoleWork() } }
    for second in seconds {
      let busy = Int64(servers * 1e6)
      work[role.index].booked.add(busy, second: UInt32(second))
      work[role.index].wasted.add(Int64(Double(busy) * wasted), second: UInt32(second))
    }
  }
}

func scenario(_ overrides: [String] = []) throws -> Scenario {
  try ScenarioFile.decode(
    text: ScenarioFile.builtIn("gateway-restart")!, file: "gateway-restart.yaml",
    overrides: overrides.compactMap { Override($0) })
}

/// The codes of what a run shows.
func codes(_ run: RunResult, set overrides: [String] = []) throws -> [FindingCode] {
  try summary(run, set: overrides).findings.map(\.code)
}

func summary(_ run: RunResult, set overrides: [String] = []) throws -> Summary {
  Summary(try Experiment(scenario(overrides)), run)
}

let facts = RunFacts(
  toolVersion: "1.0", commit: "abc", arguments: ["run"], wallSeconds: 0.09,
  startedAt: "2026-01-01T00:00:00Z", peakMemoryBytes: 1 << 20)

/// A folder of its own for one test.
struct Scratch {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "squall-reporting-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  func names(_ folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path + "/" + folder)) ?? []).sorted()
  }

  func text(_ file: String) throws -> String {
    try String(contentsOfFile: path + "/" + file, encoding: .utf8)
  }

  func write(_ file: String, _ text: String) throws {
    try text.write(toFile: path + "/" + file, atomically: false, encoding: .utf8)
  }
}
