import Faults
import Measurements
import Primitives
import Sessions

@testable import Campaigns
@testable import GatewayModel
@testable import Simulator

/// A run in which nothing happened, to be filled by hand: ten clients, clear at 20 s, end at 120 s.
func emptyRun(clients: Int = 10, clear: Instant? = .seconds(20)) -> RunResult {
  let tenths = TimeSeries(width: .milliseconds(100))
  return RunResult(
    clients: clients, end: .seconds(120), clear: clear, isTruncated: false, events: 0,
    digest: Digest(), attempts: 0, attemptsBeforeClear: 0, arrivals: 0, failures: [],
    arrivalsBeforeClear: tenths, arrivalsAfterClear: tenths, perSecond: PerSecondSeries(),
    spread: (0..<13).map { _ in
      SpreadResult(times: DurationRecorder(digits: .two), effectiveSeconds: nil, mostAtOnce: 0)
    },
    detect: DurationRecorder(), outcomes: Outcomes(), affected: 0, recoveries: [], downtimes: [],
    downtimeCensored: 0, usefulWork: .zero, wastedWork: .zero, shed: 0, acceptOverflow: 0,
    stations: StationRole.allCases.map { ($0, StationStatistics(servers: 2)) }, milestones: [],
    states: [])
}

/// An ideal world (no latency, nothing limited) unless `text` says otherwise.
func experiment(_ text: String = "", set overrides: [String] = []) throws -> Experiment {
  let ideal = "network: ideal\ngateway: ideal\n"
  return try Experiment(decoded(text.isEmpty ? ideal : text, set: overrides))
}

func summary(
  of run: RunResult, _ text: String = "", set overrides: [String] = []
) throws -> Summary {
  Summary(try experiment(text, set: overrides), run)
}

/// A series of 100 ms bins from (bin, count) pairs.
func tenths(_ counts: [Int: UInt32]) -> TimeSeries {
  var series = TimeSeries(width: .milliseconds(100))
  for (bin, count) in counts { series.set(count, bin: bin) }
  return series
}

/// A series of 1 s bins.
func seconds(_ counts: [UInt32]) -> TimeSeries {
  var series = TimeSeries(width: .seconds(1))
  for (bin, count) in counts.enumerated() { series.set(count, bin: bin) }
  return series
}
