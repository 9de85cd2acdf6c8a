import Benchmark
import Harness
import VirtualTime

/// One operation is one step of the hold model, its random draws included.
private func add<Queue: EventQueue & ~Copyable>(
  _ name: String, _: Queue.Type, _ increments: Increments, pending: Int
) {
  // Filled in the iteration that warms up, and used on in the others.
  var held: Held<Queue>?
  Benchmark(
    "hold-\(increments.rawValue)-\(pending)-\(name)",
    configuration: .suite(operations: .mega),
    closure: { benchmark in
      let present = held ?? Held(HoldModel(pending: pending, increments))
      held = present
      benchmark.counted { present.model.step(times: benchmark.scaledIterations.count) }
    },
    teardown: { held = nil })
}

/// A model between iterations: a closure that outlives its call cannot give a queue away.
private final class Held<Queue: EventQueue & ~Copyable> {
  var model: HoldModel<Queue>

  init(_ model: consuming HoldModel<Queue>) { self.model = model }
}

let benchmarks: @Sendable () -> Void = {
  var sizes = [10_000, 100_000, 1_000_000]
  if Extent.current == .large { sizes.append(10_000_000) }
  for increments in Increments.allCases {
    for pending in sizes {
      add("ladder", LadderQueue.self, increments, pending: pending)
      add("heap", HeapQueue.self, increments, pending: pending)
    }
  }
}
