import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

/// Optimistic clients that all begin at 0, by default on a path of 10 ms each way.
struct ContentionWorld {
  var clients = 2
  var backoff = "0s"
  var latency = Latency.constant(.milliseconds(10))
  var setup = SetupRoundTrips(tcp: 0, tls: 0, upgrade: 0, calls: 1)
  var requestTimeout: Interval?
  var gateway = idealGateway
  var faults: [Fault] = []
  var seed: UInt64 = 1
  var duration = Interval.minutes(30)

  func fleet() throws -> FleetWorld {
    var configuration = OptimisticConfiguration(policy: try BackoffPolicy.parse(backoff))
    configuration.requestTimeout = requestTimeout ?? configuration.requestTimeout
    let network = NetworkDescription(profile: "own", latency: latency, setup: setup, loss: 0)
    var world = FleetWorld(.optimistic([configuration]), network: network)
    world.clients = clients
    world.seed = seed
    world.gateway = gateway
    world.faults = faults
    world.start = .within(.zero)
    world.duration = duration
    world.untilSettled = true
    return world
  }

  func run(_ queue: QueueChoice = .ladder) throws -> RunResult { try fleet().run(queue) }
}

/// A fault of an outage, in milliseconds.
func outage(
  fromMs from: Int64, toMs to: Int64, _ mode: OutageMode, drop: Bool = false
) -> Fault {
  Fault(
    at: .start + .milliseconds(from), duration: .milliseconds(to - from),
    kind: .outage(mode: mode, drop: drop, batch: 100, every: .seconds(1)), scope: .everyone)
}

extension RunResult {
  /// When the last client heard of its success, in milliseconds; nil where one has not.
  var completionMs: Double? {
    let isComplete = sessions.contention.successes == sessions.contention.clients
    return isComplete ? sessions.contention.lastSuccess.seconds * 1_000 : nil
  }
}
