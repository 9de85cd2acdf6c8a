import ArgumentParser
import Documents
import Foundation
import Scenarios
import Store
import Studies

/// The options for the earlier results with which a command's results are compared.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The results folder of an earlier run of the same kind: where a headline metric is worse by more \
      than the tolerance, the exit code is 4. The new results need another --out.
      """, valueName: "dir"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      """
      How much worse a headline metric may be than in the baseline (default: 2%); recover.p99=5% says \
      it of one metric, which is then judged whatever it is, and off says that no other is. Repeatable.
      """, valueName: "share"))
  var tolerance: [String] = []

  func validate() throws {
    if baseline == "" { throw ValidationError("--baseline needs the name of a folder") }
    if baseline == nil, !tolerance.isEmpty {
      throw ValidationError("--tolerance needs a --baseline to compare with")
    }
  }

  /// Finds out before the first event whether the results can be held against the baseline.
  ///
  /// - Parameters:
  ///   - kind: of the results to come.
  ///   - variants: the names of the backoffs that are judged; nil where there is no comparison.
  ///   - place: where the results go.
  /// - Returns: nil where there is no baseline.
  func judge(
    _ kind: ResultsKind, _ scenarios: [Scenario], variants: [String]? = nil, seeds: Int,
    place: ResultsPlace?, isQuiet: Bool
  ) throws(CommandFailure) -> BaselineJudge? {
    guard let baseline else { return nil }
    if let place { try Self.check(place.path, apartFrom: baseline) }
    let judge = try CommandFailure.ofUsage {
      try BaselineJudge(
        Baseline(folder: baseline, for: kind), Tolerances(tolerance), scenarios: scenarios,
        variants: variants, seeds: seeds, tool: "\(Version.number) (\(Version.commit))")
    }
    if !isQuiet { for note in judge.notes { Output.note("baseline: \(note)") } }
    return judge
  }

  private static func check(_ path: String, apartFrom baseline: String) throws(CommandFailure) {
    func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
    }
    let (new, old) = (resolved(path), resolved(baseline))
    let problem =
      new == old
      ? "take its place" : new.hasPrefix(old + "/") ? "lie in it" : nil
    guard let problem else { return }
    throw .usage(
      "--baseline \(baseline): the new results would \(problem); name another folder with --out, or "
        + "use --no-out")
  }
}
