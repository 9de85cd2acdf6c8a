import Benchmark
import GatewayModel
import Harness
import Primitives

/// A gateway whose every station has 100 servers of 5 ms in the mean.
private func gateway(_ abandonment: Abandonment = .work) -> Gateway {
  let station = StationDescription(servers: 100, time: .exponential(mean: .milliseconds(5)))
  let description = GatewayDescription(
    profile: "benchmark", nodes: 4, backlog: 4096, handshake: station, auth: station,
    ready: station, api: station,
    admission: .tokenBucket(perSecond: 500, burst: 500, scope: .gateway), abandonment: abandonment)
  return Gateway(description, random: RandomSource(seed: 1))
}

private let auth = StationID(.auth)

/// Adds a benchmark that steps a gateway, with the number of the step and its time.
private func add(
  _ name: String, _ abandonment: Abandonment = .work, backlog: Int,
  step: @escaping (Gateway, UInt32, Instant) -> Void
) {
  Benchmark(name, configuration: .suite(operations: .mega)) { benchmark in
    let gateway = gateway(abandonment)
    for client in 0..<UInt32(backlog) {
      let request = Request(client: .max - client, tag: 1, arrived: .start)
      blackHole(gateway.offered(request, to: auth, at: .start))
    }
    benchmark.counted {
      for number in benchmark.scaledIterations {
        step(gateway, UInt32(number), Instant(nanoseconds: Int64(number) * 1_000_000))
      }
    }
    blackHole(gateway)
  }
}

let benchmarks: @Sendable () -> Void = {
  // One request that begins at once, and its end.
  add("station-idle", backlog: 0) { gateway, number, now in
    let request = Request(client: number, tag: 1, arrived: now)
    blackHole(gateway.offered(request, to: auth, at: now))
    blackHole(gateway.finished(at: auth, now: now + .microseconds(500)))
  }
  // One request that waits behind a thousand, and the end of one that begins another.
  add("station-full", backlog: 1_100) { gateway, number, now in
    let request = Request(client: number, tag: 1, arrived: now)
    blackHole(gateway.offered(request, to: auth, at: now))
    blackHole(gateway.finished(at: auth, now: now))
  }
  // The same, and one more that waits until its client's notice takes it back.
  add("station-notice", .notice, backlog: 1_100) { gateway, number, now in
    let request = Request(client: number, tag: 1, arrived: now)
    blackHole(gateway.offered(request, to: auth, at: now))
    let other = Request(client: number, tag: 2, arrived: now)
    blackHole(gateway.offered(other, to: auth, at: now))
    gateway.noticed(client: number, attempt: 2, node: 0, at: now)
    blackHole(gateway.finished(at: auth, now: now))
  }
  // One first packet at the listener, twice as many as are let in.
  add("arrival", backlog: 0) { gateway, number, now in
    blackHole(gateway.arrival(of: number, attempt: 1, at: now))
  }
}
