/// Steps a session machine by hand: JSON Lines in, JSON Lines out.
package struct Replay {
  private var session: any ReplaySession
  private var line = 0

  /// - Parameters:
  ///   - session: a session system, such as `stoat`.
  ///   - profile: nil takes `spec`.
  /// - Throws: `ReplayNameError` where there is no such session or profile.
  package init(session: String, profile: String? = nil) throws(ReplayNameError) {
    self.session = try SessionSystem.existing(session).replaySession(profile: profile ?? "spec")
  }

  /// Takes the next line of input.
  /// - Returns: the line to print; nil after a reset or a blank line.
  /// - Throws: `ReplayError` with the number of the line. The session is then as it was before it.
  package mutating func step(_ text: String) throws(ReplayError) -> String? {
    line += 1
    if text.allSatisfy(\.isWhitespace) { return nil }
    switch try ReplayInput(text, line: line) {
    case .reset:
      session.reset()
      return nil
    case .event(let event):
      do {
        return try session.take(event).line
      } catch {
        throw ReplayError(line: line, error.message, isInvalidDelay: error.isInvalidDelay)
      }
    }
  }
}

/// A session or profile that does not exist.
package struct ReplayNameError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  init(_ message: String) { description = message }
}

/// A session system that can be stepped by published events.
protocol ReplaySession {
  /// Begins a fresh session.
  mutating func reset()
  /// Takes one event and tells what it led to.
  mutating func take(_ event: ReplayEvent) throws(ReplayError) -> ReplayAnswer
}
