import Simulator

/// Steps a session machine by hand: JSON Lines in, JSON Lines out.
public struct Replay {
  private var session: any ReplaySession
  private var line = 0

  /// - Parameters:
  ///   - session: a session system, such as `stoat`.
  ///   - profile: nil takes `spec`.
  /// - Throws: `ReplayNameError` where there is no such session or profile.
  public init(session: String, profile: String? = nil) throws(ReplayNameError) {
    try Self.check(session: session)
    let profile = profile ?? "spec"
    switch SystemName(rawValue: session)! {
    case .stoat: self.session = try StoatReplay(profile: profile)
    case .chatSocket: self.session = try ChatSocketReplay(profile: profile)
    case .primer: self.session = try PrimerReplay(profile: profile)
    case .appExtension: self.session = try AppExtensionReplay(profile: profile)
    }
  }

  /// Whether a session of that name can be stepped.
  /// - Throws: `ReplayNameError` saying which can.
  public static func check(session: String) throws(ReplayNameError) {
    let available = SessionNames.available.joined(separator: ", ")
    if SessionNames.available.contains(session) { return }
    if SessionNames.known.contains(session) {
      throw ReplayNameError("'\(session)' comes in a later version; available: \(available)")
    }
    let known = SessionNames.known.map {
      SessionNames.available.contains($0) ? $0 : "\($0) (later)"
    }
    let near = nearest(to: session, in: SessionNames.known).map { "; did you mean '\($0)'?" }
    throw ReplayNameError(
      "no session is called '\(session)'\(near ?? ""); there are \(known.joined(separator: ", "))")
  }

  /// Takes the next line of input.
  /// - Returns: the line to print; nil after a reset or a blank line.
  /// - Throws: `ReplayError` with the number of the line. The session is then as it was before it.
  public mutating func step(_ text: String) throws(ReplayError) -> String? {
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
public struct ReplayNameError: Error, Hashable, Sendable, CustomStringConvertible {
  public var description: String
  init(_ message: String) { description = message }
}

/// A session system that can be stepped by published events.
protocol ReplaySession {
  /// Begins a fresh session.
  mutating func reset()
  /// Takes one event and tells what it led to.
  mutating func take(_ event: ReplayEvent) throws(ReplayError) -> ReplayAnswer
}
