import Faults
import Primitives

// The keys of each kind of fault.

enum OutageKeys {
  static let mode = Key(
    "mode", Form<OutageMode>.word, standard: nil, example: "refuse",
    """
    What becomes of a new connection. `refuse`: it is refused at once. `reset`: it is reset, and \
    existing ones are closed. `blackhole`: nothing gets through, in silence, existing \
    connections included. `drain`: new ones are refused, existing ones are closed in good order, \
    `batch` at a time.
    """)
  static let drop = Key(
    "drop", .flag, standard: "true with mode reset, otherwise false", example: "true",
    """
    Whether existing connections, and those being set up, are closed when it begins. The clients learn \
    it one one-way delay later.
    """)
  static let batch = Key(
    "batch", .count(1...1_000_000_000), standard: "100", example: "100",
    "Only with mode drain: how many connections are closed at a time.")
  static let every = Key(
    "every", .positiveDuration, standard: "1s", example: "1s",
    "Only with mode drain: the time between two batches.")

  static let all = [mode.words, drop.words, batch.words, every.words]
}

enum RestartKeys {
  static let rolling = Key(
    "rolling", .flag, standard: "false", example: "true",
    "Whether the nodes restart one after the other, from node 0 on, instead of all at once.")
  static let drop = Key(
    "drop", .flag, standard: "true", example: "false",
    """
    Whether the connections that a node still has are closed when it goes down. The clients learn it \
    one one-way delay later.
    """)
  static let pause = Key(
    "pause", .duration(), standard: "0s", example: "10s",
    "Only with rolling: the time between the return of a node and the turn of the next.")
  static let drain = Key(
    "drain", .read(later: .either([.word(["none"]), .group(DrainKeys.group)])), standard: "none",
    example: "{within: 2m}", DrainKeys.group.meaning)

  static let all = [rolling.words, drop.words, pause.words, drain.words]
}

/// The keys of a restart's `drain`.
enum DrainKeys {
  static let batch = Key(
    "batch", .count(1...1_000_000_000), standard: "100", example: "100",
    "How many connections of the node are closed at a time.")
  static let every = Key(
    "every", .positiveDuration, standard: "1s", example: "1s", "The time between two batches.")
  static let within = Key(
    "within", .positiveDuration, standard: nil, example: "2m",
    "How long a node takes to close all of its connections, a batch each second; in place of batch and every."
  )

  static let group = KeyGroup(
    "faults.drain",
    """
    Only with rolling. A node first closes its connections in batches and takes no new ones, then goes \
    down. The time for it is that of the connections which the node has if all clients are connected: \
    those that it had, and those that came from nodes before it. What is left then is dropped.
    """, [batch.words, every.words, within.words])
}

enum CapacityKeys {
  static let to = Key(
    "to", .share, standard: nil, example: "25%", "The part of its servers that a station keeps.")
  static let station = stationKey
  static let all = [to.words, station.words]
}

enum SlowKeys {
  static let times = Key(
    "times", .factor, standard: nil, example: "3", "The factor on the length of services.")
  static let station = stationKey
  static let all = [times.words, station.words]
}

private let stationKey = Key(
  "station", Form.server, standard: "all", example: "auth",
  "The only station that it concerns.")

enum LatencyKeys {
  static let add = Key(
    "add", .distribution, standard: "0s", example: "200ms",
    "What each packet takes longer, one way: a duration, or a distribution that is drawn for each packet."
  )
  static let times = Key(
    "times", .factor, standard: "1", example: "3", "The factor on one-way latency.")
  static let all = [add.words, times.words]
}

enum AuthFailureKeys {
  static let answer = Key(
    "answer", Form<AuthAnswer>.word, standard: nil, example: "temporary",
    """
    `temporary`: the client tries again, by its formula. `permanent`: the client takes it as final \
    and needs a person.
    """)
  static let probability = Key(
    "probability", .positiveShare, standard: "100%", example: "50%",
    "That an attempt gets this answer.")
  static let all = [answer.words, probability.words]
}

enum FlappingKeys {
  static let of = Key(
    "of", Form<FlappingTarget>.word, standard: nil, example: "device",
    """
    `device`: the device has no network while it is down. `path`: packets vanish. `gateway`: it \
    refuses, and drops what is connected.
    """)
  static let up = Key(
    "up", .positiveDuration, standard: nil, example: "30s", "How long each up phase lasts.")
  static let down = Key(
    "down", .positiveDuration, standard: nil, example: "4s", "How long each down phase lasts.")
  static let together = Key(
    "together", .flag, standard: "false", example: "true",
    "Whether all clients flap in step; otherwise each at a phase of its own.")
  static let all = [of.words, up.words, down.words, together.words]
}

extension Form where Value == StationRole {
  /// A station with servers: a link is none.
  fileprivate static var server: Form {
    let names = StationRole.allCases.filter { $0 != .egress }.map(\.rawValue)
    return Form(.word(names)) { $0.word(of: names).flatMap(StationRole.init) }
  }
}
