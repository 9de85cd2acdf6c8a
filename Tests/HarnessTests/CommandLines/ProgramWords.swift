import Foundation

/// The verbs and options of the program, as it says them itself: what is new is attacked without
/// anybody thinking of it.
struct ProgramWords: Sendable {
  struct Option: Hashable, Sendable {
    /// With its dashes.
    let name: String
    let takesValue: Bool
  }

  let verbs: [String]
  /// By the verb.
  let options: [String: [Option]]

  init() throws {
    let place = try Place()
    let refusal = try place.run("no-such-verb")
    let line = refusal.said.split(separator: "\n").first { $0.hasPrefix("verbs: ") }
    verbs = (line?.dropFirst("verbs: ".count) ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    options = Dictionary(
      uniqueKeysWithValues: try verbs.map { verb in
        let help = try place.run(verb, "--help")
        guard help.status == 0 else { throw Trouble(help.description) }
        return (verb, Self.options(of: help.text))
      })
    guard verbs.count > 10, options.values.allSatisfy({ $0.count > 1 }) else {
      throw Trouble("the program does not say its verbs and options: \(refusal.description)")
    }
  }

  /// Lines such as `  -n, --name <value>  What it does.`
  private static func options(of help: String) -> [Option] {
    help.split(separator: "\n").flatMap { line -> [Option] in
      guard line.hasPrefix("  -") else { return [] }
      let words = line.split(separator: " ")
      let names = words.prefix { $0.hasPrefix("-") }
        .map { $0.hasSuffix(",") ? String($0.dropLast()) : String($0) }
      let takesValue = names.count < words.count && words[names.count].hasPrefix("<")
      return names.map { Option(name: $0, takesValue: takesValue) }
    }
  }
}
