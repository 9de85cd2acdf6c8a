import Backoff
import Benchmark
import Faults
import GatewayModel
import NetworkModel
import Primitives
import Sessions
import Simulator
import VirtualTime

/// One reconnect storm: everyone is dropped, the gateway refuses for 60 s and then admits 500 a
/// second; 50 ms one way, real session machines, everything measured.
private func storm(clients: Int) -> (SimulationPlan, StoatConfiguration) {
  let station = StationDescription(servers: 100, time: .exponential(mean: .milliseconds(5)))
  let gateway = GatewayDescription(
    profile: "benchmark", nodes: 4, backlog: 4096, handshake: station, auth: station,
    ready: station, api: station,
    admission: .tokenBucket(perSecond: 500, burst: 500), abandonment: .work)
  let network = NetworkDescription(
    profile: "benchmark", latency: .lognormal(median: .milliseconds(50), sigma: 0.5),
    setup: .usual, loss: 0.001)
  let outage = Fault(
    at: .seconds(60), duration: .seconds(60),
    kind: .outage(mode: .refuse, drop: true, batch: 100, every: .seconds(1)), scope: .everyone)
  let plan = SimulationPlan(
    seed: 1, clients: clients,
    cohorts: [CohortPlan(name: "all", share: 1, network: network, system: .linux)],
    start: .connected, isAligned: false, gateway: gateway, faults: [outage],
    duration: .minutes(15), untilSettled: true, metastableWindow: .seconds(60))
  let policy = try! BackoffPolicy.parse("stoat-web")
  return (plan, StoatConfiguration(profile: .spec, policy: policy))
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput, .peakMemoryResident], timeUnits: .milliseconds,
    maxDuration: .seconds(10), maxIterations: 10)
  for clients in [1_000, 10_000] {
    Benchmark("storm-\(clients)") { benchmark in
      let (plan, configuration) = storm(clients: clients)
      for _ in benchmark.scaledIterations {
        blackHole(try simulateStoat(plan, configurations: [configuration]))
      }
    }
  }
}
