import Primitives
import Scenarios
import Sessions
import Simulator
import Systems
import Words

/// One line of a client's life.
struct LifeLine: Hashable {
  let at: Instant
  /// The event, in words.
  var what: String
  /// The state after it, where that is another one than before.
  var state: String?
  /// The actions of the session in response to it.
  var does: [String] = []
}

/// Turns the entries of a trace into lines: entries that belong together stand on one.
struct LifeLines {
  private let scenario: Scenario
  private let entries: [TraceEntry]
  private var place = 0
  private var lines: [LifeLine] = []
  /// Numbers of attempts that have failed.
  private var failed: Set<UInt32> = []

  /// Fewer heartbeats, or repetitions of anything else, are told one by one.
  private static let fewHeartbeats = 4
  private static let fewRepetitions = 3

  static func lines(of life: ClientLife, in scenario: Scenario) -> [LifeLine] {
    var reader = LifeLines(scenario, life.entries)
    while reader.place < reader.entries.count { reader.readOne() }
    return [LifeLine(at: .start, what: "the run begins", state: spaced(life.state))]
      + withoutRepetition(reader.lines)
  }

  private init(_ scenario: Scenario, _ entries: [TraceEntry]) {
    self.scenario = scenario
    self.entries = entries
  }

  /// The same thing several times in a row, told once.
  private static func withoutRepetition(_ lines: [LifeLine]) -> [LifeLine] {
    var told: [LifeLine] = []
    var rest = lines[...]
    while let line = rest.first {
      let same = rest.prefix { $0.what == line.what && $0.does == line.does && $0.state == nil }
      if same.count >= fewRepetitions, let last = same.last {
        var once = line
        once.what += ", \(count(same.count)) times until \(seconds(last.at))"
        told.append(once)
      } else {
        told += rest.prefix(max(1, same.count))
      }
      rest = rest.dropFirst(max(1, same.count))
    }
    return told
  }

  private mutating func readOne() {
    if readHeartbeats() || readFailure() { return }
    let entry = entries[place]
    place += 1
    switch entry.event {
    case .turn(let turn): add(turn, entry)
    case .begins: break
    case .fact(_, let fact):
      if case .attemptFailed = fact { failed.insert(entry.attempt) }
      add(entry, entry.factWords(in: scenario) ?? "")
    case .firstPacketLost, .packetLost, .nameAsked, .addressTried, .addressFailed, .queued,
      .droppedRequest, .served:
      add(entry, gatewayWords(entry))
    }
  }

  private mutating func add(_ entry: TraceEntry, _ what: String) {
    lines.append(LifeLine(at: entry.at, what: what))
  }

  // MARK: Lines of more than one entry

  /// Several heartbeats in a row, of which nothing came.
  private mutating func readHeartbeats() -> Bool {
    guard entries[place].isProbe else { return false }
    var end = place
    while end < entries.count, entries[end].isKeepalive { end += 1 }
    // A probe that nothing has answered yet is told by itself.
    if entries[end - 1].isProbe { end -= 1 }
    guard end - place >= Self.fewHeartbeats else { return false }
    let last = seconds(entries[end - 1].at)
    lines.append(LifeLine(at: entries[place].at, what: "heartbeats until \(last)"))
    place = end
    return true
  }

  /// An attempt that fails, and the turn in which the session learns of it.
  private mutating func readFailure() -> Bool {
    guard place + 1 < entries.count,
      case .fact(_, .attemptFailed(let reason)) = entries[place].event,
      case .turn(let turn) = entries[place + 1].event, case .closed = turn.cause,
      entries[place].at == entries[place + 1].at
    else { return false }
    let entry = entries[place + 1]
    failed.insert(entry.attempt)
    place += 2
    add(turn, entry, what: "attempt \(entry.attempt) fails: \(reason.words)")
    return true
  }

  /// A turn, with the facts that its actions bring about.
  private mutating func add(_ turn: TracedTurn, _ entry: TraceEntry, what: String? = nil) {
    var line = LifeLine(at: entry.at, what: (what ?? turn.cause.words) + turn.answer.words)
    if turn.after != turn.before { line.state = spaced(turn.after) }
    var facts: [(fact: TracedFact, attempt: UInt32)] = []
    while place < entries.count, entries[place].at == entry.at,
      case .fact(_, let fact) = entries[place].event, fact.isOfSession
    {
      facts.append((fact, entries[place].attempt))
      if case .attemptFailed = fact { failed.insert(entries[place].attempt) }
      place += 1
    }
    line.does = turn.actions.compactMap { words($0, turn, facts) }
    for (fact, attempt) in facts {
      if case .attemptSucceeded = fact { line.does.append("attempt \(attempt) has succeeded") }
    }
    lines.append(line)
  }

  // MARK: Words

  private func words(
    _ action: TracedAction, _ turn: TracedTurn, _ facts: [(fact: TracedFact, attempt: UInt32)]
  ) -> String? {
    switch action {
    case .open:
      let begun = facts.last { $0.fact == .attemptBegan }
      return begun.map { "begins attempt \($0.attempt)" } ?? "begins an attempt"
    case .send(let message): return "sends \(spaced(message))"
    case .close:
      for (fact, attempt) in facts {
        guard case .attemptFailed(let reason) = fact else { continue }
        return reason == .timeout
          ? "gives attempt \(attempt) up" : "ends attempt \(attempt): \(reason.words)"
      }
      return "closes the connection"
    case .call(let call): return "calls \(spaced(call))"
    case .forget(let call): return "no longer waits for \(spaced(call))"
    case .arm(let timer, let after, true): return "timer \(spaced(timer)) \(duration(after))"
    case .arm(let timer, let after, false): return "waits \(duration(after)) (\(spaced(timer)))"
    case .disarm: return nil
    case .reached(let milestone):
      let words = spaced(milestone)
      return words == spaced(turn.after) ? nil : "notes \(words)"
    }
  }

  private func gatewayWords(_ entry: TraceEntry) -> String {
    switch entry.event {
    case .firstPacketLost(let number, let address, let loss, let next):
      let then = next.map { "again in \(duration($0 - entry.at))" } ?? "the system gives up"
      let fate = loss.map { "lost to \($0.words)" } ?? "gets no answer"
      return "first packet \(number)\(goal(address)) \(fate), \(then)"
    case .packetLost(.out, let copy): return "to the gateway: \(copy.words)"
    case .packetLost(.back, let copy): return "from the gateway: \(copy.words)"
    case .nameAsked(let number, let answer):
      let then =
        answer.map { "the answer comes in \(duration($0 - entry.at))" } ?? "no answer comes"
      return "asks for the name\(number > 1 ? ", try \(number)" : ""): \(then)"
    case .addressTried(let number): return "tries address \(number)"
    case .addressFailed(let number, let reason): return "address \(number): \(reason.words)"
    case .queued(let role, _, let attempt, let ahead):
      let place = ahead == 0 ? "first in the queue" : "behind \(count(ahead))"
      return "waits at \(role.name), \(place)" + stale(role, attempt, entry)
    case .droppedRequest(let role, _, let attempt, let cause, let waited):
      return "\(role.name) drops it: \(cause.words(waited))" + stale(role, attempt, entry)
    case .served(let role, _, let attempt, let arrived, let until):
      let waited = entry.at - arrived
      let after = waited > .zero ? ", after \(duration(waited)) in the queue" : ""
      return "\(role.name) works \(duration(until - entry.at))" + after
        + stale(role, attempt, entry)
    case .begins, .turn, .fact: return ""
    }
  }

  private func goal(_ address: Int?) -> String { address.map { " to address \($0)" } ?? "" }

  /// Work for an attempt that its client has given up is for nothing.
  private func stale(_ role: StationRole, _ attempt: UInt32, _ entry: TraceEntry) -> String {
    // A call may belong to no attempt.
    if role == .api { return "" }
    return attempt == entry.attempt && !failed.contains(attempt)
      ? "" : ", for attempt \(attempt), which is over"
  }
}

extension TraceEntry {
  /// A fact in words; nil for anything else.
  func factWords(in scenario: Scenario) -> String? {
    guard case .fact(_, let fact) = event else { return nil }
    return switch fact {
    case .attemptBegan: "attempt \(attempt) begins"
    case .arrived: "attempt \(attempt) arrives at the gateway"
    case .admitted: "the gateway lets attempt \(attempt) in"
    case .dropped: "the gateway drops the connection"
    case .forgotten: "a box on the way forgets the quiet connection"
    case .attemptSucceeded: "attempt \(attempt) has succeeded"
    case .attemptFailed(let reason): "attempt \(attempt) fails: \(reason.words)"
    case .milestone(let name): spaced(name)
    case .fault(let number): scenario.words(ofFault: number, at: at)
    }
  }

  /// A keepalive timer that fires.
  fileprivate var isProbe: Bool {
    if isKeepalive, case .turn(let turn) = event, case .fired = turn.cause { return true }
    return false
  }

  fileprivate var isKeepalive: Bool {
    if case .turn(let turn) = event { return turn.isKeepalive }
    return false
  }
}

extension TracedFact {
  /// True if a turn of the session brings the fact about.
  fileprivate var isOfSession: Bool {
    switch self {
    case .attemptBegan, .attemptSucceeded, .attemptFailed, .milestone: true
    case .arrived, .admitted, .dropped, .forgotten, .fault: false
    }
  }
}

/// A moment with milliseconds: `61.473 s`.
func seconds(_ moment: Instant) -> String {
  let milliseconds = (moment.nanoseconds + 500_000) / 1_000_000
  let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
  return "\(whole)." + paddedLeft("\(rest)", to: 3).replacing(" ", with: "0") + " s"
}
