import Metrics
import Sessions
import Words

extension SessionSystem {
  /// The session system of that name.
  /// - Throws: `ReplayNameError` that says which there are.
  static func existing(_ name: String) throws(ReplayNameError) -> SessionSystem {
    if let system = named(name) { return system }
    let near = nearest(to: name, in: names).map { "; did you mean '\($0)'?" }
    throw ReplayNameError(
      "no session is called '\(name)'\(near ?? ""); there are " + names.joined(separator: ", "))
  }

  /// A fresh session of a profile, to be stepped by published events.
  /// - Throws: `ReplayNameError` where there are no such events, or no such profile.
  func replaySession(profile: String) throws(ReplayNameError) -> any ReplaySession {
    guard let replay else {
      let spoken = SessionSystem.all.filter(\.isSpoken).map(\.name.rawValue)
      throw ReplayNameError(
        "'\(name.rawValue)' cannot be stepped by hand; replay speaks "
          + spoken.joined(separator: ", "))
    }
    return replay(try existing(profile: profile))
  }

  /// A profile as it ships.
  /// - Throws: `ReplayNameError` that says which there are.
  fileprivate func existing(profile: String) throws(ReplayNameError) -> SessionChoice {
    guard profiles.contains(profile) else {
      let near = nearest(to: profile, in: profiles).map { "; did you mean '\($0)'?" }
      throw ReplayNameError(
        "no profile of \(name.rawValue) is called '\(profile)'\(near ?? ""); there are "
          + profiles.joined(separator: ", "))
    }
    do throws(FormulaError) {
      return try standard(profile: profile)
    } catch {
      throw ReplayNameError(error.description)
    }
  }
}

/// The transition diagram of a session machine as Mermaid text, from the machine itself.
/// - Throws: `ReplayNameError` where there is no such session or profile.
package func sessionDiagram(
  of session: String, profile: String
) throws(ReplayNameError) -> String {
  let system = try SessionSystem.existing(session)
  return system.diagram(try system.existing(profile: profile))
}
