import NetworkModel
import Primitives

/// Reads scenario files.
package enum ScenarioFile {
  /// Decodes a scenario.
  ///
  /// A missing key takes its default; a file without a name is named after itself.
  /// - Parameters:
  ///   - file: the file's name, for problems and for the scenario's name.
  ///   - overrides: applied in order, before anything is judged.
  /// - Throws: every problem found, at most `ScenarioError.limit` of them.
  package static func decode(
    text: String, file: String, overrides: [Override] = [], checks: ScenarioChecks = .none
  ) throws(ScenarioError) -> Scenario {
    let log = ProblemLog(file: file)
    let scenario = decode(text, file: file, overrides: overrides, checks: checks, log: log)
    guard let scenario, log.isEmpty else { throw log.error }
    return scenario
  }

  /// Decodes a scenario from a file's bytes, which must be UTF-8.
  package static func decode(
    bytes: [UInt8], file: String, overrides: [Override] = [], checks: ScenarioChecks = .none
  ) throws(ScenarioError) -> Scenario {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let log = ProblemLog(file: file)
      log.add("not a text file: it is not UTF-8", path: "", at: .file(line: 1, column: 1))
      throw log.error
    }
    return try decode(text: text, file: file, overrides: overrides, checks: checks)
  }

  /// The text of a built-in scenario; nil where there is none of that name.
  package static func builtIn(_ name: String) -> String? {
    builtIns.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The default comes first.
  package static var builtInNames: [String] { builtIns.map(\.name) }

  private static let builtIns: [(name: String, bytes: [UInt8])] = [
    ("gateway-restart", PackageResources.gateway_restart_yaml),
    ("region-blackhole", PackageResources.region_blackhole_yaml),
    ("mobile-flapping", PackageResources.mobile_flapping_yaml),
    ("auth-brownout", PackageResources.auth_brownout_yaml),
    ("long-outage", PackageResources.long_outage_yaml),
    ("rolling-restart", PackageResources.rolling_restart_yaml),
    ("ideal-outage", PackageResources.ideal_outage_yaml),
    ("chat-restart", PackageResources.chat_restart_yaml),
    ("chat-restart-eager", PackageResources.chat_restart_eager_yaml),
    ("chat-train", PackageResources.chat_train_yaml),
    ("chat-train-slow-watchdog", PackageResources.chat_train_slow_watchdog_yaml),
    ("primer-launch", PackageResources.primer_launch_yaml),
    ("primer-launch-slow-api", PackageResources.primer_launch_slow_api_yaml),
    ("primer-live", PackageResources.primer_live_yaml),
    ("primer-live-long-outage", PackageResources.primer_live_long_outage_yaml),
    ("extension-push-storm", PackageResources.extension_push_storm_yaml),
    ("extension-push-storm-spec", PackageResources.extension_push_storm_spec_yaml),
    ("extension-database", PackageResources.extension_database_yaml),
    ("extension-database-migration", PackageResources.extension_database_migration_yaml),
    ("first-address-dead", PackageResources.first_address_dead_yaml),
    ("first-address-dead-fallback", PackageResources.first_address_dead_fallback_yaml),
    ("dns-failover", PackageResources.dns_failover_yaml),
    ("dns-failover-short-ttl", PackageResources.dns_failover_short_ttl_yaml),
    ("balancer-idle", PackageResources.balancer_idle_yaml),
    ("balancer-idle-heartbeat", PackageResources.balancer_idle_heartbeat_yaml),
    ("short-tunnels", PackageResources.short_tunnels_yaml),
    ("short-tunnels-patient", PackageResources.short_tunnels_patient_yaml),
    ("payload-storm", PackageResources.payload_storm_yaml),
    ("payload-storm-small-buffer", PackageResources.payload_storm_small_buffer_yaml),
    ("login-overload", PackageResources.login_overload_yaml),
    ("login-overload-codel", PackageResources.login_overload_codel_yaml),
    ("limit-too-wide", PackageResources.limit_too_wide_yaml),
    ("limit-too-wide-fitting", PackageResources.limit_too_wide_fitting_yaml),
    ("retry-after-herd", PackageResources.retry_after_herd_yaml),
    ("retry-after-herd-spread", PackageResources.retry_after_herd_spread_yaml),
    ("mixed-fleet", PackageResources.mixed_fleet_yaml),
    ("reference-storm", PackageResources.reference_storm_yaml),
    ("quiet-hour", PackageResources.quiet_hour_yaml),
    ("contention", PackageResources.contention_yaml),
  ]

  private static func decode(
    _ text: String, file: String, overrides: [Override], checks: ScenarioChecks, log: ProblemLog
  ) -> Scenario? {
    var reading = YAMLReading(log: log)
    guard let tree = reading.read(text) else { return nil }
    let root = Field(node: tree, path: "", log: log)
    guard !tree.isAbsent else {
      root.problem("the file is empty: a scenario is a mapping of keys to values")
      return nil
    }
    guard root.mapping("keys and values, such as 'name: gateway-restart'") != nil else {
      return nil
    }
    return ScenarioText(file: file, text: text, tree: tree)
      .decode(overrides: overrides, checks: checks, log: log)
  }
}

/// The text of a scenario, read once to be decoded with one set of changes after another.
package struct ScenarioText: Sendable {
  private let file: String
  private let text: String
  private let tree: LocatedNode

  fileprivate init(file: String, text: String, tree: LocatedNode) {
    self.file = file
    self.text = text
    self.tree = tree
  }

  /// nil where it is no mapping of keys to values. `ScenarioFile` reports the problem.
  package init?(bytes: [UInt8], file: String) {
    let log = ProblemLog(file: file)
    var reading = YAMLReading(log: log)
    guard let text = String(validating: bytes, as: UTF8.self), let tree = reading.read(text),
      !tree.isAbsent, Field(node: tree, path: "", log: log).mapping() != nil, log.isEmpty
    else { return nil }
    self.init(file: file, text: text, tree: tree)
  }

  /// As `ScenarioFile.decode`.
  package func decode(
    overrides: [Override], checks: ScenarioChecks
  ) throws(ScenarioError) -> Scenario {
    let log = ProblemLog(file: file)
    let scenario = decode(overrides: overrides, checks: checks, log: log)
    guard let scenario, log.isEmpty else { throw log.error }
    return scenario
  }

  fileprivate func decode(
    overrides: [Override], checks: ScenarioChecks, log: ProblemLog
  ) -> Scenario? {
    var tree = tree
    for override in overrides { tree.apply(override, log: log) }
    var scenario = Field(node: tree, path: "", log: log).mapping()?
      .scenario(file: file, checks: checks)
    scenario?.written = WrittenScenario(file: file, text: text, overrides: overrides)
    return scenario
  }
}

extension MappingReader {
  /// Reads the whole scenario; only worth anything where the log stayed empty.
  fileprivate func scenario(file: String, checks: ScenarioChecks) -> Scenario {
    let name = value(ScenarioKeys.name, default: scenarioName(ofFile: file))
    let about = value(ScenarioKeys.about, default: "")
    let seed = value(ScenarioKeys.seed, default: 1)
    let duration = value(ScenarioKeys.duration, default: .minutes(15))
    let until = value(ScenarioKeys.until, default: "duration")
    // Asked for in the order in which they stand, read in the order in which they depend.
    let clientsField = take(ScenarioKeys.clients)
    let files = NamedFiles(checks.files)
    let network = take(ScenarioKeys.network)?.network(over: NetworkProfiles.default, files)
    let path = network ?? NetworkProfiles.default
    let clients = clientsField?.clients(network: path, files, checks: checks) ?? .standard
    let gateway = take(ScenarioKeys.gateway)?.gateway() ?? GatewayProfiles.default
    let surroundings = FaultSurroundings(
      clients: clients.count, nodes: gateway.nodes, cohorts: clients.mix.map(\.name),
      systems: clients.mix.map { clients.system(of: $0) },
      hasNames: clients.mix.contains { ($0.network ?? path).name != nil },
      addresses: clients.mix.map { ($0.network ?? path).addresses.count },
      end: checks.refusesUnused ? duration : nil)
    let faultsField = take(ScenarioKeys.faults)
    let faults = faultsField?.faults(surroundings) ?? []
    let recoveryFrom = take(ScenarioKeys.recovery)?
      .recoveryFrom(faults: faultsField?.faultPlaces() ?? [])
    let slo = take(ScenarioKeys.slo)?.serviceLevels(of: clients) ?? []
    let window = value(ScenarioKeys.metastable, default: .minutes(5)) { $0.metastableWindow() }
    let inherited = inheritance()
    finish()
    var scenario = Scenario(
      name: name, about: about, seed: seed, duration: duration, untilSettled: until == "settled",
      clients: clients, network: path, gateway: gateway, faults: faults, recoveryFrom: recoveryFrom,
      slo: slo, metastableWindow: window)
    scenario.inherited = inherited
    scenario.files = CarriedFiles(files, cohorts: clients.mix.map(\.name))
    return scenario
  }
}

extension Field {
  func scenarioName() -> String? {
    guard let text = text("a name") else { return nil }
    if isScenarioName(text) { return text }
    problem(
      "found \(node.found); allowed: 1 to 100 letters, digits, '-', '_' and '.', beginning with a "
        + "letter or a digit")
    return nil
  }

  /// A whole number from 0 to 2^64 - 1, digits only.
  func seed() -> UInt64? {
    guard let text = text("a whole number") else { return nil }
    let isDigits = text.allSatisfy { $0.isASCII && $0.isNumber }
    if isDigits, text == "0" || text.first != "0", let seed = UInt64(text) { return seed }
    problem("\(node.found) is not a seed: write a whole number from 0 to \(UInt64.max)")
    return nil
  }

  fileprivate func metastableWindow() -> Interval? {
    guard let reader = mapping("a mapping such as {window: 5m}") else { return nil }
    defer { reader.finish() }
    return reader.value(MetastableKeys.window, default: .minutes(5))
  }
}

/// The base name of a file without what follows its last dot, fit to be a scenario's name.
private func scenarioName(ofFile file: String) -> String {
  var name = file.split(separator: "/").last ?? "scenario"
  if let dot = name.lastIndex(of: "."), dot != name.startIndex { name = name[..<dot] }
  let fit = String(name.prefix(100).map { isNameCharacter($0) ? $0 : "-" })
  return isScenarioName(fit) ? fit : "scenario"
}

private func isScenarioName(_ text: String) -> Bool {
  guard let first = text.first, first.isLetter || first.isNumber, text.count <= 100 else {
    return false
  }
  return text.allSatisfy(isNameCharacter)
}

private func isNameCharacter(_ character: Character) -> Bool {
  character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
}
