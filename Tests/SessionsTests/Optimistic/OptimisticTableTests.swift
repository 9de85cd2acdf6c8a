import Testing

@testable import Sessions

/// State, event, the actions it leads to in order, and the state after it. What is not here is ignored
/// where it can happen at all. A formula of 100 ms, 10 s for a request.
private let table = """
  IDLE START | READING, open, arm limit 10 | READING
  READING OPENED | | READING
  READING ACCEPTED | | READING
  READING VERSION | WRITING, call write, arm limit 10 | WRITING
  READING CLOSED | WAITING, arm retry 0.1 | WAITING
  READING LIMIT_FIRE | close, noAnswer, WAITING, arm retry 0.1 | WAITING
  WRITING WRITTEN | close, DONE | DONE
  WRITING CONFLICT | close, conflict, WAITING, arm retry 0.1 | WAITING
  WRITING CALL_FAILED | close, WAITING, arm retry 0.1 | WAITING
  WRITING CLOSED | forget write, WAITING, arm retry 0.1 | WAITING
  WRITING LIMIT_FIRE | forget write, close, noAnswer, WAITING, arm retry 0.1 | WAITING
  WAITING RETRY_FIRE | READING, open, arm limit 10 | READING
  """

@Suite("Optimistic client: the transition table")
struct OptimisticTableTests {
  private struct Cell: Equatable {
    var actions: String
    var after: String
  }

  private var golden: [String: Cell] {
    var cells: [String: Cell] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map { part in
        part.split(separator: " ").joined(separator: " ")
      }
      cells[parts[0]] = Cell(actions: parts[1], after: parts[2])
    }
    return cells
  }

  @Test("is complete: six states, ten events", arguments: OptimisticState.allCases)
  func cells(state: OptimisticState) throws {
    #expect(golden.count == 12)
    for event in OptimisticEvent.allCases {
      var bench = try OptimisticBench.standing(in: state)
      // OPENED comes before the connection is open.
      if state == .reading, event == .opened {
        bench = try OptimisticBench()
        bench.take(.start)
      }
      let before = bytes(of: bench.world.machine)
      let found = Cell(actions: bench.take(event), after: bench.state.name)
      if let expected = golden["\(state.name) \(event.name)"] {
        #expect(found == expected, "\(state.name) \(event.name)")
      } else {
        let ignored = ["unhandled", "impossible"].contains(found.actions)
        #expect(ignored && bytes(of: bench.world.machine) == before, "\(state.name) \(event.name)")
      }
      #expect(bench.world.violations.isEmpty)
    }
  }

  @Test(
    "where the formula stops, every failure is the end",
    arguments: [
      OptimisticEvent.closed, .limitFire, .conflict, .callFailed,
    ])
  func stop(event: OptimisticEvent) throws {
    var bench = try OptimisticBench("stop")
    for step in [OptimisticEvent.start, .opened, .version] { bench.take(step) }
    let actions = bench.take(event)
    #expect(actions.hasSuffix("GAVE_UP"))
    #expect(bench.world.machine.standing == .gaveUp)
    #expect(OptimisticTimer.allCases.allSatisfy { !bench.world.slot.isArmed($0) })
    for later in OptimisticEvent.allCases {
      let actions = bench.take(later)
      #expect(["unhandled", "impossible"].contains(actions))
    }
  }

  @Test("what a client stands for in each state")
  func standings() throws {
    let standings = try OptimisticState.allCases.map {
      try OptimisticBench.standing(in: $0).world.machine.standing
    }
    #expect(standings == [.idle, .waiting, .waiting, .waiting, .content, .gaveUp])
  }

  @Test("the diagram holds exactly the table's ways from state to state, and those into GAVE_UP")
  func diagram() throws {
    var expected: Set<LifecycleEdge> = []
    for (key, cell) in golden {
      let words = key.split(separator: " ").map(String.init)
      if words[0] == cell.after { continue }
      expected.insert(LifecycleEdge(from: words[0], event: words[1], to: cell.after))
      if cell.after == "WAITING" {
        let event = words[1] + " [formula stops]"
        expected.insert(LifecycleEdge(from: words[0], event: event, to: "GAVE_UP"))
      }
    }
    let configuration = try optimistic(OptimisticProfile.spec.defaultBackoff)
    #expect(OptimisticClient.edges(under: configuration) == expected)
    let lines = expected.sorted().map { "  \($0.from) --> \($0.to): \($0.event)\n" }
    #expect(
      OptimisticClient.mermaid(under: configuration)
        == "stateDiagram-v2\n  [*] --> IDLE\n" + lines.joined())
  }
}
