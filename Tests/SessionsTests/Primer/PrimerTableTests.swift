import Testing

@testable import Sessions

/// One line of the table: a class of cells and what it leads to.
private struct Row {
  var states: Set<String>
  var event: String
  var guards: Set<String>
  var outcome: Set<String>
  var text: String

  init(_ line: String) throws {
    let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map {
      $0.split(separator: " ").map(String.init)
    }
    try #require(sides.count == 2 && sides[0].count >= 2, "\(line)")
    states = Set(sides[0][0].split(separator: ",").map(String.init))
    event = sides[0][1]
    guards = Set(sides[0].dropFirst(2))
    outcome = Set(sides[1])
    text = line
  }

  func covers(_ state: PrimerState, _ words: Set<String>) -> Bool {
    (states.contains("*") || states.contains(state.name)) && guards.isSubset(of: words)
  }
}

@Suite("The table of the priming session")
struct PrimerTableTests {
  private static let words: Set<String> = [
    "same", "other", "refreshing", "settled", "quiet", "listened", "hearing", "deaf", "alone",
    "company", "none", "connecting", "open", "lost", "up", "down", "missed", "complete", "free",
    "lockLatest", "lockFallback", "held", "known", "unknown",
  ]

  private func rows() throws -> [Row] {
    let rows = try fixture("primer-cells").map { try Row($0) }
    let events = Set(PrimerEvent.allCases.map(\.name))
    let states = Set(PrimerState.allCases.map(\.name) + ["*"])
    for row in rows {
      try #require(events.contains(row.event), "\(row.text)")
      try #require(row.states.isSubset(of: states), "\(row.text)")
      try #require(row.guards.isSubset(of: Self.words), "\(row.text)")
    }
    return rows
  }

  /// What holds of a lifecycle before an event about `operand`, in the words of the fixture.
  private func situation(_ lifecycle: PrimerLifecycle, _ operand: UInt16) -> Set<String> {
    let entity = Int(operand)
    let hears = lifecycle.listeners.contains(entity)
    let others = lifecycle.listeners.count - (hears ? 1 : 0)
    let isUp = lifecycle.socket == .connecting || lifecycle.socket == .open
    let isSameUser = lifecycle.state != .created && lifecycle.user == operand
    var words: Set<String> = [
      isSameUser ? "same" : "other", lifecycle.isRefreshing ? "refreshing" : "settled",
      lifecycle.listeners.isEmpty ? "quiet" : "listened", hears ? "hearing" : "deaf",
      others == 0 ? "alone" : "company", "\(lifecycle.socket)", isUp ? "up" : "down",
      lifecycle.hasLostChanges ? "missed" : "complete",
      lifecycle.latest.contains(entity) ? "known" : "unknown",
    ]
    if lifecycle.locked.contains(entity) {
      words.insert("held")
      words.insert(lifecycle.lockedFallback.contains(entity) ? "lockFallback" : "lockLatest")
    } else {
      words.insert("free")
    }
    return words
  }

  private func outcome(
    of step: PrimerLifecycle.Step, from before: PrimerLifecycle, to after: PrimerLifecycle
  ) -> Set<String> {
    var words = Set(step.effects.names)
    if let state = step.entered { words.insert(">\(state.name)") }
    if step.isResolved { words.insert("resolved") }
    if let layer = step.layer { words.insert("layer:\(layer.name)") }
    if let layer = step.lockedFrom { words.insert("holds:\(layer.name)") }
    if after.socket != before.socket { words.insert("socket:\(after.socket)") }
    if after.isRefreshing != before.isRefreshing {
      words.insert("refresh:\(after.isRefreshing ? "on" : "off")")
    }
    return words
  }

  private func expectTable(_ rows: [Row], under configuration: PrimerConfiguration) {
    var unseen = Set(rows.map(\.text))
    var cells: Set<String> = []
    for before in reachablePrimers(under: configuration) {
      for event in PrimerEvent.allCases {
        for operand in [UInt16(0), 1] {
          var after = before
          let step = after.handle(event, operand: operand, under: configuration)
          let words = situation(before, operand)
          let matches = rows.filter { $0.event == event.name && $0.covers(before.state, words) }
          let cell = "\(before.state.name) \(event.name) \(words.sorted().joined(separator: " "))"
          cells.insert(cell)
          expectSame(step, matches, cell, outcome(of: step, from: before, to: after))
          if matches.isEmpty, before != after { Issue.record("changed by \(cell)") }
          for match in matches { unseen.remove(match.text) }
        }
      }
    }
    #expect(unseen.isEmpty)
    #expect(cells.count > 1_000)
  }

  private func expectSame(
    _ step: PrimerLifecycle.Step, _ matches: [Row], _ cell: String, _ outcome: Set<String>
  ) {
    if matches.count > 1 { Issue.record("two lines for \(cell)") }
    if step.isAccepted != !matches.isEmpty { Issue.record("accepted \(step.isAccepted): \(cell)") }
    let expected = matches.first?.outcome ?? []
    if outcome != expected {
      Issue.record("\(cell): \(outcome.sorted()), not \(expected.sorted())")
    }
  }

  @Test("is complete: five states, eleven events, every guard")
  func everyCell() throws {
    expectTable(try rows(), under: PrimerConfiguration())
  }

  @Test("unlocked locks nothing, and is the same otherwise")
  func unlocked() throws {
    var rows = try rows().filter {
      $0.guards.isDisjoint(with: ["held", "lockLatest", "lockFallback"])
    }
    for index in rows.indices where rows[index].event == "READ" {
      rows[index].outcome.remove("lock")
      rows[index].outcome = rows[index].outcome.filter { !$0.hasPrefix("holds:") }
    }
    expectTable(rows, under: PrimerConfiguration(profile: .unlocked))
  }

  @Test("the edges are the published ones", arguments: PrimerProfile.allCases)
  func edges(profile: PrimerProfile) throws {
    let published = Set(
      try fixture("primer-edges").map { line in
        let words = line.split(separator: " ").map(String.init)
        try #require(words.count == 3, "\(line)")
        return LifecycleEdge(from: words[0], event: words[1], to: words[2])
      })
    #expect(published.count == 10)
    #expect(PrimerLifecycle.edges(under: PrimerConfiguration(profile: profile)) == published)
  }

  @Test("what leaves the state alone stands in the diagram's comments")
  func diagram() {
    let text = PrimerLifecycle.mermaid(under: PrimerConfiguration())
    let begin = """
      stateDiagram-v2
        [*] --> CREATED
        CREATED --> INITIALIZING: START
        ELAPSED --> ERRORED: REQUEST_FAILED
      """
    #expect(text.hasPrefix(begin))
    let socket = "SOCKET_CLOSED, SOCKET_CONNECTED"
    let end = """
        %% also taken, the state stays:
        %% CREATED: ADD_LISTENER, READ, REMOVE_LISTENER
        %% INITIALIZING: ADD_LISTENER, READ, REMOVE_LISTENER
        %% PRIMED: ADD_LISTENER, CHANGE, READ, REMOVE_LISTENER, REQUEST_FAILED, RESPONSE, \(socket)
        %% ELAPSED: ADD_LISTENER, CHANGE, READ, REMOVE_LISTENER, \(socket)
        %% ERRORED: ADD_LISTENER, CHANGE, READ, REMOVE_LISTENER, REQUEST_FAILED, RESPONSE, \(socket)

      """
    #expect(text.hasSuffix(end))
    #expect(text.split(separator: "\n").count == 2 + 10 + 6)
  }
}
