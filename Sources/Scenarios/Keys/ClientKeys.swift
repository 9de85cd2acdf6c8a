import NetworkModel
import Primitives
import Simulator
import Systems

/// The keys of `clients`.
enum ClientKeys {
  static let count = Key(
    "count", .count(ClientsDescription.countRange),
    standard: "\(ClientsDescription.standard.count)", example: "10k",
    "How many clients there are. `--clients` sets it too.")
  static let session = Key(
    "session", .word(of: SessionSystem.names), standard: "stoat", example: "stoat",
    "Which session system (client state machine) they run. "
      + SessionSystem.all.map { "`\($0.name.rawValue)`: \($0.about.meaning)" }.joined(
        separator: " "))
  static let profile = Key(
    "profile", .read(later: .word(allProfiles)), standard: "the session system's",
    example: "forWeb",
    """
    Which variant of that machine. `spec` is as published; the others are as shipped, or as improved. \
    `simulate explain stoat` lists those of stoat.
    """)
  static let backoff = Key(
    "backoff", .read(later: .formula), standard: "the profile's own", example: "'uniform(0, 2^x)'",
    """
    How clients wait before they try again. A name of the catalogue (`simulate backoffs`) or a formula \
    of x, the number of failures, which is 1 at the first (`simulate explain formula`). Only for \
    session systems that wait by a formula: \
    \(SessionSystem.all.filter(\.hasBackoff).map(\.name.rawValue).joined(separator: ", ")).
    """)
  static let parameters = Key(
    "parameters", .read(later: .parameters), standard: "the profile's", example: "{heartbeat: 30s}",
    "Settings of the session machine, such as its heartbeat. Each session system has its own.")
  static let behaviour = Key(
    "behaviour", .read(later: .behaviour), standard: "the session system's", example: "none",
    "What users and backends do by themselves. Each session system has its own.")
  static let start = Key(
    "start", .read(later: .either([.word(["connected"]), .group(StartKeys.group)])),
    standard: "connected; {within: 0s} where clients have nothing to do once connected",
    example: "{within: 30s}",
    StartKeys.group.meaning)
  static let phase = Key(
    "phase", Form<StartPhase>.word, standard: "spread", example: "aligned",
    """
    How the timers of connected clients stand when the run begins. `spread`: out of step, as in a fleet \
    that has been up for long. `aligned`: all in step.
    """)
  static let mix = Key(
    "mix", .read(later: .list(.group(CohortKeys.group))), standard: "one cohort, all",
    example: "[{name: phones, share: 45%, os: ios}, {name: laptops, share: 55%, network: wifi}]",
    """
    Cohorts: named parts of the fleet that differ, at most 255. Their shares add up to 100 %. What a \
    cohort does not say comes from `clients` and `network`.
    """)

  static let group = KeyGroup(
    "clients", "The fleet: how many clients, of which kind, and how they wait.",
    [
      count.words, session.words, profile.words, backoff.words, parameters.words,
      behaviour.words, start.words, phase.words, mix.words,
    ])

  static let allProfiles = SessionSystem.all.flatMap(\.profiles).withoutRepetition
}

/// The keys of `clients.start`.
enum StartKeys {
  static let within = Key(
    "within", .duration(), standard: "not so", example: "30s",
    "Each client begins at its own moment, uniform over this time; all at 0 where it is 0s.")
  static let rate = Key(
    "rate", .rate, standard: "not so", example: "500/s",
    "Clients begin as a Poisson stream of this many a second.")

  static let group = KeyGroup(
    "clients.start",
    """
    When clients first want a connection. `connected`: they have been connected for long when the run \
    begins.
    """, [within.words, rate.words], choices: [["within"], ["rate"]])
}

/// The keys of an item of `clients.mix`.
enum CohortKeys {
  static let name = Key(
    "name", .text("a word"), standard: nil, example: "phones",
    "Names the cohort in metrics (`cohorts.phones.recover.p99`) and in the scope of faults.")
  static let share = Key(
    "share", .positiveShare, standard: nil, example: "45%", "The cohort's part of all clients.")
  static let os = Key(
    "os", Form<OperatingSystem>.word, standard: "linux", example: "ios",
    "The operating system: when its TCP sends a lost SYN again, and when it gives up.")
  static let network = Key(
    "network", ScenarioKeys.network.form, standard: "the scenario's", example: "wifi",
    "The cohort's own path; what it does not say comes from `network`.")
  static let session = Key(
    "session", .word(of: SessionSystem.names), standard: "clients.session", example: "stoat",
    "The cohort's session system. Another than the fleet's has nothing of the fleet's settings.")
  static let profile = ClientKeys.profile.inCohort
  static let backoff = ClientKeys.backoff.inCohort
  static let parameters = ClientKeys.parameters.inCohort
  static let behaviour = ClientKeys.behaviour.inCohort

  /// Those that mean the same as the fleet's.
  static let inherited = ["network", "parameters", "behaviour"]

  static let group = KeyGroup(
    "clients.mix", "One cohort: a named part of the fleet.",
    [
      name.words, share.words, os.words, network.words, session.words, profile.words,
      backoff.words, parameters.words, behaviour.words,
    ])
}

extension Key {
  var form: Form<Value> { Form(words.shape, read) }

  /// The same key where only a part of the fleet is spoken of.
  fileprivate var inCohort: Key {
    Key(
      name, form, standard: "clients.\(name)", example: words.example,
      "Of this cohort alone. \(words.meaning)")
  }
}
