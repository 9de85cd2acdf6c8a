import Documents
import Foundation
import Store
import Studies
import Text
import Verdicts

/// The end of a command that has run something: the folder is written first, then the results go to
/// stdout, then the exit code says what came of them.
struct Closing {
  /// The results, with what became of the promises and of the metrics that have a baseline.
  private var report: any StudyReport
  private let output: OutputOptions
  private var problem: ResultsFolderError?

  /// Writes the results folder, where there is to be one.
  init(_ report: any StudyReport, to place: ResultsPlace?, _ output: OutputOptions) {
    self.report = report.shown(from: nil, .ofResults)
    self.output = output
    guard let place else { return }
    do throws(ResultsFolderError) {
      try report.write(to: place)
      self.report.folder = place.path
      let note = place.replacement(hash: report.scenarioHash)
      if !output.quiet, let note { Output.note(note) }
    } catch {
      problem = error
    }
  }

  func close() throws {
    let problems = [problem?.description].compactMap { $0 } + (try output.write(report))
    if report.isTruncated {
      for problem in problems { Output.note("error: \(problem)") }
      if !output.quiet { Output.note("interrupted: the results are partial") }
      throw CommandFailure.silent(.interrupted)
    }
    if !problems.isEmpty { throw CommandFailure.runtime(problems.joined(separator: "\n")) }
    let failing = report.verdicts.filter(\.fails)
    guard let worst = failing.map(\.status).min(by: { $0.rawValue < $1.rawValue }) else { return }
    // The text for people has said so.
    if !output.format.isForPeople {
      for verdict in failing { Output.note("\(verdict.title): \(verdict.sentence)") }
    }
    throw CommandFailure.silent(worst)
  }
}

extension Verdict {
  /// The exit status of the command if this verdict fails.
  fileprivate var status: ExitStatus {
    switch group {
    case .promises: .sloFailed
    case .baseline: .regression
    }
  }

  fileprivate var title: String {
    switch group {
    case .promises: "SLO failed"
    case .baseline: "regression"
    }
  }
}

extension TerminalStyle {
  /// The style for output on stdout.
  static var ofResults: TerminalStyle {
    TerminalStyle(width: Terminal.width, usesColour: Terminal.allowsColour)
  }
}

extension RunFacts {
  /// Creates the facts that are known when runs are over.
  init(began: Date, wallSeconds: Double, threads: Int) {
    let usage = ProcessUsage()
    self.init(
      toolVersion: Version.number, commit: Version.commit, arguments: Arguments.all,
      wallSeconds: wallSeconds, cpuSeconds: usage.cpuSeconds, threads: threads,
      startedAt: began.formatted(.iso8601), peakMemoryBytes: usage.peakMemoryBytes)
  }
}
