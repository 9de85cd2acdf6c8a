import Foundation
import Store
import Text

/// The pipeline that the command runs in, as far as its environment says: GitHub Actions sets
/// `GITHUB_ACTIONS` to true, and `GITHUB_STEP_SUMMARY` to a file that it shows as the summary of the step.
enum Pipeline {
  /// Adds a report to the step's summary and names what failed, as the pipeline asks for it. stdout is not
  /// touched, and nothing here makes a command fail.
  static func tell(_ report: some Report) {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["GITHUB_STEP_SUMMARY"], !path.isEmpty {
      if let problem = append(report, to: path) {
        Output.note("note: the step's summary is not written: \(problem)")
      }
    }
    if environment["GITHUB_ACTIONS"] == "true" {
      for line in pipelineAnnotations(report.verdicts) { Output.command(line) }
    }
  }

  /// The most bytes that GitHub takes as the summary of one step.
  private static let limit = 1 << 20

  /// - Returns: what went wrong; nil where nothing did.
  private static func append(_ report: some Report, to path: String) -> String? {
    let disk = Disk()
    do {
      guard try disk.kind(of: path) ?? .file == .file else { return "\(path) is not a file" }
      let size = try disk.kind(of: path) == nil ? 0 : disk.read(path).count
      let text = try pipelineSummary(of: report, limit: limit - size)
      if text.isEmpty { return "\(path) has no room left" }
      let file = try disk.open(path, .append)
      defer { disk.close(file) }
      try disk.write(Array(text.utf8), to: file)
      return nil
    } catch {
      return "\(path): \(error)"
    }
  }
}
