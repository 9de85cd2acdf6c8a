import ArgumentParser
import Experiments
import Foundation
import Reporting

/// Where the results of a run go.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The results folder (default: under results/, by the scenario's name).", valueName: "dir"))
  var out: String?

  @Flag(help: "Write no results folder.")
  var noOut = false

  @Option(help: "What stdout gets.")
  var format = OutputFormat.table

  @Option(help: "Progress on stderr; auto: only on a terminal.")
  var progress = ProgressStyle.auto

  @Flag(help: "Nothing on stderr but errors.")
  var quiet = false

  @Flag(help: "Print every value of the scenario, one a line, and run nothing.")
  var printConfig = false

  func validate() throws {
    if out == "" { throw ValidationError("--out needs the name of a folder") }
    if noOut, out != nil { throw ValidationError("--out and --no-out exclude each other") }
  }

  /// nil where nothing is to be written.
  func folder(for scenario: String) -> String? { noOut ? nil : out ?? "results/\(scenario)" }
}

/// Finds out early what would spoil the results of a long run.
///
/// - Throws: where the folder holds something else than results, or the nearest one above it that
///   exists cannot be written to.
func checkFolder(_ path: String) throws(CommandFailure) {
  var place = URL(fileURLWithPath: path).standardizedFileURL
  if let names = try? FileManager.default.contentsOfDirectory(atPath: place.path), !names.isEmpty,
    !names.contains("manifest.json")
  {
    throw .runtime("'\(path)' is not empty and holds no earlier results; name another folder")
  }
  do throws(ResultsFolderError) {
    if FileManager.default.fileExists(atPath: path + "/manifest.json") {
      try ResultsFolder.check(path)
    }
  } catch {
    throw .runtime(error.description)
  }
  while true {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: place.path, isDirectory: &isDirectory) {
      guard isDirectory.boolValue else {
        throw .runtime("cannot write results to '\(path)': '\(place.path)' is a file")
      }
      guard access(place.path, W_OK | X_OK) == 0 else {
        throw .runtime("cannot write results to '\(path)': '\(place.path)' is not writable")
      }
      return
    }
    let parent = place.deletingLastPathComponent()
    if parent.path == place.path { return }
    place = parent
  }
}

/// A resolved scenario, one key a line.
func configurationText(
  _ pairs: [(path: String, value: String)], _ format: OutputFormat
) -> String {
  switch format {
  case .table: pairs.map { "\($0.path): \($0.value)\n" }.joined()
  case .csv: csv([["key", "value"]] + pairs.map { [$0.path, $0.value] })
  case .json: JSONValue.object(pairs.map { .init($0.path, .string($0.value)) }).text
  }
}
