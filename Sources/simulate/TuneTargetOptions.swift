import ArgumentParser
import Scenarios
import Studies
import Text

/// The options for the scenarios on which formulas are tuned and tested.
struct TuneTargetOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "A YAML file or a built-in scenario (default: gateway-restart, away for 40 to 90 s).",
      valueName: "scenario"))
  var first: String?

  @Option(
    name: .customLong("scenario"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "To tune on beside that one, or in place of the default; repeatable. Means are over all.",
      valueName: "scenario"))
  var more: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Tested on in place of the usual, repeatable.", valueName: "scenario"))
  var test: [String] = []

  @Flag(help: "Leave the catalogue out of the test.")
  var noCatalogue = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Clients in the fleet: 500, 10k, 1M.", valueName: "n"))
  var clients: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The own formula, in place of the scenario's: the one to be no worse than.",
      valueName: "name|formula"))
  var backoff: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "First seed of the runs, and of the points tried; decimal or 0x...", valueName: "s"))
  var seed: String?

  @OptionGroup var worlds: WorldsOption

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Any key of the scenarios: network.loss=1%, clients.profile=forWeb. Repeatable.",
      valueName: "key.path=value"))
  var set: [String] = []

  @Flag(help: "Run them also where a fault would begin only when the run is over.")
  var allowUnused = false

  /// - Throws: where a scenario is bad, or has no clients that wait by a formula.
  func target() throws(CommandFailure) -> TuningTarget {
    let target = try loaded()
    let all = target.scenarios + target.test + target.storms
    if let stranger = all.first(where: { !$0.takesVariants }) {
      throw .usage(
        "no client of \(stranger.name) waits by a formula that could be tuned: they wait by rules of "
          + "their own, or their cohort has a backoff of its own")
    }
    return target
  }

  private func loaded() throws(CommandFailure) -> TuningTarget {
    let overrides = try overrides()
    let limit = try worlds.limit()
    let names = [first].compactMap { $0 } + more
    if names.isEmpty, test.isEmpty { return try standard(overrides, limit) }
    let scenarios = try names.isEmpty ? standard(overrides, nil).scenarios : load(names, overrides)
    // Tested with other seeds where nothing else is named.
    let tested = try test.isEmpty ? scenarios : load(test, overrides)
    for list in [scenarios, tested] { _ = try list.behind(limit) }
    let name =
      names.isEmpty
      ? TuningTarget.standardScenario : scenarios.map(\.name).joined(separator: "+")
    return TuningTarget(name: name, scenarios: scenarios, test: tested, limit: limit)
  }

  private func standard(
    _ overrides: [Override], _ limit: LimitRate?
  ) throws(CommandFailure) -> TuningTarget {
    if overrides.contains(where: { $0.path == "faults.0.for" || $0.path == "faults" }) {
      throw .usage(
        "--set faults.0.for: the default scenarios differ in just that; name the scenario to tune on"
      )
    }
    return try CommandFailure.ofUsage {
      var checks = checks
      checks.files = ScenarioFiles(copies: [])
      return try .standard(overrides: overrides, checks: checks, limit: limit)
    }
  }

  private func load(
    _ names: [String], _ overrides: [Override]
  ) throws(CommandFailure) -> [Scenario] {
    var scenarios: [Scenario] = []
    for name in names {
      let source = try ScenarioSource(name, set: set)
      try CommandFailure.ofUsage { scenarios.append(try source.decode(overrides, checks)) }
      let name = scenarios[scenarios.count - 1].name
      if scenarios.dropLast().contains(where: { $0.name == name }) {
        throw .usage("there are two scenarios named '\(name)'; results go by that name")
      }
    }
    return scenarios
  }

  private var checks: ScenarioChecks { allowUnused ? .commandLine : .strict }

  private func overrides() throws(CommandFailure) -> [Override] {
    guard backoff.count <= 1 else {
      throw .usage("--backoff is given \(backoff.count) times; a fleet has one formula of its own")
    }
    return try Override.typed(
      [
        ("--clients", "clients.count", clients), ("--backoff", "clients.backoff", backoff.first),
        ("--seed", "seed", seed),
      ], set: set)
  }
}
