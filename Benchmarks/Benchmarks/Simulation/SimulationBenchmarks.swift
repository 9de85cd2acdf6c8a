import Benchmark
import Harness
import Simulator

/// One operation is one whole run, from the plan to its result.
private func add(_ name: String, _ world: World) {
  let configuration = Benchmark.Configuration.suite(
    operations: .one, iterations: 10, seconds: 5, and: [.events, .eventTime, .peakMemoryResident])
  Benchmark("\(name)-\(world.plan.clients)", configuration: configuration) { benchmark in
    let clock = ContinuousClock()
    let begin = clock.now
    let run = try benchmark.counted {
      try simulateStoat(world.plan, configurations: [world.configuration])
    }
    let taken = begin.duration(to: clock.now)
    benchmark.report(.events, run.course.events)
    benchmark.measurement(.eventTime, Int(taken / .nanoseconds(max(run.course.events, 1))))
  }
}

let benchmarks: @Sendable () -> Void = {
  let isShort = Extent.current.isShort
  do {
    for clients in [10_000, 100_000] + (isShort ? [] : [1_000_000]) {
      add("reference-storm", try .referenceStorm(clients: clients))
      add("gateway-restart", try .gatewayRestart(clients: clients))
    }
    for clients in [10_000] + (isShort ? [] : [100_000]) {
      add("quiet-hour", try .quietHour(clients: clients, skips: true))
      add("quiet-hour-unskipped", try .quietHour(clients: clients, skips: false))
    }
  } catch {
    fatalError("\(error)")
  }
}
