import Foundation
import Reporting

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
      for line in pipelineAnnotations(report.verdicts) { Output.note(line) }
    }
  }

  /// What GitHub takes as the summary of one step.
  private static let limit = 1 << 20

  /// - Returns: what went wrong; nil where nothing did.
  private static func append(_ report: some Report, to path: String) -> String? {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o666)
    guard file >= 0 else { return "\(path): \(String(cString: strerror(errno)))" }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      return "\(path) is not a file"
    }
    let text: String
    do {
      text = try pipelineSummary(of: report, limit: limit - Int(facts.st_size))
    } catch {
      return "\(error)"
    }
    if text.isEmpty { return "\(path) has no room left" }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return "\(path): \(String(cString: strerror(errno)))"
      }
    }
    return nil
  }
}
