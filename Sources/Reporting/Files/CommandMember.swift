import ResultFiles

/// The command that makes a folder again, word by word and without the name of the program: as it was
/// typed, but for what says where results go, what is shown, and how many runs are made at once.
func commandMember(_ facts: RunFacts) -> JSONValue.Member {
  var words: [JSONValue] = []
  var isValue = false
  for word in facts.arguments {
    if isValue {
      isValue = false
    } else if let option = Place(word) {
      isValue = option.takesValue && !word.contains("=")
    } else {
      words.append(.string(word))
    }
  }
  return .init("command", .array(words))
}

/// An option that changes no result.
private struct Place {
  let takesValue: Bool

  init?(_ word: String) {
    let name = word.prefix { $0 != "=" }
    switch name {
    case "--out", "-o", "--format", "--write", "--progress", "--threads": takesValue = true
    case "--quiet", "-q", "--force": takesValue = false
    case _: return nil
    }
  }
}
