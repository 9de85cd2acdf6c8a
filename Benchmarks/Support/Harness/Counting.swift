import AllocationCounter
import Benchmark

/// Whether allocations are counted here. Traps where they should be and are not: a count that stands
/// still would look like a perfect one.
private let canCount: Bool = {
  guard malloc_counter_works() != 0 else { return false }
  let before = malloc_counter_value()
  let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
  blackHole(memory)
  memory.deallocate()
  precondition(malloc_counter_value() > before, "allocations are not counted in this program")
  return true
}()

extension BenchmarkMetric {
  /// Allocations in one iteration, whatever its number of operations.
  public static let mallocs = custom("mallocs", useScalingFactor: false)
  /// Events of one run.
  public static let events = custom("events", useScalingFactor: false)
  /// Wall time of a run divided by its events.
  public static let eventTime = custom("ns per event", useScalingFactor: false)
}

extension Benchmark.Configuration {
  /// Times, allocations and what else is named.
  ///
  /// One iteration warms up first, so that what is made once is never counted.
  /// - Parameters:
  ///   - operations: operations of one iteration.
  ///   - iterations: at most that many, in at most `seconds`.
  public static func suite(
    operations: BenchmarkScalingFactor, iterations: Int = 20, seconds: Int = 2,
    and metrics: [BenchmarkMetric] = []
  ) -> Benchmark.Configuration {
    let isShort = Extent.current.isShort
    return .init(
      metrics: [.wallClock, .cpuTotal, .throughput, .mallocs] + metrics,
      warmupIterations: 1, scalingFactor: operations,
      // Two iterations show whether a figure is the same twice, however slow the machine.
      maxDuration: .seconds(isShort ? 600 : seconds), maxIterations: isShort ? 2 : iterations)
  }
}

extension Benchmark {
  /// Measures `body` and counts its allocations, where they can be counted.
  public func counted<Result>(_ body: () throws -> Result) rethrows -> Result {
    startMeasurement()
    let before = malloc_counter_value()
    let result = try body()
    let mallocs = malloc_counter_value() - before
    stopMeasurement()
    if canCount { report(.mallocs, Int(mallocs)) }
    return result
  }

  /// Reports a figure that is the same in every run, and so has a threshold.
  public func report(_ metric: BenchmarkMetric, _ value: Int) {
    measurement(metric, value)
    if currentIteration >= configuration.warmupIterations {
      Figures.note(benchmark: name, metric: metric.description, value: value)
    }
  }
}
