import Findings
import Primitives
import Scenarios
import Sessions
import Simulator
import Words

/// The lives of clients as Mermaid sequence diagrams: what goes between a client and the gateway, and what
/// each does meanwhile.
struct TraceMermaid {
  let experiment: Experiment
  let result: RunResult

  func write(to take: (String) throws -> Void) rethrows {
    var gap = ""
    for client in experiment.plan.followed {
      guard let life = ClientLife(client, in: result.log.trace) else { continue }
      try take(gap + diagram(life))
      gap = "\n"
    }
  }

  private func diagram(_ life: ClientLife) -> String {
    let scenario = experiment.scenario
    let title = "client \(life.client) in \(scenario.name), seed \(scenario.seed)"
    var lines = [
      "sequenceDiagram", "  title \(plain(title))", "  participant C as client \(life.client)",
      "  participant G as gateway", "  Note over C: \(plain(spaced(life.state)))",
    ]
    var heartbeats: [TraceEntry] = []
    for entry in life.entries {
      if case .turn(let turn) = entry.event, turn.isKeepalive {
        heartbeats.append(entry)
        continue
      }
      lines += told(heartbeats) + steps(entry)
      heartbeats = []
    }
    return (lines + told(heartbeats)).joined(separator: "\n") + "\n"
  }

  private func told(_ heartbeats: [TraceEntry]) -> [String] {
    guard let first = heartbeats.first, let last = heartbeats.last else { return [] }
    return ["  Note over C,G: heartbeats, \(seconds(first.at)) to \(seconds(last.at))"]
  }

  private func steps(_ entry: TraceEntry) -> [String] {
    let time = " (\(seconds(entry.at)))"
    switch entry.event {
    case .begins: return []
    case .turn(let turn): return steps(of: turn, time)
    case .fact(_, let fact): return steps(of: fact, entry, time)
    case .packetLost(let direction, let copy):
      return ["  \(direction == .out ? "C-xG" : "G-xC"): \(copy.words)" + time]
    case .firstPacketLost(let number, let address, let loss, let next):
      let goal = address.map { " to address \($0)" } ?? ""
      let fate = loss.map { "lost to \($0.words)" } ?? "without an answer"
      let then = next.map { ", again in \(duration($0 - entry.at))" } ?? ", the system gives up"
      return ["  C-xG: first packet \(number)\(goal) \(fate)" + then + time]
    case .nameAsked(let number, let answer):
      let then = answer.map { "answered in \(duration($0 - entry.at))" } ?? "without an answer"
      return ["  Note over C: asks for the name, try \(number), \(then)" + time]
    case .addressTried(let number): return ["  C->>G: tries address \(number)" + time]
    case .addressFailed(let number, let reason):
      return ["  G-->>C: address \(number): \(reason.words)" + time]
    case .queued(let role, _, let attempt, let ahead):
      return [
        "  Note over G: \(whose(attempt, role)) waits at \(role.name) behind \(count(ahead))" + time
      ]
    case .droppedRequest(let role, _, let attempt, let cause, let waited):
      return [
        "  Note over G: \(role.name) drops \(whose(attempt, role)): \(cause.words(waited))" + time
      ]
    case .served(let role, _, let attempt, let arrived, let until):
      let waited = entry.at - arrived
      let after = waited > .zero ? ", after \(duration(waited)) in the queue" : ""
      return [
        "  Note over G: \(role.name) works \(duration(until - entry.at)) for \(whose(attempt, role))"
          + after + time
      ]
    }
  }

  /// A call may belong to no attempt.
  private func whose(_ attempt: UInt32, _ role: StationRole) -> String {
    role == .api ? "a call" : "attempt \(attempt)"
  }

  private func steps(of fact: TracedFact, _ entry: TraceEntry, _ time: String) -> [String] {
    switch fact {
    case .attemptBegan: ["  C->>G: attempt \(entry.attempt)" + time]
    case .dropped: ["  G-xC: drops the connection" + time]
    case .forgotten: ["  Note over C,G: a box on the way forgets the connection" + time]
    case .arrived: ["  Note over G: attempt \(entry.attempt) arrives" + time]
    case .admitted: ["  Note over G: lets attempt \(entry.attempt) in" + time]
    case .fault(let number):
      [
        "  Note over C,G: "
          + plain(experiment.scenario.words(ofFault: number, at: entry.at)) + time
      ]
    // The turns beside them say it.
    case .attemptSucceeded, .attemptFailed, .milestone: []
    }
  }

  private func steps(of turn: TracedTurn, _ time: String) -> [String] {
    var lines: [String] = []
    switch turn.cause {
    case .stimulus(let name): lines.append("  Note over C: \(plain(spaced(name)))" + time)
    case .opened: lines.append("  G-->>C: open" + time)
    case .received(let message): lines.append("  G->>C: \(plain(spaced(message)))" + time)
    case .closed(let reason):
      lines.append("  G-->>C: closed, \(reason.words)\(turn.answer.words)" + time)
    case .answered(let call, let outcome):
      lines.append("  G-->>C: \(plain(spaced(call))), \(outcome.words)\(turn.answer.words)" + time)
    case .fired(let timer):
      lines.append("  Note over C: timer \(plain(spaced(timer))) fires" + time)
    }
    var notes = turn.after == turn.before ? [] : [spaced(turn.after)]
    for action in turn.actions {
      switch action {
      case .send(let message): lines.append("  C->>G: \(plain(spaced(message)))" + time)
      case .call(let call): lines.append("  C->>G: calls \(plain(spaced(call)))" + time)
      case .close: lines.append("  C-xG: gives up" + time)
      case .arm(_, let after, false): notes.append("waits \(duration(after))")
      case .open, .forget, .arm, .disarm, .reached: break
      }
    }
    if !notes.isEmpty { lines.append("  Note over C: \(plain(notes.joined(separator: ", ")))") }
    return lines
  }

  /// A text in which nothing is read as more than text: `;` ends a statement and `#` begins a character
  /// code.
  private func plain(_ text: String) -> String {
    harmless(text).map { $0 == "#" ? "#35;" : $0 == ";" ? "#59;" : String($0) }.joined()
  }
}
