import Documents

extension OutputFormat {
  /// The format that the GitHub action `github-action-benchmark` reads as `customSmallerIsBetter`.
  static let benchmarkSmaller = benchmark("benchmark-smaller", .less)
  /// The format that it reads as `customBiggerIsBetter`.
  static let benchmarkBigger = benchmark("benchmark-bigger", .more)

  private static func benchmark(_ name: String, _ better: ReportFigure.Better) -> OutputFormat {
    OutputFormat(name, needs: .figures) { report, write in
      let entries = report.figures.flatMap { set in
        set.figures.filter { $0.better == better }
          .compactMap { entry($0, of: set, report.head) }
      }
      try write(entries.isEmpty ? "[]\n" : JSONValue.itemsByLine(entries))
    }
  }
}

/// One figure as the action takes it; nil for one that is undefined.
///
/// The action knows finite numbers only. In the place of `never` stands when the runs ended: that is
/// more than any time that was measured in them, so that it counts as worse than each of those.
private func entry(_ figure: ReportFigure, of set: FigureSet, _ head: ReportHead?) -> JSONValue? {
  let value: Double
  var notes = [firstSentence(of: figure.definition)]
  switch figure.value {
  case .count(let count): value = Double(count)
  case .number(let number): value = number
  case .boolean(let truth): value = truth ? 1 : 0
  case .never:
    guard let end = set.end else { return nil }
    value = end
    notes.append("Never within the run: its end stands here.")
  case .word, .undefined: return nil
  }
  if let head {
    notes.append(head.origin.map { "\($0.name): \($0.value)" }.joined(separator: ", "))
  }
  var members: [JSONValue.Member] = [
    .init("name", .string("\(set.title): \(figure.path)")),
    .init("unit", .string(figure.unit.rawValue)), .init("value", .number(value)),
  ]
  if let low = figure.low, let high = figure.high {
    members.append(.init("range", .string("± \(jsonNumber((high - low) / 2))")))
  }
  members.append(.init("extra", .string(notes.joined(separator: "\n"))))
  return .object(members)
}

/// A chart's label has room for no more.
private func firstSentence(of text: String) -> String {
  text.firstRange(of: ". ").map { String(text[..<$0.lowerBound]) + "." } ?? text
}
