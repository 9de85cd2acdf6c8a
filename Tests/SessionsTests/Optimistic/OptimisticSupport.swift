import Testing

@testable import Sessions

func optimistic(_ policy: String = "100ms") throws -> OptimisticConfiguration {
  OptimisticConfiguration(policy: try BackoffPolicy.parse(policy))
}

func text(_ action: Action<OptimisticClient>) -> String {
  text(action) { OptimisticState(rawValue: $0)?.name }
}

/// Actions as tables write them, in order.
func text(_ actions: [Action<OptimisticClient>]) -> String {
  actions.map(text).joined(separator: ", ")
}

/// One client in its slot, brought from state to state by the shortest way.
struct OptimisticBench {
  let configuration: OptimisticConfiguration
  var world = SlotWorld(OptimisticClient())

  init(_ policy: String = "100ms") throws { configuration = try optimistic(policy) }

  var state: OptimisticState { world.machine.state }

  @discardableResult
  mutating func take(_ event: OptimisticEvent) -> String {
    guard world.canHappen(event.event) else { return "impossible" }
    return text(world.deliver(event.event, under: configuration))
  }

  static func standing(in state: OptimisticState) throws -> OptimisticBench {
    var bench = try OptimisticBench(state == .gaveUp ? "stop" : "100ms")
    let path: [OptimisticEvent] =
      switch state {
      case .idle: []
      case .reading: [.start, .opened]
      case .writing: [.start, .opened, .version]
      case .waiting: [.start, .closed]
      case .done: [.start, .opened, .version, .written]
      case .gaveUp: [.start, .closed]
      }
    for event in path { bench.take(event) }
    try #require(bench.state == state)
    return bench
  }
}
