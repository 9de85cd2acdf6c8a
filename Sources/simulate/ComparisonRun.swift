import Campaigns
import Documents
import Foundation
import Reporting
import ResultFiles

/// A comparison, from the first run to the exit code.
struct ComparisonRun {
  private var runs: PairedRuns
  /// What the scenarios are; empty where they are just themselves.
  private let worlds: [LimitWorld]
  private let replications: Int
  private let wishes: ComparisonOptions.Wishes
  private let pool: WorkPool
  private let output: OutputOptions
  private let place: ResultsPlace?
  private let judge: BaselineJudge?

  init(
    _ runs: PairedRuns, _ worlds: [LimitWorld], replications: Int, wishes: ComparisonOptions.Wishes,
    threads: Int, output: OutputOptions, place: ResultsPlace?, judge: BaselineJudge?
  ) {
    self.runs = runs
    self.worlds = worlds
    self.replications = replications
    self.wishes = wishes
    pool = WorkPool(threads: threads)
    self.output = output
    self.place = place
    self.judge = judge
  }

  mutating func run() throws {
    let began = Date()
    let clock = ContinuousClock()
    let start = clock.now
    try extend(by: replications)
    while let precision = wishes.precision, !runs.isTruncated, !precision.isReached(by: runs) {
      let more = precision.increment(after: runs.replications)
      if more == 0 { break }
      if !output.quiet {
        Output.note("\(runs.replications) seeds: recover.p99 is not that narrow yet, \(more) more")
      }
      try extend(by: more)
    }
    let facts = RunFacts(
      began: began, wallSeconds: (clock.now - start) / .seconds(1), threads: pool.threads)
    guard runs.replications > 0 else {
      if !output.quiet { Output.note("interrupted: no seed was run with every backoff") }
      throw CommandFailure.silent(.interrupted)
    }
    try report(facts)
  }

  private mutating func extend(by count: Int) throws(CommandFailure) {
    var line = ProgressLine(output.progress, isQuiet: output.quiet)
    do throws(PairedRunError) {
      try runs.extend(by: count, on: pool) { progress in
        line.show(progress)
        return !Interruption.isRequested
      }
      line.finish()
    } catch {
      line.finish()
      throw CommandFailure(error)
    }
  }

  private func report(_ facts: RunFacts) throws {
    let comparison = Comparison(
      runs, rankedBy: wishes.rankedBy, precision: wishes.precision, worlds: worlds,
      judged: wishes.judged, on: pool)
    let baseline = runs.isTruncated ? nil : judge?.judge(runs, variants: comparison.judged)
    let closing = Closing(output, place: place, isTruncated: runs.isTruncated) {
      (place) throws(ResultsFolderError) in
      try ResultsFolder.write(
        comparison, of: runs, baseline: baseline, settings: settings, facts: facts, to: place)
    }
    let report = ComparisonReport(
      comparison, of: runs, baseline: baseline, facts: facts, folder: closing.written,
      style: .ofResults)
    try closing.close(with: report)
  }

  private var settings: ComparisonSettings {
    ComparisonSettings(sameAxes: wishes.sameAxes, precision: wishes.precision)
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
