import Faults
import Findings
import GatewayModel
import Measurements
import Primitives
import Sessions
import Simulator
import Studies
import Text

/// A run in which nothing happened, to be filled by hand: ten clients, clear at 20 s, end at 120 s.
package func emptyRun(clients: Int = 10, clear: Instant? = .seconds(20)) -> RunResult {
  var load = RunLoad()
  load.spread = (0..<13).map { _ in
    SpreadResult(times: DurationRecorder(digits: .two), effectiveSeconds: nil, mostAtOnce: 0)
  }
  return RunResult(
    course: RunCourse(clients: clients, end: .seconds(120), clear: clear), load: load,
    recovery: RunRecovery(),
    gateway: GatewayFigures(
      stations: StationRole.allCases.map { ($0, StationStatistics(servers: 2)) }))
}

/// An ideal world (no latency, nothing limited) unless `text` says otherwise.
package func experiment(_ text: String = "", set overrides: [String] = []) throws -> Experiment {
  let ideal = "network: ideal\ngateway: ideal\n"
  return try Experiment(decoded(text.isEmpty ? ideal : text, set: overrides))
}

package func summary(
  of run: RunResult, _ text: String = "", set overrides: [String] = []
) throws -> Summary {
  Summary(try experiment(text, set: overrides), run)
}

/// A series of 100 ms bins from (bin, count) pairs.
package func tenths(_ counts: [Int: UInt32]) -> TimeSeries {
  var series = TimeSeries(width: .milliseconds(100))
  for (bin, count) in counts { series.set(count, bin: bin) }
  return series
}

/// A series of 1 s bins.
package func seconds(_ counts: [UInt32]) -> TimeSeries {
  var series = TimeSeries(width: .seconds(1))
  for (bin, count) in counts.enumerated() { series.set(count, bin: bin) }
  return series
}

/// Returns true of a metric that every run reports, whatever its scenario asks for.
package func isAlwaysReported(_ metric: String) -> Bool {
  !["attempt_failures.dns", "attempt_failures.dropped", "idle_kills"].contains(metric)
    && !metric.hasPrefix("stations.egress.") && !metric.contains(".dropped.")
}
