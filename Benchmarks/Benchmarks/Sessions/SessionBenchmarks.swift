import Benchmark
import Harness
import Sessions

/// One operation is one turn: an event delivered, the actions it leads to noted.
private func add<Machine: SessionStateMachine>(_ name: String, _ script: Script<Machine>) {
  Benchmark("turns-\(name)", configuration: .suite(operations: .mega)) { benchmark in
    var client = script.rehearsed()
    let loop = script.loop
    var place = 0
    benchmark.counted {
      for _ in benchmark.scaledIterations {
        client.deliver(loop[place])
        place = place + 1 == loop.count ? 0 : place + 1
      }
    }
    blackHole(client)
  }
}

let benchmarks: @Sendable () -> Void = {
  add("stoat", try! .stoat())
  add("chatSocket", .chatSocket())
  add("primer", .primer())
  add("appExtension", .appExtension())
}
