import Documents
import Studies
import Text

/// The runs of a comparison: as many seeds as were asked for, or as it takes to be precise.
struct ComparisonRun {
  private let question: CompareCommand.Question
  private let stage: StudyStage
  private var runs: PairedRuns

  init(_ question: CompareCommand.Question, _ stage: StudyStage) {
    self.question = question
    self.stage = stage
    runs = PairedRuns(question.scenarios, question.variants)
  }

  /// - Returns: nil where it was interrupted before a seed was run with every backoff.
  consuming func outcome() throws(CommandFailure) -> (any StudyReport)? {
    let wishes = question.wishes
    try extend(by: question.count)
    while let precision = wishes.precision, !runs.isTruncated, !precision.isReached(by: runs) {
      let more = precision.increment(after: runs.replications)
      if more == 0 { break }
      stage.note("\(runs.replications) seeds: the intervals are not that narrow yet, \(more) more")
      try extend(by: more)
    }
    let facts = stage.facts()
    guard runs.replications > 0 else {
      stage.note("interrupted: no seed was run with every backoff")
      return nil
    }
    let baseline = runs.isTruncated ? nil : question.judge?.judge(runs, variants: question.judged)
    let comparison = ComparisonDocument(
      runs, rankedBy: wishes.rankedBy, precision: wishes.precision, worlds: question.worlds,
      judged: wishes.judged, baseline: baseline, on: stage.pool)
    return ComparisonReport(
      comparison.judged(runs), of: runs, sameAxes: wishes.sameAxes,
      facts: facts)
  }

  private mutating func extend(by count: Int) throws(CommandFailure) {
    do throws(PairedRunError) {
      try stage.watched { watch throws(PairedRunError) in
        try runs.extend(by: count, on: stage.pool) { watch.goesOn($0) }
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}

extension CommandFailure {
  init(_ error: PairedRunError) {
    switch error {
    case .formula(let error): self = .usage(error.description)
    case .run(let variant, let scenario, let error):
      self.init(error)
      message = message.map { "\(variant) in \(scenario), \($0)" }
    }
  }
}
