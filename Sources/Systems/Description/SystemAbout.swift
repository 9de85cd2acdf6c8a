/// The description of a session system, in words.
package struct SystemAbout: Sendable {
  /// One or more sentences.
  package let meaning: String
  /// By profile, what is different about it.
  package let profiles: [String: String]

  init(_ meaning: String, profiles: [String: String]) {
    self.meaning = meaning
    self.profiles = profiles
  }
}
