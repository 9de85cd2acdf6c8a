import Synchronization

/// Several questions while they are being answered.
final class CapacityInquiry: Sendable {
  private struct State: Sendable {
    var unanswered: Int
    var isStopped = false
    /// The first question in order that cannot be answered, so far.
    var failure: (place: Int, error: CapacityFailure)?
  }

  private let questions: [CapacityQuestion]
  private let pool: WorkPool
  private let watch: @Sendable (CapacityQuestion, CapacityProgress) -> Bool
  private let state: Mutex<State>

  init(
    _ questions: [CapacityQuestion], _ pool: WorkPool,
    _ watch: @escaping @Sendable (CapacityQuestion, CapacityProgress) -> Bool
  ) {
    self.questions = questions
    self.pool = pool
    self.watch = watch
    state = Mutex(State(unanswered: questions.count))
  }

  /// Returns the result of the first value of each question; nil if it could not be tried to its
  /// end. A search that needs such a value tries it again, and meets the same failure in its turn.
  func firstProbes() -> [CapacityProbe?] {
    let probes = pool.map(Array(questions.indices), watch: goesOn) {
      (place: Int, _) throws(Never) -> CapacityProbe? in
      let question = self.questions[place]
      let value = question.study.direction.firstValue(of: question.study.range)
      return try? WorkPool(threads: 1).probe(question.study, question.variant, at: value) { work in
        self.goesOn(
          place,
          CapacityProgress(
            variant: question.variant, value: value, work: work, above: nil, below: nil))
      }
    }
    return probes.map { $0 ?? nil }
  }

  /// - Parameters:
  ///   - turns: the places of the questions, in the order in which they are begun.
  ///   - firsts: of each question, its first probe; empty where there are none.
  func findings(
    in turns: [Int], knowing firsts: [CapacityProbe?]
  ) throws(CapacityFailure) -> [CapacityFinding?] {
    let found = pool.map(turns, watch: goesOn) {
      (place: Int, _) throws(Never) -> CapacityFinding? in
      self.finding(place, knowing: firsts.isEmpty ? nil : firsts[place])
    }
    if let failure = state.withLock({ $0.failure }) { throw failure.error }
    var findings = [CapacityFinding?](repeating: nil, count: questions.count)
    for (place, finding) in zip(turns, found) { findings[place] = finding ?? nil }
    return findings
  }

  private func finding(_ place: Int, knowing first: CapacityProbe?) -> CapacityFinding? {
    let question = questions[place]
    guard isWanted(place) else { return nil }
    defer { state.withLock { $0.unanswered -= 1 } }
    do throws(CapacityFailure) {
      return try WorkPool.search(
        question.study, question.variant, knowing: first, sharing: share
      ) { self.goesOn(place, $0) }
    } catch {
      // The results with other formulas are an answer.
      if case .interrupted = error { return nil }
      state.withLock { state in
        if place < state.failure?.place ?? questions.count { state.failure = (place, error) }
      }
      return nil
    }
  }

  /// The threads that one question has.
  private func share() -> WorkPool {
    WorkPool(threads: max(1, pool.threads / state.withLock { $0.unanswered }))
  }

  private func goesOn(_: WorkProgress) -> Bool { state.withLock { !$0.isStopped } }

  private func goesOn(_ place: Int, _ progress: CapacityProgress) -> Bool {
    if !watch(questions[place], progress) { state.withLock { $0.isStopped = true } }
    return isWanted(place)
  }

  /// Returns true if a question is still wanted. Questions before one that has failed are still
  /// wanted, because one of them may fail, too.
  private func isWanted(_ place: Int) -> Bool {
    state.withLock { !$0.isStopped && place < $0.failure?.place ?? questions.count }
  }
}
