import Foundation
import Scenarios
import Words

/// The source of a scenario: a file, or the product itself.
struct ScenarioSource {
  /// How problems are located.
  var label: String
  var bytes: [UInt8]
  /// The run that a manifest records; nil where this is a scenario file.
  private(set) var repetition: Repetition?
  /// The changes and the promises on the command line of that run.
  private(set) var overrides: [Override] = []
  private(set) var promises: [String] = []
  /// The files that it names.
  private(set) var files = ScenarioFiles(copies: [])

  static let defaultName = "gateway-restart"

  /// - Parameters:
  ///   - name: a built-in scenario or a file. A file that is called like a built-in scenario needs a `./`
  ///     in front.
  ///   - set: changes of the command line, `key.path=value`. A file that one of them names is not the one
  ///     that a manifest records.
  init(_ name: String, set: [String] = []) throws(CommandFailure) {
    label = name
    if let text = ScenarioFile.builtIn(name) {
      bytes = Array(text.utf8)
    } else {
      try Self.check(name)
      bytes = try readFile(name, limit: Self.sizeLimit)
      try readManifest(set.compactMap { Override($0)?.path })
    }
  }

  /// One byte more than a scenario may have: reading on would not make it a scenario.
  private static let sizeLimit = 1 << 20 + 1

  /// - Throws: where `name` is neither a built-in scenario nor a file, with what may be meant.
  static func check(_ name: String) throws(CommandFailure) {
    if ScenarioFile.builtIn(name) != nil { return }
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: name, isDirectory: &isDirectory) {
      if isDirectory.boolValue { throw .usage(Self.directory(name)) }
      return
    }
    let isPath = name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml")
    var base = String(name.split(separator: "/").last ?? "")
    if let dot = base.lastIndex(of: "."), isPath { base = String(base[..<dot]) }
    let near = nearest(to: base, in: Simulate.verbs + ScenarioFile.builtInNames)
    let hint = near.map { "; did you mean '\($0)'?" } ?? ""
    if isPath { throw .usage("there is no file '\(name)'\(hint)") }
    throw .usage(
      """
      '\(name)' is no verb, no built-in scenario and no file\(hint)
      verbs: \(Simulate.verbs.joined(separator: ", "))
      scenarios: \(ScenarioFile.builtInNames.joined(separator: ", "))
      """)
  }

  /// Takes the scenario from a manifest, where the file is one.
  /// - Parameter changed: keys whose values are no longer those of the manifest.
  private mutating func readManifest(_ changed: [String]) throws(CommandFailure) {
    guard let repetition = try Repetition(self) else { return }
    self.repetition = repetition
    guard let source = repetition.source else {
      throw .usage(
        "\(label) has no source: it was made by an earlier version, and cannot be run again")
    }
    label = source.file
    bytes = Array(source.text.utf8)
    overrides = source.set.map { Override(path: $0.path, value: $0.value) }
    promises = source.slo
    let folder = splitPath(repetition.manifest).folder
    let copies = (source.files ?? []).filter { file in
      !changed.contains { "\(file.key).".hasPrefix("\($0).") }
    }
    files = ScenarioFiles(copies: copies.map { RecordedCopy($0, in: folder) })
  }

  private static func directory(_ name: String) -> String {
    let manifest = name + (name.hasSuffix("/") ? "" : "/") + "manifest.json"
    let isResults = FileManager.default.fileExists(atPath: manifest)
    return "'\(name)' is a directory, not a scenario file"
      + (isResults ? "; to run these results again: simulate \(manifest)" : "")
  }

  /// Reads the scenario, with formulas and metrics judged too.
  func decode(
    _ overrides: [Override] = [], _ checks: ScenarioChecks = .commandLine
  ) throws(ScenarioError) -> Scenario {
    var checks = checks
    checks.files = files
    return try ScenarioFile.decode(
      bytes: bytes, file: label, overrides: self.overrides + overrides, checks: checks)
  }
}

/// The bytes of a file, at most `limit` of them.
func readFile(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
  guard let file = fopen(path, "r") else {
    throw .usage("cannot read '\(path)': \(String(cString: strerror(errno)))")
  }
  defer { fclose(file) }
  InputFiles.note(path)
  var bytes = [UInt8](repeating: 0, count: limit)
  let count = fread(&bytes, 1, limit, file)
  guard ferror(file) == 0 else {
    throw .usage("cannot read '\(path)': \(String(cString: strerror(errno)))")
  }
  return Array(bytes.prefix(count))
}
