import Benchmark
import Harness
import VirtualTime

/// One operation is one step of the hold model, its random draws included.
private func add<Queue: EventQueue & ~Copyable>(
  _ name: String, _: Queue.Type, _ increments: Increments, pending: Int
) {
  // Filled in the iteration that warms up, and used on in the others.
  var model: HoldModel<Queue>?
  Benchmark(
    "hold-\(increments.rawValue)-\(pending)-\(name)",
    configuration: .suite(operations: .mega),
    closure: { benchmark in
      var present = model.take() ?? HoldModel(pending: pending, increments)
      benchmark.counted {
        for _ in benchmark.scaledIterations { present.step() }
      }
      model = present
    },
    teardown: { model = nil })
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
