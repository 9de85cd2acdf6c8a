extension CapacityDocument {
  /// The sentences that are the same with every formula, to be told once; none of a single formula.
  package var common: [String] {
    guard variants.count > 1, let first = variants.first else { return [] }
    return first.verdict.filter { sentence in
      variants.allSatisfy { $0.verdict.contains(sentence) }
    }
  }

  /// Returns what is to be said of one formula alone, as one text.
  package func text(_ answer: Answer) -> String {
    let common = Set(common)
    return answer.verdict.filter { !common.contains($0) }.joined(separator: " ")
  }
}

extension CapacityDocument.Answer {
  /// The sentences about it, as one text.
  package var text: String { verdict.joined(separator: " ") }
}
