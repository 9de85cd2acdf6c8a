import Foundation
import Reporting
import ResultFiles

/// The end of a command that has run something: the folder is written first, then the results go to
/// stdout, then the exit code says what came of them.
struct Closing {
  /// The folder that was written, if any.
  private(set) var written: String?
  private var problem: ResultsFolderError?
  private let output: OutputOptions
  private let isTruncated: Bool

  /// - Parameters:
  ///   - hash: of the scenario's values, where they tell these results from earlier ones.
  ///   - write: writes the results folder.
  init(
    _ output: OutputOptions, place: ResultsPlace?, isTruncated: Bool, hash: String? = nil,
    write: (ResultsPlace) throws(ResultsFolderError) -> Void
  ) {
    self.output = output
    self.isTruncated = isTruncated
    guard let place else { return }
    do throws(ResultsFolderError) {
      try write(place)
      written = place.path
      if !output.quiet, let note = place.replacement(hash: hash) { Output.note(note) }
    } catch {
      problem = error
    }
  }

  /// - Parameters:
  ///   - report: the results.
  ///   - brokenPromises: what each of them says and what was found.
  func close(with report: some Report, brokenPromises: [String]) throws {
    try output.format.write(report)
    if isTruncated {
      if let problem { Output.note("error: \(problem)") }
      if !output.quiet { Output.note("interrupted: the results are partial") }
      throw CommandFailure.silent(.interrupted)
    }
    if let problem { throw CommandFailure.runtime("\(problem)") }
    if brokenPromises.isEmpty { return }
    // The text for people has said so.
    if !output.format.isForPeople {
      for promise in brokenPromises { Output.note("SLO failed: \(promise)") }
    }
    throw CommandFailure.silent(.sloFailed)
  }
}

extension TerminalStyle {
  /// For what goes to stdout.
  static var ofResults: TerminalStyle {
    TerminalStyle(width: Terminal.width, usesColour: Terminal.allowsColour)
  }
}

extension RunFacts {
  /// What is known when runs are over.
  init(began: Date, wallSeconds: Double, threads: Int) {
    let usage = ProcessUsage()
    self.init(
      toolVersion: Version.number, commit: Version.commit,
      arguments: Array(CommandLine.arguments.dropFirst()), wallSeconds: wallSeconds,
      cpuSeconds: usage.cpuSeconds, threads: threads, startedAt: began.formatted(.iso8601),
      peakMemoryBytes: usage.peakMemoryBytes)
  }
}
