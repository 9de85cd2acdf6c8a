import Foundation

/// The program under attack.
enum Tool {
  static let name = "simulate"

  static func path() throws -> String {
    guard let found else {
      throw Trouble("the tool is not built: swift build --product simulate, or set SQUALL_TOOL")
    }
    return found
  }

  /// Beside the test bundle, or where the package builds it.
  private static let found: String? = {
    if let given = ProcessInfo.processInfo.environment["SQUALL_TOOL"], !given.isEmpty {
      return URL(fileURLWithPath: given).path
    }
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folders = [
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
      package.appendingPathComponent(".build/release"),
      package.appendingPathComponent(".build/debug"),
    ]
    return folders.map { $0.appendingPathComponent(name).path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// What programs are started with.
  static let environment: [String: String] = {
    var variables = ProcessInfo.processInfo.environment
    // What a pipeline would have the tool write beside its results is none of the attacks' business.
    for name in ["GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"] { variables[name] = nil }
    // What would change the output, or be taken for a cluster's job.
    let unwanted = ["COLUMNS", "NO_COLOR", "SQUALL_SHARDS", "PARALLEL_SEQ", "JOB_COMPLETION_INDEX"]
    for name in Array(variables.keys) where unwanted.contains(name) || name.hasPrefix("SLURM_") {
      variables[name] = nil
    }
    // A backtrace takes seconds, and says less than the command line.
    variables["SWIFT_BACKTRACE"] = "enable=no"
    return variables
  }()

  /// How many clients of the default scenario this build, on this machine, simulates in about a
  /// second: a debug build needs many times as long as a release build.
  static let clientsPerSecond: Int = {
    guard let place = try? Place() else { return 10_000 }
    let arguments = ["--clients", "10000", "--duration", "130s", "--no-out", "--quiet"]
    guard let ending = try? place.run(Launch(arguments)), ending.seconds > 0 else { return 10_000 }
    return max(2_000, min(300_000, Int(10_000 / ending.seconds)))
  }()
}
