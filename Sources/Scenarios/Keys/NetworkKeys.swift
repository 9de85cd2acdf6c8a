import NetworkModel
import Primitives

/// The keys of `network`, of the fleet's and of a cohort's.
enum NetworkKeys {
  static let profile = Key(
    "profile", .word(of: NetworkProfiles.names), standard: "lte", example: "wifi",
    "Where all that is not given comes from; `simulate explain wifi` says what a profile has.")
  static let latency = Key(
    "latency", .read(later: .distribution(.latency)), standard: "the profile's",
    example: "{median: 50ms, sigma: 0.5, own: 50%}",
    """
    One way, for each packet. See `distribution`; of a lognormal, `own` is the part of the spread that \
    lies between clients. `{csv: rtt.csv}` has round-trip times of your own.
    """)
  static let setup = Key(
    "setup", .read(later: .group(SetupKeys.group)),
    standard: "{tcp: 1, tls: 1, upgrade: 1, calls: 1}", example: "{tcp: 1, tls: 2}",
    SetupKeys.group.meaning)
  static let loss = Key(
    "loss", .read(later: .either([.share(.belowOne), .group(PathLossKeys.group)])),
    standard: "the profile's", example: "0.1%",
    """
    The probability that a packet is lost. It is sent again after a retransmission timeout. Losses may \
    differ by direction, `{out: 0.1%, back: 1%}`, and come in bursts: see `gilbertElliott`.
    """)

  static let retransmission = Key(
    "retransmission", Form<Retransmission>.word, standard: "fixed", example: "measured",
    """
    When what is not acknowledged is sent again. `fixed`: after 0.2 s, doubling, alike for all clients. \
    `measured`: as Linux does, from the client's own round trip; messages keep their order, and a connection \
    ends after 15 copies of one message.
    """)

  static let dns = Key(
    "dns", .read(later: .group(NameKeys.group)), standard: "addresses are known",
    example: "{ttl: 60s}", NameKeys.group.meaning)

  static let addresses = Key(
    "addresses", .read(later: .group(AddressKeys.group)), standard: "one address",
    example: "{count: 2, next: 250ms}", AddressKeys.group.meaning)

  static let idle = Key(
    "idle", .read(later: .either([.word(["none"]), .group(IdleKeys.group)])), standard: "none",
    example: "{after: 60s, how: silent}", IdleKeys.group.meaning)

  static let bandwidth = Key(
    "bandwidth", .bitRate, standard: "unlimited", example: "5Mbit/s",
    """
    The rate of a client's own link, as its first payload meets it (see `gateway.egress`): other packets are \
    small.
    """)

  static let group = KeyGroup(
    "network",
    """
    The path between a client and the gateway. The name of a profile may stand in place of the \
    mapping.
    """,
    [
      profile.words, latency.words, setup.words, loss.words, retransmission.words, dns.words,
      addresses.words, idle.words, bandwidth.words,
    ])
}

/// The keys of `network.setup`.
enum SetupKeys {
  static let tcp = key("tcp", "to open the TCP connection")
  static let tls = key("tls", "for TLS")
  static let upgrade = key("upgrade", "to upgrade to a WebSocket")
  static let calls = key("calls", "of a call that the client makes")

  static let group = KeyGroup(
    "network.setup",
    "Round trips that a new connection takes. tcp, tls and upgrade are 14 together at most.",
    [tcp.words, tls.words, upgrade.words, calls.words])

  private static func key(_ name: String, _ what: String) -> Key<Int> {
    Key(name, .count(0...15), standard: "1", example: "1", "Round trips \(what).")
  }
}

/// The keys of a distribution, wherever one may stand.
enum DistributionKeys {
  private static let hour: ClosedRange<Interval> = .zero ... .hours(1)
  private static let two = "two durations"

  static let median = Key(
    "median", .duration(hour), standard: "not lognormal", example: "50ms",
    "The median of a lognormal distribution; with `sigma`.")
  static let sigma = Key(
    "sigma", .number(0...2.5), standard: "not lognormal", example: "0.5",
    "The standard deviation of the logarithm of a lognormal distribution; with `median`.")
  static let own = Key(
    "own", .share, standard: "0%, or the network profile's", example: "50%",
    """
    Only of a latency: the part of sigma squared that is drawn once for each client, its own distance. \
    The rest is drawn for each packet.
    """)
  static let min = Key(
    "min", .duration(hour), standard: "0s", example: "20ms",
    "Only of a latency: what is added to every draw, whatever the shape.")
  static let uniform = Key(
    "uniform", .read(later: .list(.duration(hour))), standard: "not uniform",
    example: "[10ms, 30ms]", "The two ends of a uniform distribution.")
  static let exponential = Key(
    "exponential", .duration(hour), standard: "not exponential", example: "20ms",
    "The mean of an exponential distribution.")
  static let foldedNormal = Key(
    "foldedNormal", .read(later: .list(.duration(hour))), standard: "not folded normal",
    example: "[10ms, 2ms]",
    "Mean and standard deviation of a normal distribution whose negative values count positive.")
  static let csv = Key(
    "csv", .read(later: .text("the name of a file")), standard: "no file", example: "rtt.csv",
    """
    Only of a latency: round-trip times of your own, alone or with `min`. Columns: `rtt_ms`, or `client` and \
    `rtt_ms`, or `percentile` and `rtt_ms`. A packet takes half of a row. Out and back of an exchange share the \
    row. The name begins at the scenario's folder; with `--set`, where you are.
    """)
  /// Only of a latency.
  static let ofLatency = [own.name, csv.name, min.name]

  static let group = KeyGroup(
    "distribution",
    """
    A time that is drawn anew each time. A duration alone is always the same. Otherwise one of four \
    shapes: `{median: 50ms, sigma: 0.5}` (lognormal), `{uniform: [10ms, 30ms]}`, `{exponential: 20ms}`, \
    `{foldedNormal: [10ms, 2ms]}`. A latency may also be `{csv: rtt.csv}`.
    """,
    [
      median.words, sigma.words, own.words, min.words, csv.words, uniform.words, exponential.words,
      foldedNormal.words,
    ],
    choices: [["median", "sigma"], ["uniform"], ["exponential"], ["foldedNormal"], ["csv"]])
}
