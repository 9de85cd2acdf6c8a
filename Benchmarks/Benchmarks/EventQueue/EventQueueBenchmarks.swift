import Benchmark
import Primitives
import VirtualTime

/// The hold model: take the next event, put one in an exponential time (mean 1 s) later, for a
/// random owner. One scaled operation is one such step.
private func hold<Queue: EventQueue>(_ queue: inout Queue, steps: Int, from first: UInt32) {
  let random = RandomSource(seed: 1)
  let sampler = Sampler(.exponential(mean: .seconds(1)))
  for step in 0..<UInt32(steps) {
    guard let event = queue.popNext() else { return }
    let bits = random.bits(owner: first &+ step, .backoff, attempt: 1, index: 0)
    let key = mixed(bits) >> 2
    queue.insert(PendingEvent(at: event.instant + sampler.sample(bits), key: key))
  }
}

private func filled<Queue: EventQueue>(_ pending: Int, _: Queue.Type) -> Queue {
  var queue = Queue()
  let random = RandomSource(seed: 2)
  let sampler = Sampler(.exponential(mean: .seconds(1)))
  for owner in 0..<UInt32(pending) {
    let bits = random.bits(owner: owner, .start, attempt: 0, index: 0)
    queue.insert(PendingEvent(at: .start + sampler.sample(bits), key: mixed(bits) >> 2))
  }
  return queue
}

private func add<Queue: EventQueue>(_ name: String, _ type: Queue.Type, pending: Int) {
  Benchmark("hold-\(name)-\(pending)") { benchmark in
    var queue = filled(pending, type)
    var first: UInt32 = 0
    benchmark.startMeasurement()
    for _ in benchmark.scaledIterations {
      hold(&queue, steps: 1_000, from: first)
      first &+= 1_000
    }
    benchmark.stopMeasurement()
  }
}

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .throughput], timeUnits: .microseconds, scalingFactor: .kilo,
    maxDuration: .seconds(3), maxIterations: 3)
  for pending in [10_000, 100_000, 1_000_000] {
    add("wheel", TimingWheel.self, pending: pending)
    add("heap", HeapQueue.self, pending: pending)
  }
}
