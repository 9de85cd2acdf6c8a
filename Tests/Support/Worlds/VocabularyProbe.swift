import Scenarios

extension Vocabulary {
  /// All that a scenario file may say, as the reader itself tells it: wherever a mapping may stand it
  /// is given a key that does not exist, and wherever a word, one that means nothing. What it says is
  /// allowed is taken at its word, and gone into.
  ///
  /// Not what it knows and has not got yet. Nor `none` and `unlimited` in place of a number: those it
  /// does not mention.
  package static func ofTheReader() -> Vocabulary {
    var whole = Vocabulary()
    for session in VocabularyProbe("{}").words(at: "clients.session") {
      var probe = VocabularyProbe("clients: {session: \(session)}", variant: session)
      probe.visit("", at: "")
      whole.formUnion(probe.found)
    }
    for kind in VocabularyProbe("faults: [{at: 0s}]").words(at: "faults.0.kind") {
      var probe = VocabularyProbe("faults: [{at: 0s, kind: \(kind)}]", variant: kind)
      probe.visit("faults.0", at: "faults[]")
      whole.formUnion(probe.found)
    }
    return whole
  }

  private mutating func formUnion(_ other: Vocabulary) {
    keys.formUnion(other.keys)
    words.formUnion(other.words)
  }
}

/// Asks the reader of scenario files by way of mistakes in one of them.
private struct VocabularyProbe {
  /// The scenario file.
  let template: String
  /// The session system of its clients, or the kind of its fault.
  let variant: String
  private(set) var found = Vocabulary()

  init(_ template: String, variant: String = "") {
    self.template = template
    self.variant = variant
  }

  /// - Parameters:
  ///   - path: of a value in the file: `clients.mix.0`.
  ///   - place: what the vocabulary calls it: `clients.mix[]`.
  mutating func visit(_ path: String, at place: String) {
    for word in words(at: path) { found.words.insert(Vocabulary.name(of: word, at: place)) }
    if isList(path) { return visit(Self.joined(path, "0"), at: place + "[]") }
    for key in keys(in: path) {
      let inner = Self.joined(path, key)
      if isUnavailable(inner) { continue }
      let next = Vocabulary.place(of: key, in: place, of: variant)
      found.keys.insert(next)
      visit(inner, at: next)
    }
  }

  /// The words that may stand there; none where it is not one of a few.
  func words(at path: String) -> [String] {
    let messages = messages(about: path, setting: path, to: Self.nonsense)
    if messages.contains(where: { $0.hasPrefix("expected none, or") }) { return ["none"] }
    return messages.flatMap(Self.allowed).filter { word in
      word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// The keys that a mapping may have there; none where there cannot be one.
  private func keys(in path: String) -> [String] {
    let key = Self.joined(path, Self.nonsense)
    return messages(about: key, setting: key, to: "1").filter { $0.hasPrefix("unknown key") }
      .flatMap(Self.allowed)
  }

  private func isList(_ path: String) -> Bool {
    messages(about: path, setting: Self.joined(path, Self.nonsense), to: "1")
      .contains { $0.hasPrefix("expected a list of") }
  }

  /// Whether the key is known, and no value of it is good: that of a later version, or a formula for
  /// a session system that waits by rules of its own.
  private func isUnavailable(_ path: String) -> Bool {
    messages(about: path, setting: path, to: Self.nonsense).contains {
      $0.hasPrefix("not available") || $0.hasSuffix("which no formula replaces")
    }
  }

  private func messages(
    about path: String, setting changed: String, to value: String
  ) -> [String] {
    if changed.isEmpty { return [] }
    do throws(ScenarioError) {
      _ = try ScenarioFile.decode(
        text: template, file: "probe.yaml", overrides: [Override(path: changed, value: value)])
      return []
    } catch {
      return error.problems.filter { $0.path == path }.map(\.message)
    }
  }

  /// `a` and `b` of `found 'zzz'; allowed: a, b`.
  private static func allowed(in message: String) -> [String] {
    guard let sign = message.firstRange(of: "allowed: ") else { return [] }
    return message[sign.upperBound...].split(separator: ", ").map(String.init)
  }

  private static func joined(_ path: String, _ key: String) -> String {
    path.isEmpty ? key : "\(path).\(key)"
  }

  /// Near to no word that there is.
  private static let nonsense = "zzz"
}
