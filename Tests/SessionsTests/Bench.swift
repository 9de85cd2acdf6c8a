import Testing

@testable import Sessions

/// One client in its slot, stepped by hand. It performs what the machine asks for, and refuses to
/// deliver what could not happen.
struct Bench {
  let configuration: StoatConfiguration
  var slot = SessionSlot(StoatClient())
  var turn: Turn<StoatClient>
  var isDeviceOnline = true
  private var stamps: [StoatTimer: UInt32] = [:]
  private var call: (kind: StoatCall, stamp: UInt8)?

  init(_ profile: StoatProfile, policy: String? = nil) throws {
    configuration = try SessionsTests.configuration(profile, policy: policy)
    let random = RandomStream(scripted: 0.5)
    turn = Turn(random: random, perClient: random)
  }

  var state: StoatState { slot.machine.state }
  var failures: UInt32 { slot.machine.lifecycle.failures }

  struct Impossible: Error, CustomStringConvertible {
    var description: String
  }

  // MARK: Playing a transcript

  /// Plays a transcript, one event a line, with the actions it must lead to behind a bar. Between
  /// them may stand: `device is offline`, `draw 0.25` (what every draw is from here on), `at 40`
  /// (seconds), `is STATE n` (the state and the failures counted).
  mutating func play(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for (number, line) in script.split(separator: "\n").enumerated() {
      do {
        try playLine(String(line), number + 1, sourceLocation)
      } catch {
        Issue.record("line \(number + 1), '\(line)': \(error)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  private mutating func playLine(
    _ line: String, _ number: Int, _ sourceLocation: SourceLocation
  ) throws {
    let sides = line.split(separator: "|", omittingEmptySubsequences: false)
    let words = sides[0].split(separator: " ").map(String.init)
    guard sides.count == 2 else {
      return try obey(words, line, sourceLocation)
    }
    let expected = sides[1].split(separator: ",").map { item in
      item.split(separator: " ").joined(separator: " ")
    }
    let actual = try deliver(try event(words))
    #expect(actual == expected, "line \(number): \(line)", sourceLocation: sourceLocation)
  }

  private mutating func obey(
    _ words: [String], _ line: String, _ sourceLocation: SourceLocation
  ) throws {
    switch words.first {
    case "device": isDeviceOnline = words.last == "online"
    case "draw": turn.random = RandomStream(scripted: Double(words[1])!)
    case "at": turn.now = .start + Interval(seconds: Double(words[1])!)
    case "is":
      #expect(
        "\(state.name) \(failures)" == words.dropFirst().joined(separator: " "),
        "\(line)", sourceLocation: sourceLocation)
    default: throw Impossible(description: "not a line of a transcript")
    }
  }

  // MARK: Events

  private func event(_ words: [String]) throws -> Event<StoatClient> {
    func word<Word: CaseIterable>(_ type: Word.Type, _ index: Int = 1) throws -> Word {
      guard index < words.count, let word = type.allCases.first(where: { "\($0)" == words[index] })
      else { throw Impossible(description: "no such \(type)") }
      return word
    }
    switch words.first {
    case "user", "app", "hears": return .stimulus(try word(StoatStimulus.self))
    case "opened": return .opened
    case "server": return .received(try word(StoatMessage.self))
    case "closed": return .closed(try word(CloseReason.self))
    case "fired": return .fired(try word(StoatTimer.self))
    case "answer":
      guard words.count == 3, let outcome = Self.outcomes[words[2]] else {
        throw Impossible(description: "no such answer")
      }
      return .answered(try word(StoatCall.self), outcome)
    default: throw Impossible(description: "no such event")
    }
  }

  static let outcomes: [String: Outcome] = [
    "ok": .ok, "failed": .failed, "needsUsername": .needsUsername,
    "blockedByShield": .blockedByShield, "loggedOut": .loggedOut, "disabled": .disabled,
    "suspended": .suspended, "banned": .banned,
  ]

  /// Delivers an event and returns the actions; a disarm of a timer that does not run says nothing.
  @discardableResult
  mutating func deliver(_ event: Event<StoatClient>) throws -> [String] {
    guard accepts(event) else { throw Impossible(description: "cannot happen here") }
    turn.begin(at: turn.now, isDeviceOnline: isDeviceOnline)
    slot.machine.handle(event, under: configuration, in: &turn)
    var actions: [String] = []
    for index in 0..<turn.count {
      if case .disarm(let timer) = turn[index], !slot.isArmed(timer) { continue }
      actions.append(text(turn[index]))
      try perform(turn[index])
    }
    return actions
  }

  private mutating func accepts(_ event: Event<StoatClient>) -> Bool {
    switch event {
    case .stimulus: true
    case .opened: slot.acceptsOpened(attempt: slot.attempt)
    case .received: slot.acceptsMessage(attempt: slot.attempt)
    case .closed: slot.acceptsClosed(attempt: slot.attempt)
    case .answered(let kind, _): call?.kind == kind && slot.acceptsAnswer(kind, stamp: call!.stamp)
    case .fired(let timer): slot.acceptsFiring(timer, stamp: stamps[timer] ?? 0)
    }
  }

  private mutating func perform(_ action: Action<StoatClient>) throws {
    switch action {
    case .open:
      guard slot.connection == .none else { throw Impossible(description: "two sockets") }
      _ = slot.open()
    case .close: slot.close()
    case .call(let kind): call = (kind, slot.begin(kind))
    case .forget(let kind): slot.forget(kind)
    case .arm(let timer, _): stamps[timer] = slot.arm(timer)
    case .disarm(let timer): slot.disarm(timer)
    case .send:
      guard slot.connection == .open else { throw Impossible(description: "no open socket") }
    case .reached: break
    }
  }
}
