import Words

extension Topic {
  /// For the terminal: title, meaning, facts, members.
  package func text(width: Int) -> String {
    var text = "\(name) (\(kind.rawValue))\n" + paragraph(meaning, indent: 2, width: width)
    let labels = facts.map(\.label.count).max() ?? 0
    for fact in facts {
      let label = padded(fact.label, to: labels)
      text += hanging("  \(label)  ", fact.text, width: width)
    }
    if members.isEmpty { return text }
    let names = min(members.map(\.name.count).max() ?? 0, 36)
    for member in members {
      text += hanging("    \(padded(member.name, to: names))  ", member.text, width: width)
    }
    return text
  }
}

private func paragraph(_ text: String, indent: Int, width: Int) -> String {
  hanging(String(repeating: " ", count: indent), text, width: width)
}

/// A text behind its first words; its other lines stand under it.
private func hanging(_ first: String, _ text: String, width: Int) -> String {
  let indent = String(repeating: " ", count: first.count > width / 2 ? 6 : first.count)
  var lines: [String] = []
  var line = first
  var isFresh = true
  for word in text.split(whereSeparator: \.isWhitespace) {
    if !isFresh || line.contains(where: { !$0.isWhitespace }), line.count + 1 + word.count > width {
      lines.append(line)
      line = indent
      isFresh = true
    }
    line += isFresh ? "\(word)" : " \(word)"
    isFresh = false
  }
  return (lines + [line]).map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
    .joined(separator: "\n") + "\n"
}

extension TopicIndex {
  /// All words, by kind.
  package func text(width: Int) -> String {
    Topic.Kind.allCases.compactMap { kind in
      let names = topics.filter { $0.kind == kind }.map(\.name)
      guard !names.isEmpty else { return nil }
      return "\(kind.rawValue)\n" + paragraph(once(names), indent: 2, width: width)
    }.joined(separator: "\n")
  }

  private func once(_ names: [String]) -> String {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.joined(separator: "  ")
  }
}
