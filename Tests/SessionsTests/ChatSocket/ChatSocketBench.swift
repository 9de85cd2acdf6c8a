import Testing

@testable import Sessions

/// The configurations that are tested exhaustively.
struct ChatSocketCase: Sendable, CustomTestStringConvertible {
  var profile: ChatSocketProfile
  var reconnectOnClose: Bool
  var testDescription: String { "\(profile)\(reconnectOnClose ? ", reconnectOnClose" : "")" }

  var configuration: ChatSocketConfiguration {
    var configuration = ChatSocketConfiguration(profile: profile)
    configuration.reconnectOnClose = reconnectOnClose
    return configuration
  }

  static let all = ChatSocketProfile.allCases.flatMap { profile in
    [false, true].map { ChatSocketCase(profile: profile, reconnectOnClose: $0) }
  }
}

/// Every event of the machine; what cannot happen somewhere is left out there.
let everyChatSocketEvent: [Event<ChatSocketAgent>] =
  ChatSocketStimulus.allCases.map { .stimulus($0) } + [.opened]
  + ChatSocketMessage.allCases.map { .received($0) }
  + CloseReason.allCases.map { .closed($0) } + ChatSocketTimer.allCases.map { .fired($0) }

func isUnhandled(_ actions: [Action<ChatSocketAgent>]) -> Bool {
  milestones(actions).contains(.unhandled)
}

func milestones(_ actions: [Action<ChatSocketAgent>]) -> [ChatSocketMilestone] {
  actions.compactMap { action in
    guard case .reached(let milestone, _) = action else { return nil }
    return milestone
  }
}

func text(_ action: Action<ChatSocketAgent>) -> String {
  text(action) { ChatSocketState(rawValue: $0)?.name }
}

/// One agent on a timeline stepped by hand: its timers fire when they are due, and not otherwise.
struct ChatSocketBench {
  var configuration: ChatSocketConfiguration
  private(set) var world = SlotWorld(ChatSocketAgent())
  private var due: [ChatSocketTimer: Instant] = [:]

  init(_ configuration: ChatSocketConfiguration = .init()) { self.configuration = configuration }

  var agent: ChatSocketAgent { world.machine }
  var state: ChatSocketState { agent.state }

  struct Impossible: Error, CustomStringConvertible {
    var description: String
  }

  /// When the next timer fires; never where none runs.
  var nextFiring: Instant { due.values.min() ?? .never }

  /// Delivers an event at a moment before which no timer is due.
  @discardableResult
  mutating func deliver(
    _ event: Event<ChatSocketAgent>, at now: Instant
  ) throws -> [Action<ChatSocketAgent>] {
    guard now >= world.now else { throw Impossible(description: "goes back in time") }
    if let late = due.first(where: { $0.value < now }) {
      throw Impossible(description: "\(late.key) is due at \(late.value) already")
    }
    guard world.canHappen(event) else { throw Impossible(description: "cannot happen here") }
    if case .fired(let timer) = event {
      guard due.removeValue(forKey: timer) == now else {
        throw Impossible(description: "\(timer) is not due")
      }
    }
    world.now = now
    let actions = world.deliver(event, under: configuration)
    for action in actions {
      if case .arm(let timer, let after) = action { due[timer] = now + after }
      if case .disarm(let timer) = action { due[timer] = nil }
    }
    if let wrong = world.violations.first { throw Impossible(description: wrong) }
    return actions
  }

  /// Fires the timers that are due before `end`, in order.
  /// - Returns: what they led to.
  mutating func run(until end: Instant) throws -> [(at: Instant, action: Action<ChatSocketAgent>)] {
    var story: [(at: Instant, action: Action<ChatSocketAgent>)] = []
    while let next = due.min(by: { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }),
      next.value < end
    {
      story += try deliver(.fired(next.key), at: next.value).map { (next.value, $0) }
    }
    return story
  }

  /// Plays a transcript, one event a line: the second, the event's published name, and behind a bar
  /// the actions it must lead to. FIN is a close without a close frame, PING a server's ping.
  mutating func play(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for (number, line) in script.split(separator: "\n").enumerated() {
      do {
        let sides = line.split(separator: "|", omittingEmptySubsequences: false)
        let words = sides[0].split(separator: " ").map(String.init)
        guard sides.count == 2, words.count == 2, let second = Double(words[0]) else {
          throw Impossible(description: "not a line of a transcript")
        }
        let expected = sides[1].split(separator: ",").map { item in
          item.split(separator: " ").joined(separator: " ")
        }
        let now = Instant.start + Interval(seconds: second)
        let actual = try deliver(try Self.event(words[1]), at: now).map(text)
        #expect(actual == expected, "line \(number + 1): \(line)", sourceLocation: sourceLocation)
      } catch {
        Issue.record("line \(number + 1), '\(line)': \(error)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  private static func event(_ name: String) throws -> Event<ChatSocketAgent> {
    if name == "FIN" { return .closed(.normal) }
    if name == "PING" { return .received(.ping) }
    guard let event = ChatSocketEvent.allCases.first(where: { $0.name == name })?.event else {
      throw Impossible(description: "no such event")
    }
    return event
  }
}
