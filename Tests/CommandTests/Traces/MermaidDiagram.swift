/// Sequence diagrams, read by the part of Mermaid's grammar that they use.
struct MermaidDiagram {
  private(set) var faults: [String] = []
  private(set) var messages: [String] = []
  private(set) var notes: [String] = []

  /// - Parameter text: of one diagram.
  init(_ text: String) {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    if lines.first != "sequenceDiagram" { faults.append("no diagram") }
    var participants: Set<Substring> = []
    for line in lines.dropFirst() {
      if line.hasPrefix("title ") { continue }
      if let match = line.wholeMatch(of: /participant (\w+) as (.+)/) {
        participants.insert(match.1)
      } else if let match = line.wholeMatch(of: /Note over (\w+)(,\w+)?: (.+)/) {
        check([match.1] + (match.2.map { [$0.dropFirst()] } ?? []), of: participants, line)
        checkText(match.3)
        notes.append(String(match.3))
      } else if let match = line.wholeMatch(of: /(\w+)(->>|-->>|-x)(\w+): (.+)/) {
        check([match.1, match.3], of: participants, line)
        checkText(match.4)
        messages.append(String(match.4))
      } else {
        faults.append("not read: \(line)")
      }
    }
  }

  private mutating func check(
    _ names: [Substring], of participants: Set<Substring>, _ line: Substring
  ) {
    for name in names where !participants.contains(name) {
      faults.append("\(name) takes no part: \(line)")
    }
  }

  /// `;` ends a statement but in a character code, which `#` begins.
  private mutating func checkText(_ text: Substring) {
    let rest = text.replacing(/#\d+;/, with: "")
    if rest.contains(where: { $0 == ";" || $0 == "#" }) { faults.append("not escaped: \(text)") }
  }
}
