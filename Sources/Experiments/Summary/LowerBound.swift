import Measurements
import NetworkModel
import Simulator

/// The least time in seconds in which 99 % of `affected` clients can be back: what one connection
/// costs at the median, plus what the narrowest stage of the gateway needs for all of them.
///
/// Rounded to the nanosecond. 0 where nothing takes any time.
func leastRecoverySeconds(_ plan: SimulationPlan, affected: Int) -> Double {
  let gateway = plan.gateway
  let travel = plan.cohorts.reduce(0.0) { $0 + $1.share * $1.network.medianSetUpSeconds }
  let service = [gateway.handshake, gateway.auth, gateway.ready, gateway.api]
    .reduce(0.0) { $0 + $1.time.meanSeconds }
  let needed = affected == 0 ? 0 : Double(nearestRank(0.99, of: affected))
  let drain =
    gateway.limitingStages
    .map { max(0, needed - $0.burst) / $0.perSecond }.max() ?? 0
  return ((travel + service + drain) * 1e9).rounded() / 1e9
}

extension NetworkDescription {
  /// Seconds that the round trips of one connection and its calls take at the median latency.
  fileprivate var medianSetUpSeconds: Double {
    Double(setup.connection + setup.calls) * 2 * latency.distribution.medianSeconds
  }
}
