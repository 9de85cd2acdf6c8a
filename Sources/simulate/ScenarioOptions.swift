import ArgumentParser
import Scenarios
import Systems
import Words

/// Which scenario, and what is changed in it.
struct ScenarioOptions: ParsableArguments {
  @Argument(help: "A YAML file or a built-in scenario (default: gateway-restart).")
  var scenario: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Clients in the fleet: 500, 10k, 1M.", valueName: "n"))
  var clients: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The session system of the clients: \(SessionSystem.names.joined(separator: ", ")).",
      valueName: "name"))
  var session: String?

  @Option(parsing: .unconditional, help: ArgumentHelp(profileHelp, valueName: "name"))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of all random draws, decimal or 0x...", valueName: "s"))
  var seed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Virtual time at which the run ends at the latest: 10m.", valueName: "time"))
  var duration: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Any key of the scenario: network.loss=1%, faults.0.for=2m. Repeatable.",
      valueName: "key.path=value"))
  var set: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A promise, added to the scenario's: 'recover.p99 < 90s'. Repeatable.", valueName: "expr"))
  var slo: [String] = []

  @Flag(help: "Run it also where a fault would begin only when the run is over.")
  var allowUnused = false

  /// A run that is made again was allowed once.
  func checks(of source: ScenarioSource) -> ScenarioChecks {
    var checks: ScenarioChecks =
      allowUnused || source.repetition != nil ? .commandLine : .strict
    checks.files = source.files
    return checks
  }

  /// The scenario with everything from the command line applied.
  /// - Parameters:
  ///   - name: a built-in scenario or a file; nil = what was given, or the default.
  ///   - backoff: in place of the fleet's.
  func load(_ name: String? = nil, backoff: String? = nil) throws(CommandFailure) -> Scenario {
    try load(source(name), backoff: backoff)
  }

  /// The scenario of a source with everything from the command line applied.
  /// - Parameter backoff: in place of the fleet's.
  func load(_ source: ScenarioSource, backoff: String?) throws(CommandFailure) -> Scenario {
    let overrides = try overrides(backoff: backoff)
    let levels = try serviceLevels(of: source)
    var scenario = try CommandFailure.ofUsage { try source.decode(overrides, checks(of: source)) }
    for level in levels {
      if let problem = level.problem(in: scenario.clients) {
        throw .usage("--slo '\(shownOption(level.text))': \(problem)")
      }
    }
    scenario.slo += levels
    scenario.written?.promises = source.promises + slo
    return scenario
  }

  func source(_ name: String? = nil) throws(CommandFailure) -> ScenarioSource {
    try ScenarioSource(name ?? scenario ?? ScenarioSource.defaultName, set: set)
  }

  /// Everything from the command line but the promises.
  /// - Parameter backoff: the formula of the whole fleet; nil leaves the scenario's own.
  func overrides(backoff: String?) throws(CommandFailure) -> [Override] {
    if let backoff, let file = formulaFile(backoff) {
      throw .usage("--backoff \(shownOption(backoff)): \(file)")
    }
    return try Override.typed(
      [
        ("--clients", "clients.count", clients), ("--session", "clients.session", session),
        ("--profile", "clients.profile", profile), ("--backoff", "clients.backoff", backoff),
        ("--seed", "seed", seed), ("--duration", "duration", duration),
      ], set: set)
  }

  /// Says on stderr which options do not reach all cohorts.
  /// - Parameters:
  ///   - replacesBackoff: whether the fleet's backoff is given on the command line.
  ///   - isVaried: whether a key has other values in some runs.
  func noteWhatCohortsKeep(
    of scenario: Scenario, replacesBackoff: Bool, isVaried: (String) -> Bool = { _ in false }
  ) {
    noteSmallFleet(scenario)
    for (place, cohort) in scenario.clients.mix.enumerated() {
      if replacesBackoff, !isVaried("clients.mix.\(place).backoff"), let own = cohort.backoff {
        noteOwnBackoff(cohort.name, own)
      }
      if profile != nil, let own = cohort.profile {
        Output.note("note: cohort \(cohort.name) keeps its own profile, \(own)")
      }
    }
  }

  /// Says on stderr that a fleet of one's own was made much smaller, and the gateway was not.
  private func noteSmallFleet(_ scenario: Scenario) {
    guard clients != nil, let written = scenario.written,
      ScenarioFile.builtIn(written.file) == nil,
      let file = try? ScenarioFile.decode(
        text: written.text, file: written.file, checks: ScenarioChecks(files: scenario.files.again)),
      file.clients.count >= 4 * scenario.clients.count, file.gateway == scenario.gateway
    else { return }
    let times = file.clients.count / scenario.clients.count
    Output.note(
      "note: --clients leaves the gateway as it is; for a fleet of one in \(times), divide its rates, "
        + "too (docs/cookbook/scaled-down-fleet.md)")
  }

  /// Promises from the command line, of now or of the run that a manifest records.
  func serviceLevels(of source: ScenarioSource) throws(CommandFailure) -> [ServiceLevel] {
    var levels: [ServiceLevel] = []
    for text in source.promises + slo {
      do throws(QuantityError) {
        levels.append(try parseServiceLevel(text))
      } catch {
        throw .usage("--slo '\(shownOption(text))': \(error.message)")
      }
    }
    return levels
  }
}

extension Override {
  /// The changes of options that stand for a key, as far as they are given, and of `--set`.
  static func typed(
    _ options: [(name: String, path: String, value: String?)], set: [String]
  ) throws(CommandFailure) -> [Override] {
    var overrides: [Override] = []
    for (name, path, typed) in options {
      guard let typed else { continue }
      let value = name == "--seed" ? decimalSeed(typed) : typed
      overrides.append(Override(path: path, text: value, label: "\(name) \(typed)"))
    }
    for text in set {
      guard let override = Override(text) else {
        throw .usage("--set \(text): write key.path=value, such as network.loss=1%")
      }
      if let (name, _, _) = options.first(where: { $0.path == override.path && $0.value != nil }) {
        throw .usage("\(name) and --set \(text) both set \(override.path): leave one of them out")
      }
      overrides.append(override)
    }
    return overrides
  }
}

/// How the clients wait. Repeatable, because a sweep tries several.
struct BackoffOption: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      How clients wait before they try again (`simulate backoffs` lists names); mine=FORMULA gives a \
      formula a name.
      """, valueName: "name|formula"))
  var backoff: [String] = []

  /// The formula of one run.
  /// - Throws: where there are several.
  func single() throws(CommandFailure) -> String? {
    guard backoff.count <= 1 else {
      throw .usage(
        "--backoff is given \(backoff.count) times, and a run has one; `simulate compare` and "
          + "`simulate sweep` take several")
    }
    return backoff.first
  }
}

func noteOwnBackoff(_ cohort: String, _ backoff: String) {
  Output.note("note: cohort \(cohort) keeps its own backoff, \(backoff)")
}

/// A hexadecimal seed in decimal; anything else as it is, for the scenario to judge.
func decimalSeed(_ text: String) -> String {
  guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return text }
  return UInt64(text.dropFirst(2), radix: 16).map { "\($0)" } ?? text
}
