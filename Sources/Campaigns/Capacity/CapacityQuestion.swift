import Synchronization

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
  /// - Parameter watch: asked on the thread of the question; false ends its search, and no other is begun.
  /// - Returns: in the order of the questions; nil for one that was not answered to its end.
  package func answers(
    to questions: [CapacityQuestion],
    watch: @escaping @Sendable (CapacityQuestion, CapacityProgress) -> Bool
  ) throws(CapacityFailure) -> [CapacityFinding?] {
    let unanswered = Mutex(questions.count)
    let isStopped = Mutex(false)
    let work = {
      @Sendable (question: CapacityQuestion, monitor: JobMonitor)
        throws(CapacityFailure) -> CapacityFinding? in
      defer { unanswered.withLock { $0 -= 1 } }
      let share = { WorkPool(threads: max(1, threads / unanswered.withLock { $0 })) }
      do throws(CapacityFailure) {
        return try Self.search(question.study, question.variant, sharing: share) { progress in
          if !watch(question, progress) { isStopped.withLock { $0 = true } }
          return !isStopped.withLock { $0 } && monitor.goesOn(at: 0)
        }
      } catch {
        // What was found with other formulas is an answer.
        if case .interrupted = error { return nil }
        throw error
      }
    }
    let findings = try map(questions, watch: { _ in !isStopped.withLock { $0 } }, work)
    return findings.map { $0 ?? nil }
  }
}
