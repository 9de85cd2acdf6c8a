import Foundation
import Measurements
import Primitives
import Sessions
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import GatewayModel
@testable import Metrics
@testable import Simulator
@testable import Studies

@Suite struct SummaryMetricsTests {
  @Test func attemptsAndFailures() throws {
    var run = emptyRun()
    run.load.attempts = 47
    run.load.attemptsBeforeClear = 30
    run.load.arrivals = 40
    run.load.failures = [(.refused, 12), (.shed, 3), (.timeout, 1), (.normal, 9)]
    let made = try summary(of: run)
    #expect(made.value(at: "attempts") == .count(47))
    #expect(made.value(at: "attempts_per_client") == .number(4.7))
    #expect(made.value(at: "attempts_per_client_before_clear") == .number(3))
    #expect(made.value(at: "arrivals") == .count(40))
    #expect(made.value(at: "attempt_failures.refused") == .count(12))
    #expect(made.value(at: "attempt_failures.shed") == .count(3))
    #expect(made.value(at: "attempt_failures.timeout") == .count(1))
    #expect(made.value(at: "attempt_failures.offline") == .count(0))
    // A close in good order is no failure.
    #expect(made.value(at: "attempt_failures.normal") == nil)
  }

  @Test func peaksKeepBinsAtZeroAndPartsApart() throws {
    // Clear at 20.25 s, within the bin that begins at 20.2 s and the second that begins at 20 s.
    var run = emptyRun(clear: Instant(nanoseconds: 20_250_000_000))
    run.load.arrivalsBeforeClear = tenths([100: 7, 105: 6, 202: 4])
    run.load.arrivalsAfterClear = tenths([202: 5, 203: 5, 310: 8])
    let made = try summary(of: run)
    func peak(_ name: String, _ value: Int, _ at: Double) {
      #expect(made.value(at: name) == .count(value), "\(name)")
      #expect(made.value(at: "\(name)_at_s") == .number(at), "\(name)")
    }
    peak("peak_arrivals_100ms", 9, 20.2)
    peak("peak_arrivals_100ms_before_clear", 7, 10)
    peak("peak_arrivals_100ms_after_clear", 8, 31)
    peak("peak_arrivals_1s", 14, 20)
    peak("peak_arrivals_1s_before_clear", 13, 10)
    peak("peak_arrivals_1s_after_clear", 10, 20)
  }

  /// (x - 1) over the mean of the 31 seconds around: 62 even seconds of 11 arrivals give 10 / 11.
  @Test func crowdingOfAnEvenStream() throws {
    var run = emptyRun(clear: .seconds(5))
    run.course.incidentBegin = .start
    run.load.arrivalsAfterClear = tenths(
      Dictionary(uniqueKeysWithValues: (0..<120).map { ($0 * 10, 11) }))
    let made = try summary(of: run)
    #expect(made.value(at: "crowding_1s.p50") == .number(10.0 / 11))
    #expect(made.value(at: "crowding_1s.p95") == .number(10.0 / 11))
  }

  /// 101 arrivals every 20 s: one crowd, or two, within 31 seconds.
  @Test func crowdingOfAHerd() throws {
    var run = emptyRun()
    run.course.incidentBegin = .start
    run.load.arrivalsAfterClear = tenths(
      Dictionary(uniqueKeysWithValues: (0..<6).map { ($0 * 200, 101) }))
    let made = try summary(of: run)
    // A crowd in the middle is alone within 15 seconds on either side.
    #expect(made.value(at: "crowding_1s.p50") == .number(100 / (101.0 / 31)))
  }

  /// What comes before the first incident, and after 99 % are back, is no part of the storm.
  @Test func crowdingLooksAtTheStorm() throws {
    var run = emptyRun()
    run.course.incidentBegin = .seconds(10)
    run.recovery.affected = 1
    run.recovery.recoveries = [.seconds(3)]
    run.load.arrivalsBeforeClear = tenths([50: 500, 100: 5, 110: 5])
    run.load.arrivalsAfterClear = tenths([230: 5, 600: 500])
    let made = try summary(of: run)
    // 15 arrivals in the 14 seconds from 10 to 23.
    #expect(made.value(at: "crowding_1s.p95") == .number(4 / (15.0 / 14)))
  }

  @Test func nothingArrived() throws {
    let made = try summary(of: emptyRun())
    #expect(made.value(at: "peak_arrivals_1s") == .count(0))
    #expect(made.value(at: "peak_arrivals_1s_at_s") == .undefined)
    #expect(made.value(at: "peak_arrivals_1s_after_clear") == .count(0))
    #expect(made.value(at: "crowding_1s.p50") == .undefined)
    #expect(made.value(at: "same_instant_share") == .undefined)
    #expect(made.value(at: "spread.3.count") == .count(0))
    #expect(made.value(at: "spread.3.p50") == .undefined)
    #expect(made.value(at: "spread.3.effective_s") == .undefined)
    #expect(made.value(at: "wasted_work_share") == .undefined)
    #expect(made.value(at: "goodput_share") == .undefined)
    #expect(made.value(at: "recover.count") == .count(0))
    #expect(made.value(at: "recover.p50") == .undefined)
    #expect(made.value(at: "detect.p99") == .undefined)
  }

  @Test func spreadOfAttempts() throws {
    var run = emptyRun()
    // 1 us to 100 us: small enough to be exact in two digits.
    for microseconds in 1...100 {
      run.load.spread[1].times.record(.microseconds(Int64(microseconds)))
    }
    run.load.spread[1].mostAtOnce = 25
    run.load.spread[1].effectiveSeconds = 7.5
    let made = try summary(of: run)
    #expect(made.value(at: "spread.2.count") == .count(100))
    #expect(made.value(at: "spread.2.p5") == .number(5e-6))
    #expect(made.value(at: "spread.2.p50") == .number(5e-5))
    #expect(made.value(at: "spread.2.p95") == .number(9.5e-5))
    #expect(made.value(at: "spread.2.effective_s") == .number(7.5))
    #expect(made.value(at: "same_instant_share") == .number(0.25))
  }

  @Test func timesToRecoverRankTheInfiniteLast() throws {
    var run = emptyRun()
    run.recovery.affected = 10
    run.recovery.recoveries = (1...9).reversed().map { .seconds($0) }
    run.recovery.downtimes = (1...10).map { .seconds($0 * 10) }
    run.recovery.downtimeCensored = 1
    let made = try summary(of: run)
    #expect(made.value(at: "affected") == .count(10))
    #expect(made.value(at: "recover.count") == .count(9))
    #expect(made.value(at: "recover.p50") == .number(5))
    #expect(made.value(at: "recover.p90") == .number(9))
    #expect(made.value(at: "recover.p95") == .never)
    #expect(made.value(at: "recover.max") == .never)
    #expect(made.value(at: "recover.mean") == .number(5))
    #expect(made.value(at: "downtime.p95") == .number(100))
    #expect(made.value(at: "downtime.max") == .number(100))
    #expect(made.value(at: "downtime_censored") == .count(1))
  }

  @Test func nobodyCameBack() throws {
    var run = emptyRun()
    run.recovery.affected = 3
    let made = try summary(of: run)
    #expect(made.value(at: "recover.count") == .count(0))
    #expect(made.value(at: "recover.p50") == .never)
    #expect(made.value(at: "recover.mean") == .undefined)
  }

  @Test func withoutClearNothingComesAfterIt() throws {
    var run = emptyRun(clear: nil)
    run.recovery.affected = 2
    run.recovery.recoveries = [.zero]
    run.load.arrivalsBeforeClear = tenths([0: 5, 20: 3])
    let made = try summary(of: run, "gateway: default")
    let undefined = made.metrics.filter {
      $0.path.hasPrefix("recover.")
        || $0.path.hasPrefix("peak_") && $0.path.contains("_after_clear")
    }
    #expect(undefined.count == 12)
    #expect(undefined.allSatisfy { $0.value == .undefined })
    for path in ["storm_efficiency", "metastable", "clear_s", "relapsed", "storm_after_clear_s"] {
      #expect(made.value(at: path) == .undefined, "\(path)")
    }
    #expect(made.value(at: "peak_arrivals_1s_before_clear") == .count(5))
  }

  @Test func outcomesAndTimes() throws {
    var run = emptyRun(clients: 21)
    run.recovery.outcomes = Outcomes(
      recovered: 6, idle: 1, inError: 5, gaveUp: 4, stuck: 3, stillTrying: 3)
    let made = try summary(of: run)
    let expected = [
      "recovered": 6, "idle": 1, "in_error": 5, "gave_up": 4, "stuck": 3, "still_trying": 3,
    ]
    for (path, count) in expected { #expect(made.value(at: path) == .count(count), "\(path)") }
    #expect(made.value(at: "clear_s") == .number(20))
    #expect(made.value(at: "end_s") == .number(120))
  }

  @Test func stations() throws {
    var statistics = StationStatistics(servers: 2)
    statistics.arrivals = 9
    statistics.served = 7
    statistics.abandoned = 2
    statistics.wait.record(.microseconds(500))
    statistics.wait.record(.microseconds(100))
    statistics.peak(4)
    // Half the run: one server busy, three requests waiting.
    statistics.advance(to: .seconds(60), waiting: 3, busy: 1, pressure: 0)
    var run = emptyRun()
    run.gateway.stations = [(.auth, statistics), (.api, StationStatistics(servers: nil))]
    run.gateway.usefulWork = .seconds(3)
    run.gateway.wastedWork = .seconds(1)
    run.gateway.shed = 6
    run.gateway.acceptOverflow = 2
    let made = try summary(of: run)
    #expect(made.value(at: "stations.auth.arrivals") == .count(9))
    #expect(made.value(at: "stations.auth.served") == .count(7))
    #expect(made.value(at: "stations.auth.abandoned") == .count(2))
    #expect(made.value(at: "stations.auth.wait.count") == .count(2))
    #expect(made.value(at: "stations.auth.wait.p50") == .number(0.0001))
    #expect(made.value(at: "stations.auth.wait.p99") == .number(0.0005))
    #expect(made.value(at: "stations.auth.utilisation") == .number(0.25))
    #expect(made.value(at: "stations.auth.queue_mean") == .number(1.5))
    #expect(made.value(at: "stations.auth.queue_peak") == .count(4))
    #expect(made.value(at: "stations.api.utilisation") == .undefined)
    #expect(made.value(at: "queue_peak") == .count(4))
    #expect(made.value(at: "wasted_work_share") == .number(0.25))
    #expect(made.value(at: "goodput_share") == .number(0.75))
    #expect(made.value(at: "shed") == .count(6))
    #expect(made.value(at: "accept_overflow") == .count(2))
  }

  @Test func stoat() throws {
    var run = emptyRun()
    run.sessions.states = [("connected", 7), ("connecting", 1.5), ("offline", 0.25)].map {
      StateTime(name: SystemWord(.stoat, $0), seconds: $1)
    }
    run.sessions.milestones = [("cacheInvalidated", 3), ("gaveUp", 1)].map {
      MilestoneCount(name: SystemWord(.stoat, $0), count: $1)
    }
    let made = try summary(of: run)
    #expect(made.value(at: "stoat.banner_seconds.connecting") == .number(1.5))
    #expect(made.value(at: "stoat.banner_seconds.device_offline") == .number(0.25))
    #expect(made.value(at: "stoat.banner_seconds.none") == nil)
    #expect(made.value(at: "stoat.cache_invalidations") == .count(3))
    #expect(made.value(at: "stoat.milestones.gaveUp") == .count(1))
    #expect(made.value(at: "stoat.milestones.ready") == .undefined)
  }

  @Test func namesAreThoseOfEveryRun() throws {
    let made = try summary(of: emptyRun())
    #expect(made.metrics.map(\.path) == MetricNames.all)
    #expect(Set(MetricNames.all).count == MetricNames.all.count)
    #expect(made.value(at: "recover") == nil)
    #expect(made.value(at: "") == nil)
    #expect(made.metric(at: "stations.auth.wait.p99")?.name == "stations.auth.wait")
    #expect(made.metric(at: "stations.auth.wait.p99")?.statistic == "p99")
    #expect(made.metric(at: "gave_up")?.name == "gave_up")
    #expect(made.metric(at: "gave_up")?.statistic == "value")
    #expect(made.metric(at: "attempt_failures.shed")?.statistic == "value")
  }
}
