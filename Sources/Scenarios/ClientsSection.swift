import NetworkModel
import Primitives
import Sessions
import Simulator
import Systems
import Words

extension Field {
  /// - Parameter network: the scenario's own path, which a cohort's begins from.
  func clients(
    network: NetworkDescription, _ files: NamedFiles, checks: ScenarioChecks
  ) -> ClientsDescription {
    guard let reader = mapping() else { return .standard }
    var clients = ClientsDescription.standard
    clients.count = reader.value(ClientKeys.count, default: clients.count)
    clients.session = reader.value(ClientKeys.session, default: clients.session)
    let system = SessionSystem.named(clients.session) ?? .stoat
    clients.profile = reader.value(ClientKeys.profile, default: system.defaultProfile) {
      $0.profile(of: system)
    }
    let backoff = reader.take(ClientKeys.backoff)
    clients.backoff = backoff?.backoff(checks)
    clients.parameters = reader.value(ClientKeys.parameters, default: [:]) {
      $0.parameters(of: system, over: [:])
    }
    clients.behaviour = reader.value(ClientKeys.behaviour, default: system.behaviour) {
      $0.behaviour(of: system, over: system.behaviour)
    }
    if !system.traits.canStartConnected { clients.start = .within(.zero) }
    let start = reader.take(ClientKeys.start)
    clients.start = start?.start() ?? clients.start
    clients.phase = reader.value(ClientKeys.phase, default: clients.phase)
    clients.mix = reader.value(ClientKeys.mix, default: clients.mix) {
      $0.mix(clients, network: network, files, checks: checks)
    }
    reader.finish()
    let systems = clients.mix.map { clients.system(of: $0) }
    if let backoff, !systems.contains(where: \.hasBackoff) {
      backoff.problem(systems[0].noBackoff)
    }
    if let name = clients.nameOfTwoBackoffs {
      (backoff ?? self).problem("two formulas are named '\(name)'")
    }
    if clients.start == .connected,
      let late = systems.first(where: { !$0.traits.canStartConnected })
    {
      (start ?? self).problem(late.notConnected)
    }
    return clients
  }

  private func profile(of system: SessionSystem) -> String? { word(of: system.profiles) }

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
    switch reader.given(StartKeys.group.keys.map(\.name)) {
    case [StartKeys.within.name]: return reader.read(StartKeys.within).map { .within($0) }
    case [StartKeys.rate.name]: return reader.read(StartKeys.rate).map { .rate(perSecond: $0) }
    default:
      problem("either within or rate; \(forms)")
      return nil
    }
  }

  private func mix(
    _ clients: ClientsDescription, network: NetworkDescription, _ files: NamedFiles,
    checks: ScenarioChecks
  ) -> [CohortDescription]? {
    guard let items = list("cohorts"), !items.isEmpty else { return nil }
    guard items.count <= 255 else {
      problem("\(items.count) cohorts: at most 255")
      return nil
    }
    let cohorts = items.map { $0.cohort(clients, network: network, files, checks: checks) }
    let whole = cohorts.compactMap { $0 }
    var names: Set<String> = []
    for (item, cohort) in zip(items, cohorts) {
      guard let cohort, !names.insert(cohort.name).inserted else { continue }
      item.problem("a second cohort named '\(cohort.name)'")
    }
    let sum = whole.reduce(0) { $0 + $1.share }
    // A cohort that cannot be read has a problem of its own. Those that can are known to the faults and
    // promises, which are not blamed for it.
    if whole.count == items.count, !sum.isNaN, abs(sum - 1) > 0.0001 + 1e-12 {
      let percent = numberText((sum * 1e6).rounded() / 1e4)
      problem("the shares add up to \(percent)%: they must make 100%")
    }
    return whole.isEmpty ? nil : whole
  }

  private func cohort(
    _ clients: ClientsDescription, network: NetworkDescription, _ files: NamedFiles,
    checks: ScenarioChecks
  ) -> CohortDescription? {
    guard let reader = mapping("a cohort such as {name: phones, share: 45%}") else { return nil }
    let name = reader.required(CohortKeys.name, "a word")
    let share = reader.required(CohortKeys.share, "a share such as 45%")
    let os = reader.read(CohortKeys.os)
    let path = reader.take(CohortKeys.network)?.network(over: network, files)
    let session = reader.read(CohortKeys.session)
    let system = SessionSystem.named(session ?? clients.session) ?? .stoat
    // A cohort of another system has nothing of the fleet's.
    let isOther = session.map { $0 != clients.session } ?? false
    var profile = reader.take(CohortKeys.profile)?.profile(of: system)
    if isOther, profile == nil { profile = system.defaultProfile }
    let backoffField = reader.take(CohortKeys.backoff)
    let backoff = backoffField?.backoff(checks)
    if let backoffField, !system.hasBackoff { backoffField.problem(system.noBackoff) }
    var parameters = reader.take(CohortKeys.parameters)?.parameters(
      of: system, over: isOther ? [:] : clients.parameters)
    var behaviour = reader.take(CohortKeys.behaviour)?.behaviour(
      of: system, over: isOther ? system.behaviour : clients.behaviour)
    if isOther {
      parameters = parameters ?? [:]
      behaviour = behaviour ?? system.behaviour
    }
    reader.finish()
    guard let name else { return nil }
    return CohortDescription(
      name: name, share: share ?? .nan, os: os, network: path, session: session, profile: profile,
      backoff: backoff, parameters: parameters, behaviour: behaviour)
  }
}

extension SessionSystem {
  fileprivate var noBackoff: String {
    "\(name.rawValue) waits by rules of its own, which no formula replaces"
  }

  fileprivate var notConnected: String {
    "\(name.rawValue) clients have nothing left to do once they are connected; "
      + "with them start: {within: 0s} or {rate: 500/s}"
  }
}

extension ClientsDescription {
  /// A name that is given to two formulas of the fleet.
  fileprivate var nameOfTwoBackoffs: String? {
    let texts = mix.compactMap { $0.backoff ?? backoff }.withoutRepetition
    var seen: Set<String> = []
    return texts.compactMap(BackoffPolicy.givenName).first { !seen.insert($0).inserted }
  }

  /// The session system of a cohort.
  package func system(of cohort: CohortDescription) -> SessionSystem {
    SessionSystem.named(cohort.session ?? session) ?? .stoat
  }
}

extension ClientsDescription {
  /// The clients of a scenario that says nothing about them.
  static let standard = ClientsDescription(
    count: 10_000, session: "stoat", profile: "spec", backoff: nil, start: .connected,
    phase: .spread, mix: [.everyone])
}
