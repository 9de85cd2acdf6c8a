import Foundation
import Testing

/// Something that must not be, with all that is needed to see it again.
struct Finding: Sendable {
  let number: Int
  let faults: [String]
  /// The command lines and what came of them.
  let story: String
  /// The files that they were given.
  let files: [String: [UInt8]]

  /// - Parameter number: of the case.
  init(_ number: Int, _ faults: [String], _ story: String, files: [String: [UInt8]] = [:]) {
    self.number = number
    self.faults = faults
    self.story = story
    self.files = files
  }

  /// One finding where there are faults, or none.
  static func list(
    _ number: Int, _ faults: [String], _ ending: Ending, files: [String: [UInt8]] = [:]
  ) -> [Finding] {
    faults.isEmpty ? [] : [Finding(number, faults, ending.description, files: files)]
  }
}

/// Makes issues of what was found, and keeps the whole of it.
func report(_ findings: [Finding], of part: String) {
  for finding in findings.prefix(10) {
    let files = finding.files.sorted { $0.key < $1.key }
      .map { "\n--- \($0.key)\n\(shown($0.value))" }.joined()
    let isLong = finding.story.count > 8_000
    let story = isLong ? String(finding.story.prefix(8_000)) + "..." : finding.story
    Issue.record(
      """
      \(part), case \(finding.number): \(finding.faults.joined(separator: "; "))
      \(story)\(files)
      whole in \(keep(finding, part))
      """)
  }
  if findings.count > 10 { Issue.record("\(part): and \(findings.count - 10) more") }
}

/// Says which cases of a part were tried, and how many came to what.
func note(_ part: String, _ text: String) { print("harness: \(part): \(text)") }

private func keep(_ finding: Finding, _ part: String) -> String {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("squall-harness-kept/\(part)-\(Amount.seed)-\(finding.number)")
  try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  let story = finding.faults.joined(separator: "\n") + "\n" + finding.story + "\n"
  try? Data(story.utf8).write(to: folder.appendingPathComponent("story.txt"))
  for (name, bytes) in finding.files {
    try? Data(bytes).write(to: folder.appendingPathComponent(name.replacingSlashes))
  }
  return folder.path
}

extension String {
  fileprivate var replacingSlashes: String { replacingOccurrences(of: "/", with: "_") }
}
