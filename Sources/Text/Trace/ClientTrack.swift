import Documents
import Primitives
import Simulator

/// One client in a Chrome trace: a thread with its states, and one with its attempts.
struct ClientTrack {
  private let life: ClientLife
  private let end: Instant
  private let states: Int
  private let attempts: Int

  /// - Parameter number: from 0.
  init(_ life: ClientLife, number: Int, end: Instant) {
    self.life = life
    self.end = end
    states = 2 * number + 1
    attempts = 2 * number + 2
  }

  /// - Parameter works: takes over the work that stations do for the client.
  func events(_ works: inout [StationWork]) -> [JSONValue] {
    let own = [
      thread(.clients, states, "client \(life.client)"),
      thread(.clients, attempts, "client \(life.client), attempts"),
    ]
    return own + stateSlices + attemptSlices(&works)
  }

  private var stateSlices: [JSONValue] {
    var slices: [JSONValue] = []
    var state = life.state
    var since = Instant.start
    for entry in life.entries {
      guard case .turn(let turn) = entry.event, turn.after != state else { continue }
      slices.append(slice(.clients, states, spaced(state), from: since, to: entry.at))
      (state, since) = (turn.after, entry.at)
    }
    return slices + [slice(.clients, states, spaced(state), from: since, to: max(since, end))]
  }

  // MARK: Attempts

  private struct Attempt {
    let number: UInt32
    let begin: Instant
    var marks: [(name: String, at: Instant)] = []
  }

  private func attemptSlices(_ works: inout [StationWork]) -> [JSONValue] {
    var events: [JSONValue] = []
    var present: Attempt?
    var begins: [UInt32: Instant] = [:]
    var failed: Set<UInt32> = []
    for entry in life.entries {
      switch entry.event {
      case .fact(_, .attemptBegan):
        present = Attempt(number: entry.attempt, begin: entry.at)
        begins[entry.attempt] = entry.at
      case .fact(_, .attemptFailed(let reason)):
        events += ended(present, "failed: \(reason.words)", at: entry.at)
        present = nil
        failed.insert(entry.attempt)
      case .fact(_, .attemptSucceeded):
        events += ended(present, "succeeded", at: entry.at)
        present = nil
      case .fact(_, .arrived): present?.marks.append(("arrives", entry.at))
      case .fact(_, .admitted): present?.marks.append(("let in", entry.at))
      case .firstPacketLost(let number, let address, _, _):
        let goal = address.map { " to address \($0)" } ?? ""
        present?.marks.append(("first packet \(number)\(goal) lost", entry.at))
      case .nameAsked(let number, _):
        present?.marks.append(("asks for the name, try \(number)", entry.at))
      case .addressTried(let number):
        present?.marks.append(("tries address \(number)", entry.at))
      case .addressFailed(let number, let reason):
        present?.marks.append(("address \(number): \(reason.words)", entry.at))
      case .droppedRequest(let role, _, _, _, _):
        present?.marks.append(("\(role.name) drops it", entry.at))
      case .served(let role, let node, let attempt, let arrived, let until):
        let isForAttempt = role != .api || !failed.contains(attempt)
        let begin = isForAttempt ? begins[attempt] : nil
        works.append(
          StationWork(
            client: life.client, role: role, node: node, attempt: attempt, arrived: arrived,
            begun: entry.at, until: until,
            origin: begin.map { StationWork.Origin(thread: attempts, at: $0) }))
      case .packetLost(let direction, let copy):
        let way = direction == .out ? "to" : "from"
        let name = "\(way) the gateway: \(copy.words)"
        events.append(instant(.clients, attempts, name, at: entry.at))
      case .begins, .turn, .queued, .fact: break
      }
    }
    return events + ended(present, "under way", at: end)
  }

  private func ended(_ attempt: Attempt?, _ fate: String, at moment: Instant) -> [JSONValue] {
    guard let attempt else { return [] }
    let whole = slice(
      .clients, attempts, "attempt \(attempt.number)", from: attempt.begin, to: moment,
      [.init("fate", .string(fate))])
    return [whole] + attempt.marks.map { instant(.clients, attempts, $0.name, at: $0.at) }
  }
}
