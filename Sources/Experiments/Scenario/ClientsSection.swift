import NetworkModel
import Primitives

/// The session systems that exist by name; those a run can have so far.
enum SessionNames {
  static let known = ["stoat", "chatSocket", "primer", "appExtension", "optimistic"]
  static let available = ["stoat"]
}

extension Field {
  /// - Parameter network: the scenario's own path, which a cohort's begins from.
  func clients(network: NetworkDescription, checks: ScenarioChecks) -> ClientsDescription {
    guard let reader = mapping() else { return .standard }
    var clients = ClientsDescription.standard
    clients.count = reader.value("count", default: clients.count) {
      $0.count(ClientsDescription.countRange)
    }
    clients.session = reader.value("session", default: clients.session) { $0.session() }
    clients.profile = reader.value("profile", default: clients.profile) {
      $0.word(of: checks.profiles)
    }
    clients.backoff = reader.take("backoff")?.backoff(checks)
    clients.start = reader.value("start", default: clients.start) { $0.start() }
    clients.phase = reader.value("phase", default: clients.phase) { $0.word(StartPhase.self) }
    clients.mix = reader.value("mix", default: clients.mix) {
      $0.mix(network: network, checks: checks)
    }
    reader.finish()
    return clients
  }

  private func session() -> String? {
    guard let name = word(of: SessionNames.known) else { return nil }
    if SessionNames.available.contains(name) { return name }
    let available = SessionNames.available.joined(separator: ", ")
    problem("'\(name)' is not available in this version; available: \(available)")
    return nil
  }

  private func backoff(_ checks: ScenarioChecks) -> String? {
    guard let text = text("a catalogue name, or a formula in quotes") else { return nil }
    if let message = checks.backoff?(text) {
      problem(message)
      return nil
    }
    return text
  }

  private func start() -> StartDescription? {
    let forms = "allowed: connected, {within: 30s}, {rate: 500/s}"
    guard isMapping else {
      if case .scalar("connected", _) = node.value { return .connected }
      problem("found \(node.found); \(forms)")
      return nil
    }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    switch reader.given(["within", "rate"]) {
    case ["within"]: return reader.take("within")?.duration().map { .within($0) }
    case ["rate"]: return reader.take("rate")?.rate().map { .rate(perSecond: $0) }
    default:
      problem("either within or rate; \(forms)")
      return nil
    }
  }

  private func mix(network: NetworkDescription, checks: ScenarioChecks) -> [CohortDescription]? {
    guard let items = list("cohorts"), !items.isEmpty else { return nil }
    guard items.count <= 255 else {
      problem("\(items.count) cohorts: at most 255")
      return nil
    }
    let cohorts = items.map { $0.cohort(network: network, checks: checks) }
    let whole = cohorts.compactMap { $0 }
    var names: Set<String> = []
    for (item, cohort) in zip(items, cohorts) {
      guard let cohort, !names.insert(cohort.name).inserted else { continue }
      item.problem("a second cohort named '\(cohort.name)'")
    }
    guard whole.count == items.count else { return nil }
    let sum = whole.reduce(0) { $0 + $1.share }
    guard abs(sum - 1) <= 0.0001 + 1e-12 else {
      let percent = numberText((sum * 1e6).rounded() / 1e4)
      problem("the shares add up to \(percent)%: they must make 100%")
      return nil
    }
    return whole
  }

  private func cohort(network: NetworkDescription, checks: ScenarioChecks) -> CohortDescription? {
    guard let reader = mapping("a cohort such as {name: phones, share: 45%}") else { return nil }
    let name = reader.require("name", "a word")?.text("a word")
    let share = reader.require("share", "a share such as 45%")?.positiveShare()
    let os = reader.take("os")?.word(OperatingSystem.self)
    let path = reader.take("network")?.network(over: network)
    let profile = reader.take("profile")?.word(of: checks.profiles)
    let backoff = reader.take("backoff")?.backoff(checks)
    reader.finish()
    guard let name, let share else { return nil }
    return CohortDescription(
      name: name, share: share, os: os, network: path, profile: profile, backoff: backoff)
  }
}

extension ClientsDescription {
  /// What a scenario gets that says nothing about its clients.
  static let standard = ClientsDescription(
    count: 10_000, session: "stoat", profile: "spec", backoff: nil, start: .connected,
    phase: .spread, mix: [.everyone])
}
