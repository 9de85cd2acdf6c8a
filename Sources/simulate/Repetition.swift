import Documents
import Scenarios
import Systems
import Words

/// A run that a manifest records, to be run again.
struct Repetition {
  private let recorded: ManifestHead
  let manifest: String

  /// nil where the source is a scenario file and no manifest.
  /// - Throws: where the manifest is damaged, or records something else than a run.
  init?(_ source: ScenarioSource) throws(CommandFailure) {
    let recorded: ManifestHead
    do throws(DocumentError) {
      recorded = try ManifestHead(source.bytes)
    } catch {
      let keys = Self.keys(of: source.bytes)
      if keys.isSuperset(of: ["kind", "resolved"]) {
        throw .usage("\(source.label) is a damaged manifest: \(error)")
      }
      if keys.isSuperset(of: ["schema", "scenario"]) {
        throw .usage(
          "\(source.label) holds results, and is no scenario; to run them again: simulate "
            + "\(shellWord(splitPath(source.label).folder + "/" + ManifestHead.file))")
      }
      return nil
    }
    self.recorded = recorded
    manifest = source.label
    if recorded.kind == .run { return }
    let command = (["simulate"] + recorded.arguments.map(shellWord)).joined(separator: " ")
    let hint = recorded.arguments.isEmpty ? "" : "; its command was: \(shownOption(command))"
    throw .usage(
      "\(manifest) records \(recorded.kind.words): only the manifest of a run can be run again\(hint)"
    )
  }

  /// The keys of a JSON object; none of anything else.
  private static func keys(of bytes: [UInt8]) -> Set<String> {
    guard case .object(let members)? = try? JSONValue(parsing: bytes) else { return [] }
    return Set(members.map(\.key))
  }

  /// How its scenario was written; nil in manifests of earlier versions.
  var source: ScenarioRecord.Source? { recorded.source }

  /// How many seeds, where the command line does not say.
  var replications: Int { recorded.replications }

  /// Returns the note about a finished run; nil if it is not the recorded one, because values or
  /// seeds were changed.
  func note(_ scenario: Scenario, seeds: Int, digest: String, isTruncated: Bool) -> String? {
    guard !isTruncated, !recorded.isTruncated, seeds == recorded.replications,
      scenarioHash(scenario.resolved) == recorded.resolvedHash
    else { return nil }
    if digest == recorded.digest { return "the same digest as in \(manifest)" }
    let own = "\(Version.number) (\(Version.commit))"
    let versions =
      recorded.tool == own
      ? "both were made by squall \(own)" : "it was made by squall \(recorded.tool), this is \(own)"
    return "warning: \(manifest) has another digest, \(recorded.digest): \(versions)"
  }
}
