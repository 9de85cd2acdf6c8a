import Primitives

/// The keys at the top of a scenario file.
enum ScenarioKeys {
  static let name = Key(
    "name", Form(.text("a name")) { $0.scenarioName() },
    standard: "the file's name without its ending",
    example: "gateway-restart",
    """
    Names the results folder. 1 to 100 letters, digits, '-', '_' and '.', beginning with a letter or \
    a digit.
    """)
  static let about = Key(
    "about", .text("a sentence"), standard: "empty",
    example: "One gateway restarts under ten thousand clients.",
    "What the scenario shows, in a sentence or two. `simulate scenarios` and the results print it.")
  static let seed = Key(
    "seed", Form(.seed) { $0.seed() }, standard: "1", example: "7",
    """
    The seed of every random draw. The same scenario and seed give the same bytes. Other seeds are \
    other draws of the same world: `--replications 20` runs twenty of them.
    """)
  static let duration = Key(
    "duration",
    .positiveDuration(upTo: longestRun) {
      "\($0.node.found) is out of range: more than 0s, at most 31d"
    }, standard: "15m", example: "15m",
    "The virtual time at which the run ends at the latest.")
  static let until = Key(
    "until", .word(of: ["settled", "duration"]), standard: "duration", example: "settled",
    """
    When the run ends. `settled`: as soon as every client has recovered, gave up, is in error or is \
    stuck, and no fault is to come. `duration`: at the time that `duration` says.
    """)
  static let clients = Key(
    "clients", .read(later: .group(ClientKeys.group)), standard: "10k connected stoat clients",
    example: "{count: 10k, session: stoat}", ClientKeys.group.meaning)
  static let network = Key(
    "network",
    .read(later: .either([.word(NetworkProfiles.names), .group(NetworkKeys.group)])),
    standard: "lte", example: "wifi", NetworkKeys.group.meaning)
  static let gateway = Key(
    "gateway",
    .read(
      later: .either([.word(GatewayProfiles.all.map(\.profile)), .group(GatewayKeys.group)])),
    standard: "default", example: "{nodes: 12}", GatewayKeys.group.meaning)
  static let faults = Key(
    "faults", .read(later: .list(.fault)), standard: "none",
    example: "[{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}]",
    """
    What goes wrong, and when; at most 1023. They are numbered in this order, from 0. Faults may \
    overlap: their effects add up.
    """)
  static let recovery = Key(
    "recovery", .read(later: .group(RecoveryKeys.group)),
    standard: "the incidents among the faults", example: "{from: [0]}",
    RecoveryKeys.group.meaning)
  static let slo = Key(
    "slo", .read(later: .list(.promise)), standard: "none",
    example: "['recover.p99 < 90s', 'gave_up == 0']",
    """
    Promises (service level objectives) that the run is held against. The exit code is 3 where one is \
    broken. Each is a metric, one of < <= > >= == !=, and a value. A duration takes a unit, a share \
    `%` or a fraction, a count neither.
    """)
  static let metastable = Key(
    "metastable", .read(later: .group(MetastableKeys.group)), standard: "{window: 5m}",
    example: "{window: 10m}", MetastableKeys.group.meaning)

  static let group = KeyGroup(
    "scenario",
    "A scenario file is a mapping of these keys, written in YAML. Each may be left out.",
    [
      name.words, about.words, seed.words, duration.words, until.words, clients.words,
      network.words, gateway.words, faults.words, recovery.words, slo.words, metastable.words,
    ])
}

enum RecoveryKeys {
  static let from = Key(
    "from", .read(later: .list(.count(0...1022))), standard: nil, example: "[0, 2]",
    """
    The faults, by number from 0, from whose end recovery is counted. Clear is the moment at which \
    the last of them has ended.
    """)

  static let group = KeyGroup(
    "recovery",
    """
    From where recovery is counted. Without it the incidents count: faults that take the service away \
    or cut it down (outage, restart, capacity below 100 %, slow, authFailure, a flapping gateway, \
    offline, a loss of 100 %). Where there are none, all faults count.
    """, [from.words])
}

enum MetastableKeys {
  static let window = Key(
    "window", .positiveDuration, standard: "5m", example: "10m",
    "How much of the storm's end must show no progress.")

  static let group = KeyGroup(
    "metastable",
    "When a storm is called metastable: its cause is gone, and it goes on without progress.",
    [window.words])
}

/// The longest run: its series have a bin for every 100 ms.
package let longestRun = Interval.hours(24 * 31)
