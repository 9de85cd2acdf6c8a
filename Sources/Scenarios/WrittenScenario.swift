/// A scenario as it was written: the text with everything from the command line. Enough to read it again
/// and to get the same scenario.
///
/// It says how a scenario came about and is no part of what it is: two scenarios that say the same in
/// different ways are equal.
package struct WrittenScenario: Hashable, Sendable {
  /// The file's name, after which a scenario without a name is called.
  package var file: String
  package var text: String
  /// Applied to the text, in order.
  package var overrides: [Override]
  /// Promises beside those of the text.
  package var promises: [String] = []

  package init(file: String, text: String, overrides: [Override]) {
    self.file = file.split(separator: "/").last.map(String.init) ?? file
    self.text = text
    self.overrides = overrides
  }

  package static func == (a: WrittenScenario, b: WrittenScenario) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
