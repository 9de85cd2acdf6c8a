import Documents

/// How to make a folder again, and of what.
struct RunAgain {
  var title = "How to run it again"
  let about: String
  /// An option a line; empty where it is not known.
  let command: String
  let digest: String
  /// Behind the digest: what it took.
  let work: String
  /// Every setting.
  let folds: [Fold]

  /// A study of one scenario.
  init(
    _ command: CommandLine, _ scenario: ScenarioRecord, digest: String, events: Int, runs: Int
  ) {
    about = scenario.resolved["about"] ?? ""
    self.command = command.text
    self.digest = digest
    work = "\(PageNumber.count(events)) events in \(PageNumber.count(runs)) runs."
    folds = [Self.settings(scenario.resolved, scenario.resolvedHash.value)]
  }

  /// The runs of a manifest.
  init(manifest head: ManifestHead) {
    title = "The scenario, and how to run it again"
    let settings = head.resolved ?? Members()
    about = settings["about"] ?? ""
    command = "simulate manifest.json"
    digest = head.digest
    work =
      "\(PageNumber.count(head.events)) events. The manifest beside this page runs it again. "
      + Self.promise("scenario and seed give")
    folds = [Self.settings(settings, head.resolvedHash ?? "")]
  }

  /// The command of a manifest.
  /// - Parameter scenarios: their names and settings.
  init(command head: ManifestHead, _ scenarios: [(name: String, settings: Members<String>)]) {
    about = ""
    command = head.command.isEmpty ? "" : CommandLine(words: head.command).text
    digest = head.digest
    work = "\(PageNumber.count(head.events)) events. " + Self.promise("scenarios and seeds give")
    folds = Self.settings(scenarios)
  }

  private static func promise(_ same: String) -> String {
    "The same \(same) the same digest on any machine."
  }

  private static func settings(_ settings: Members<String>, _ hash: String) -> Fold {
    Fold(
      summary: "Every setting (hash \(hash))", columns: ["key", "value"],
      rows: settings.all.map { [$0.name, $0.value] }, style: "mono")
  }

  /// Returns the settings that all scenarios share, and those in which they differ.
  private static func settings(
    _ scenarios: [(name: String, settings: Members<String>)]
  ) -> [Fold] {
    let values = scenarios.map(\.settings.dictionary)
    func isShared(_ path: String) -> Bool {
      values.allSatisfy { $0[path] == values.first?[path] }
    }
    let shared = (scenarios.first?.settings.all ?? []).filter { isShared($0.name) }
      .map { [$0.name, ShownNames.clean($0.value)] }
    let differing = scenarios.flatMap { scenario in
      scenario.settings.all.filter { !isShared($0.name) }
        .map { ["\(scenario.name): \($0.name)", ShownNames.clean($0.value)] }
    }
    let whose = scenarios.count > 1 ? "Settings that all scenarios share" : "Every setting"
    let all =
      [("\(whose) (\(shared.count))", shared)]
      + (differing.isEmpty ? [] : [("Settings in which they differ", differing)])
    return all.map { Fold(summary: $0, columns: ["key", "value"], rows: $1, style: "mono") }
  }
}
