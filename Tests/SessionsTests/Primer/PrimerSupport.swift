import Testing

@testable import Sessions

/// Every situation the lifecycle gets into with two entities and two users.
func reachablePrimers(under configuration: PrimerConfiguration) -> Set<PrimerLifecycle> {
  var frontier = [PrimerLifecycle()]
  var seen = Set(frontier)
  func visit(_ lifecycle: PrimerLifecycle) {
    if seen.insert(lifecycle).inserted { frontier.append(lifecycle) }
  }
  while let lifecycle = frontier.popLast() {
    for event in PrimerEvent.allCases {
      for operand in [UInt16(0), 1] {
        var next = lifecycle
        _ = next.handle(event, operand: operand, under: configuration)
        visit(next)
      }
    }
    if lifecycle.socket == .lost {
      var next = lifecycle
      next.socketRetried()
      visit(next)
    }
  }
  return seen
}

func text(_ action: Action<SessionPrimer>) -> String {
  text(action) { PrimerState(rawValue: $0)?.name }
}

/// One session in its slot, played by a transcript.
struct PrimerBench {
  let configuration: PrimerConfiguration
  var world = SlotWorld(SessionPrimer())

  init(_ profile: PrimerProfile = .spec, requestTimeout: Interval? = .seconds(60)) {
    var configuration = PrimerConfiguration(profile: profile)
    configuration.requestTimeout = requestTimeout
    self.configuration = configuration
  }

  var machine: SessionPrimer { world.machine }
  var state: PrimerState { machine.state }

  struct Impossible: Error, CustomStringConvertible {
    var description: String
  }

  /// Plays a transcript, one event a line, with the actions it must lead to behind a bar. Between
  /// them may stand: `draw 0.25` (every draw from here on), `at 40` (seconds), `is STATE standing`.
  mutating func play(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for (number, line) in script.split(separator: "\n").enumerated() {
      do {
        try playLine(String(line), number + 1, sourceLocation)
      } catch {
        Issue.record("line \(number + 1), '\(line)': \(error)", sourceLocation: sourceLocation)
        return
      }
    }
    #expect(world.violations.isEmpty, sourceLocation: sourceLocation)
  }

  private mutating func playLine(
    _ line: String, _ number: Int, _ sourceLocation: SourceLocation
  ) throws {
    let sides = line.split(separator: "|", omittingEmptySubsequences: false)
    let words = sides[0].split(separator: " ").map(String.init)
    guard sides.count == 2 else { return try obey(words, line, sourceLocation) }
    let expected = sides[1].split(separator: ",").map { item in
      item.split(separator: " ").joined(separator: " ")
    }
    let event = try event(words)
    guard world.canHappen(event) else { throw Impossible(description: "cannot happen here") }
    let actual = world.deliver(event, under: configuration).map(text)
    #expect(actual == expected, "line \(number): \(line)", sourceLocation: sourceLocation)
  }

  private mutating func obey(
    _ words: [String], _ line: String, _ sourceLocation: SourceLocation
  ) throws {
    switch words.first {
    case "draw": world.draw = try #require(Double(words[1]))
    case "at": world.now = .start + Interval(seconds: try #require(Double(words[1])))
    case "is":
      #expect(
        "\(state.name) \(machine.standing)" == words.dropFirst().joined(separator: " "),
        "\(line)", sourceLocation: sourceLocation)
    default: throw Impossible(description: "not a line of a transcript")
    }
  }

  private func event(_ words: [String]) throws -> Event<SessionPrimer> {
    func word<Word: CaseIterable>(_ type: Word.Type, _ text: String) throws -> Word {
      guard let word = type.allCases.first(where: { "\($0)" == text }) else {
        throw Impossible(description: "no \(type) is called \(text)")
      }
      return word
    }
    switch words.first {
    case "opened": return .opened
    case "closed": return .closed(try word(CloseReason.self, words[1]))
    case "change": return .received(.change, operand: try #require(UInt16(words[1])))
    case "fired": return .fired(try word(PrimerTimer.self, words[1]))
    case "answer":
      let outcome: Outcome = words[2] == "ok" ? .ok : .failed
      return .answered(try word(PrimerCall.self, words[1]), outcome)
    case _:
      let stimulus = try word(PrimerStimulus.self, words[0])
      return .stimulus(stimulus, operand: try #require(UInt16(words[1])))
    }
  }
}
