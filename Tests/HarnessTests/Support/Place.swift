import Foundation

/// A folder of its own for one case, gone afterwards. Programs run in `work`; what they print goes
/// into files beside it, so that `work` holds what they have made and nothing else.
final class Place {
  let root: String
  private var starts = 0

  init() throws {
    let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    root = folder.path + "/squall-harness-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: root + "/work", withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  var work: String { root + "/work" }

  func path(_ name: String) -> String { work + "/" + name }

  func exists(_ name: String) -> Bool { kind(of: path(name)) != nil }

  /// Writes a file, with the folders above it.
  func write(_ bytes: [UInt8], to name: String) throws {
    let folder = (path(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func read(_ name: String) throws -> [UInt8] { try bytes(of: path(name)) }

  /// What stands in a folder, hidden names too, in order.
  func names(_ folder: String = "") -> [String] { listing(of: path(folder)) }

  /// Whether programs have written anything outside their folder.
  var strangers: [String] {
    listing(of: root).filter { $0 != "work" && !$0.hasPrefix("out-") && !$0.hasPrefix("err-") }
  }

  // MARK: Running

  /// Runs the program to its end, or to that of its time.
  func run(_ launch: Launch) throws -> Ending {
    // The folder must not be gone while it is at work.
    try withExtendedLifetime(self) { try start(launch).finish() }
  }

  func run(_ arguments: String...) throws -> Ending { try run(Launch(arguments)) }

  /// Starts the program.
  func start(_ launch: Launch) throws -> Started {
    starts += 1
    let errors = "\(root)/err-\(starts)"
    let output = "\(root)/out-\(starts)"
    let child = try Child(
      launch.words(in: work), input: .file("/dev/null"), output: launch.output ?? .file(output),
      errors: .file(errors))
    return Started(child, launch, output: launch.output == nil ? output : nil, errors: errors)
  }
}

/// The names in a folder, in order; none where there is no such folder.
func listing(of folder: String) -> [String] {
  ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}

func bytes(of path: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}
