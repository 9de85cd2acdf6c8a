/// The content that every manifest has, whatever was studied. It is read when the kind is not known
/// yet, also from folders of earlier versions.
package struct ManifestHead: Sendable {
  /// The name of the file.
  package static let file = "manifest.json"

  package let kind: ResultsKind
  /// The name of the scenario, or of several.
  package let scenario: String
  package let digest: String
  /// Every value of the scenario by its path; nil where there are several scenarios.
  package let resolved: Members<String>?
  package let resolvedHash: String?
  /// Each scenario if there are several; otherwise the only one.
  package let scenarios: [(name: String, resolved: Members<String>)]
  /// The names of the formulas; nil where they are not varied.
  package let variants: [String]?
  /// How many seeds were run, from 1 up.
  package let replications: Int
  /// The number of events of all runs together.
  package let events: Int
  /// The command that makes the folder again; empty where the manifest has the scenario's source instead.
  package let command: [String]
  /// True if the run was broken off.
  package let isTruncated: Bool
  /// The version of the program that made it, and the source revision.
  package let tool: String
  /// The command line, without the name of the program.
  package let arguments: [String]
  /// How the scenario was written; nil in manifests of earlier versions.
  package let source: ScenarioRecord.Source?
  /// The files beside the manifest.
  package let files: [String]
  /// The hashes by the file's name; empty in manifests of earlier versions.
  package let hashes: [(file: String, hash: String)]

  /// - Throws: where it is no manifest of ours, or does not say which files are its.
  package init(_ bytes: some Sequence<UInt8>) throws(DocumentError) {
    let json: JSONValue
    do throws(JSONError) {
      json = try JSONValue(parsing: Array(bytes))
    } catch {
      throw DocumentError("", error.description)
    }
    try self.init(json)
  }

  package init(_ json: JSONValue) throws(DocumentError) {
    let written: Written = try json.decoded()
    // A name with a path in it would lead elsewhere.
    let isPlain: (String) -> Bool = { !$0.isEmpty && !$0.contains("/") && $0 != ".." && $0 != "." }
    if let wrong = written.files.first(where: { !isPlain($0) }) {
      throw DocumentError("files", "'\(wrong)' is no name of a file in the folder")
    }
    kind = written.studied
    scenario = written.scenario
    digest = written.digest
    resolved = written.resolved
    resolvedHash = written.resolvedHash?.value
    let own = written.resolved.map { [(name: written.scenario, resolved: $0)] } ?? []
    scenarios = written.scenarios?.map { ($0.scenario, $0.resolved) } ?? own
    variants = written.variants
    replications = max(1, written.replications ?? 1)
    isTruncated = written.truncated ?? false
    events = written.events ?? 0
    command = written.command ?? []
    tool = "\(written.tool?.version ?? "unknown") (\(written.commit ?? "unknown"))"
    source = written.source
    arguments = written.wallClock?.arguments ?? []
    files = written.files
    hashes = (written.hashes ?? Members()).all
      .filter { $0.name != FolderContent.algorithm }.map { ($0.name, $0.value) }
  }

  private struct Written: Decodable {
    struct Clock: Decodable { var arguments: [String]? }
    struct Hash: Decodable { var value: String }
    struct Tool: Decodable { var version: String }
    struct Several: Decodable {
      var scenario: String
      var resolved: Members<String>
    }

    var schema: Int
    var kind: ResultsKind?
    var tool: Tool?
    var commit: String?
    var scenario: String
    var resolved: Members<String>?
    var resolvedHash: Hash?
    var source: ScenarioRecord.Source?
    var scenarios: [Several]?
    var variants: [String]?
    var replications: Int?
    var truncated: Bool?
    var events: Int?
    var command: [String]?
    var digest: String
    var files: [String]
    var hashes: Members<String>?
    var wallClock: Clock?
    var grid: JSONValue?
    var tunedOn: JSONValue?

    /// Manifests of earlier versions do not say it, but differ in what they tell.
    var studied: ResultsKind {
      if let kind { return kind }
      if grid != nil { return .sweep }
      if variants != nil { return .comparison }
      return tunedOn != nil ? .tuning : .run
    }
  }
}
