import Testing

@testable import Sessions

/// One device with an app and its extension, stepped by transcripts.
struct PairBench {
  let configuration: AppExtensionConfiguration
  private(set) var world = SlotWorld(AppExtensionPair())

  init(
    _ profile: AppExtensionProfile, _ change: (inout AppExtensionConfiguration) -> Void = { _ in }
  ) {
    var configuration = AppExtensionConfiguration(profile: profile)
    change(&configuration)
    self.configuration = configuration
  }

  var machine: AppExtensionPair { world.machine }
  var phases: String { "\(machine.app.name) \(machine.notifier.name)" }

  struct Impossible: Error, CustomStringConvertible {
    var description: String
  }

  /// Plays a transcript, one event a line, with the actions it must lead to behind a bar. Between
  /// them may stand `at 15` (seconds) and `is APP EXTENSION` (the phases).
  mutating func play(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) {
    for (number, line) in script.split(separator: "\n").enumerated() {
      do {
        try playLine(String(line), sourceLocation)
      } catch {
        Issue.record("line \(number + 1), '\(line)': \(error)", sourceLocation: sourceLocation)
        return
      }
    }
  }

  private mutating func playLine(_ line: String, _ sourceLocation: SourceLocation) throws {
    let sides = line.split(separator: "|", omittingEmptySubsequences: false)
    let words = sides[0].split(separator: " ").map(String.init)
    if sides.count == 2 {
      let event = try Self.event(words)
      guard world.canHappen(event) else { throw Impossible(description: "cannot happen here") }
      let expected = sides[1].split(separator: ",").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      let actions = world.deliver(event, under: configuration).map(text)
      #expect(actions == expected, "\(line)", sourceLocation: sourceLocation)
    } else if words.first == "at", let seconds = Double(words[1]) {
      world.now = .start + Interval(seconds: seconds)
    } else if words.first == "is" {
      #expect(
        phases == words.dropFirst().joined(separator: " "), "\(line)",
        sourceLocation: sourceLocation)
    } else {
      throw Impossible(description: "not a line of a transcript")
    }
  }

  /// `push`, `answer fetch ok`, `fired background`.
  static func event(_ words: [String]) throws -> Event<AppExtensionPair> {
    func word<Word: Code>(_ type: Word.Type, _ index: Int) throws -> Word {
      guard index < words.count, let word = type.allCases.first(where: { "\($0)" == words[index] })
      else { throw Impossible(description: "no such \(type)") }
      return word
    }
    switch words.first {
    case "fired": return .fired(try word(AppExtensionTimer.self, 1))
    case "answer":
      let outcome: Outcome = words.last == "ok" ? .ok : .failed
      return .answered(try word(AppExtensionCall.self, 1), outcome)
    default: return .stimulus(try word(AppExtensionStimulus.self, 0))
    }
  }

  /// Everything that can happen to a pair.
  static let events: [Event<AppExtensionPair>] =
    AppExtensionStimulus.allCases.map { .stimulus($0) }
    + AppExtensionCall.allCases.flatMap { [.answered($0, .ok), .answered($0, .failed)] }
    + AppExtensionTimer.allCases.map { .fired($0) }
}

func text(_ action: Action<AppExtensionPair>) -> String { text(action) { _ in nil } }

/// An event as transcripts write it.
func text(_ event: Event<AppExtensionPair>) -> String {
  switch event {
  case .stimulus(let stimulus, _): "\(stimulus)"
  case .opened: "opened"
  case .received(let message, _): "received \(message)"
  case .closed(let reason): "closed \(reason)"
  case .answered(let call, let outcome): "answer \(call) \(outcome == .ok ? "ok" : "failed")"
  case .fired(let timer): "fired \(timer)"
  }
}
