import Foundation

/// The exact figures of a run, a line each, appended to the file that the environment variable
/// `SQUALL_FIGURES` names.
///
/// `check.sh` compares them: `benchmark thresholds check` passes over a benchmark or a metric that has
/// gone missing, and so would let a counter that stopped counting pass.
enum Figures {
  private static let path = ProcessInfo.processInfo.environment["SQUALL_FIGURES"]
  private static let suite = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent

  static func note(benchmark: String, metric: String, value: Int) {
    guard let path else { return }
    guard let file = fopen(path, "a") else {
      fatalError("cannot write the figures to \(path)")
    }
    fputs("\(suite)\t\(benchmark)\t\(metric)\t\(value)\n", file)
    fclose(file)
  }
}
