import Foundation
import Testing

/// Whether the program is optimised: what takes it long is not tried otherwise.
#if DEBUG
  let isOptimised = false
#else
  let isOptimised = true
#endif

/// What a command line came to.
struct Ending {
  var status: Int32
  var results: String
  var messages: String

  /// stdout as a JSON object.
  var json: [String: Any] {
    get throws {
      let value = try JSONSerialization.jsonObject(with: Data(results.utf8))
      return try #require(value as? [String: Any])
    }
  }
}

/// A folder of its own for one test, gone afterwards.
final class Workplace {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("squall-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Runs the tool in this folder and waits for its end.
  func simulate(_ arguments: String..., input: String = "") throws -> Ending {
    let process = try start(arguments, input: input)
    process.waitUntilExit()
    return try ending(of: process)
  }

  /// Starts the tool in this folder; its output goes to files here.
  /// - Parameters:
  ///   - columns: how wide a terminal the tool is told of.
  ///   - variables: that it finds in its environment beside our own.
  func start(
    _ arguments: [String], input: String = "", columns: Int? = nil,
    _ variables: [String: String] = [:]
  ) throws -> Process {
    try write(input, to: ".in")
    for name in [".out", ".err"] { try write("", to: name) }
    let process = Process()
    process.executableURL = try tool()
    process.arguments = arguments
    process.currentDirectoryURL = url
    process.environment = outsidePipeline.merging(variables) { $1 }
    if let columns { process.environment?["COLUMNS"] = "\(columns)" }
    process.standardInput = try FileHandle(forReadingFrom: url.appendingPathComponent(".in"))
    process.standardOutput = try FileHandle(forWritingTo: url.appendingPathComponent(".out"))
    process.standardError = try FileHandle(forWritingTo: url.appendingPathComponent(".err"))
    try process.run()
    return process
  }

  func ending(of process: Process) throws -> Ending {
    Ending(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      results: try read(".out"), messages: try read(".err"))
  }
}

/// Our environment, without what would make the tool write into the pipeline that we are run in ourselves.
let outsidePipeline = ProcessInfo.processInfo.environment.filter {
  !["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"].contains($0.key)
}

/// The built tool: it stands beside the test bundle.
func tool() throws -> URL {
  var candidates = [
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
  ]
  let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  candidates.append(package.appendingPathComponent(".build/debug"))
  let tools = candidates.map { $0.appendingPathComponent("simulate") }
  return try #require(
    tools.first { FileManager.default.isExecutableFile(atPath: $0.path) },
    "the tool is not built: swift build --product simulate")
}
