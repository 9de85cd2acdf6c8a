import Benchmark
import Harness
import Measurements
import Primitives
import VirtualTime

/// Durations as they come up in a run: lognormal, 50 ms in the median.
private let durations: [Interval] = {
  let sampler = Sampler(.lognormal(median: .milliseconds(50), sigma: 0.5))
  return (0..<4096).map { sampler.sample(mixed($0)) }
}()

/// Moments 1 ms apart.
private func moment(_ number: Int) -> Instant {
  Instant(nanoseconds: Int64(number) * 1_000_000)
}

private func filledRecorder() -> DurationRecorder {
  var recorder = DurationRecorder()
  for duration in durations { recorder.record(duration) }
  return recorder
}

let benchmarks: @Sendable () -> Void = {
  // One operation is one duration recorded.
  Benchmark("duration-record", configuration: .suite(operations: .mega)) { benchmark in
    var recorder = DurationRecorder()
    let durations = durations
    benchmark.counted {
      for number in benchmark.scaledIterations { recorder.record(durations[number & 4095]) }
    }
    blackHole(recorder)
  }
  // One operation is one set of percentiles, mean and maximum.
  Benchmark("duration-summary", configuration: .suite(operations: .kilo)) { benchmark in
    let recorder = filledRecorder()
    benchmark.counted {
      for _ in benchmark.scaledIterations { blackHole(recorder.summary) }
    }
  }
  // One operation is one recorder added to another.
  Benchmark("duration-add", configuration: .suite(operations: .kilo)) { benchmark in
    var sum = filledRecorder()
    let other = sum
    benchmark.counted {
      for _ in benchmark.scaledIterations { sum.add(other) }
    }
    blackHole(sum)
  }
  // One operation is one count in a series of seconds, a thousand to the second.
  Benchmark("series-add", configuration: .suite(operations: .mega)) { benchmark in
    var series = TimeSeries(width: .seconds(1))
    benchmark.counted {
      for number in benchmark.scaledIterations { series.add(at: moment(number)) }
    }
    blackHole(series)
  }
  // One operation is one fact taken into the digest.
  Benchmark("digest-add", configuration: .suite(operations: .mega)) { benchmark in
    var digest = Digest()
    benchmark.counted {
      for number in benchmark.scaledIterations {
        digest.add(3, client: UInt32(number), at: moment(number))
      }
    }
    blackHole(digest.text)
  }
}
