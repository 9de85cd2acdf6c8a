import Backoff
import Benchmark
import Harness
import Primitives
import VirtualTime

/// One operation is one draw: 64 random bits, and the interval made of them.
private func add(_ name: String, _ distribution: Distribution) {
  let sampler = Sampler(distribution)
  let random = RandomSource(seed: 1)
  Benchmark("draw-\(name)", configuration: .suite(operations: .mega)) { benchmark in
    var sum = Interval.zero
    benchmark.counted {
      for owner in benchmark.scaledIterations {
        let bits = random.bits(owner: UInt32(owner), .pathOut, attempt: 1, index: 0)
        sum.nanoseconds &+= sampler.sample(bits).nanoseconds
      }
    }
    blackHole(sum)
  }
}

/// One operation is one failure of a client: counted, and the formula asked for the next delay.
/// Every eighth is the first of another client.
private func add(formula name: String) throws {
  let policy = try BackoffPolicy.parse(name).resolved(
    reset: .ready, clock: .failure, connectTimeout: .seconds(10))
  let source = RandomSource(seed: 1)
  Benchmark("delay-\(name)", configuration: .suite(operations: .mega)) { benchmark in
    var sum = Interval.zero
    var state = BackoffState()
    benchmark.counted {
      for step in benchmark.scaledIterations {
        let now = Instant(nanoseconds: Int64(step) * 1_000_000)
        let owner = UInt32(step >> 3)
        if step & 7 == 0 {
          state = BackoffState()
          state.dropped(at: now)
        }
        var random = source.stream(owner: owner, .backoff, attempt: UInt32(step & 7))
        state.countFailure(at: now, under: policy)
        let decision = state.nextDelay(
          at: now, after: .none, random: &random,
          perClient: source.stream(owner: owner, .backoff, attempt: 0), under: policy)
        if case .retry(let delay) = decision { sum.nanoseconds &+= delay.nanoseconds }
      }
    }
    blackHole(sum)
  }
}

let benchmarks: @Sendable () -> Void = {
  add("constant", .constant(.milliseconds(5)))
  add("uniform", .uniform(low: .zero, high: .milliseconds(10)))
  add("exponential", .exponential(mean: .milliseconds(5)))
  add("lognormal", .lognormal(median: .milliseconds(50), sigma: 0.5))
  add("folded-normal", .foldedNormal(mean: .milliseconds(5), deviation: .milliseconds(1)))
  // A power, a draw before it, the previous delay, a table, a native formula; none of them stops.
  for name in ["stoat-web", "aws-full", "aws-decorr", "phoenix", "grpc-spec", "socketio"] {
    try! add(formula: name)
  }
}
