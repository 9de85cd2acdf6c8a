/// A study with one of its formulas: what one search answers.
package struct CapacityQuestion: Sendable {
  package let study: CapacityStudy
  package let variant: Variant
}

extension CapacityStudy {
  /// One for each formula.
  package var questions: [CapacityQuestion] {
    variants.map { CapacityQuestion(study: self, variant: $0) }
  }
}

extension WorkPool {
  /// Answers several questions, as many at once as there are threads.
  ///
  /// A question that has a thread to itself tries one seed after the other, and so never begins one that
  /// an earlier seed makes superfluous. Once fewer questions are left than threads, they share these.
  ///
  /// If the questions outnumber several threads, each question first tries one value. The time that
  /// this takes tells which questions are expensive. An expensive question is begun before its
  /// turn: otherwise one thread would be left alone with it in the end.
  /// - Parameter watch: asked on the thread of the question; false ends its search, and no other is begun.
  /// - Returns: in the order of the questions; nil for one that was not answered to its end.
  /// - Throws: why the first question in order has no answer that cannot have one.
  package func answers(
    to questions: [CapacityQuestion],
    watch: @escaping @Sendable (CapacityQuestion, CapacityProgress) -> Bool
  ) throws(CapacityFailure) -> [CapacityFinding?] {
    let inquiry = CapacityInquiry(questions, self, watch)
    let firsts = questions.count > threads && threads > 1 ? inquiry.firstProbes() : []
    let costs = questions.indices.map { firsts.isEmpty ? 0 : firsts[$0]?.summary.events ?? 0 }
    return try inquiry.findings(in: turns(costs, threads: threads), knowing: firsts)
  }
}
