import Faults
import Primitives

/// The keys that every fault has.
enum FaultKeys {
  static let at = Key(
    "at", .duration(), standard: nil, example: "60s",
    "When it begins, in virtual time from the begin of the run.")
  static let length = Key(
    "for",
    .positiveDuration { "a fault must end after it begins, found \($0.node.found)" },
    standard: "to the end of the run", example: "2m",
    """
    How long it is in force. Of a restart: how long each node is down. What happens at one moment \
    (handover, logout) takes none.
    """)
  static let kind = Key(
    "kind", .read(later: .word(FaultKindKeys.available)), standard: nil, example: "outage",
    "What goes wrong. Each kind has keys of its own: `simulate explain outage`.")
  static let scope = Key(
    "scope", .read(later: .either([.word(["everyone"]), .group(ScopeKeys.group)])),
    standard: "everyone", example: "{share: 20%}", ScopeKeys.group.meaning)

  static let common = [at.words, length.words, kind.words, scope.words]
}

/// The keys of a fault's `scope`.
enum ScopeKeys {
  static let share = Key(
    "share", .share, standard: "not so", example: "20%",
    "This part of all clients, chosen by hash: those of 10 % are among those of 20 %.")
  static let cohort = Key(
    "cohort", .read(later: .text("the name of a cohort")), standard: "not so", example: "phones",
    "The clients of a cohort.")
  static let node = Key(
    "node", .read(later: .count(0...999)), standard: "not so", example: "2",
    "One gateway node, by number from 0; for what happens to clients: those connected to it.")

  static let group = KeyGroup(
    "faults.scope", "Whom a fault concerns: `everyone`, or one of these.",
    [share.words, cohort.words, node.words], choices: [["share"], ["cohort"], ["node"]])
}

/// One kind of fault: its name, its effect, and its keys.
package struct FaultKindWords: Sendable {
  package let name: String
  package let meaning: String
  /// A fault of this kind, as a file would say it.
  package let example: String
  /// Its own keys.
  package let keys: [KeyWords]
  /// True if it happens at one moment.
  package let isMomentary: Bool

  /// The keys that it has beside its own.
  package var shared: [KeyWords] {
    isMomentary ? Self.common.filter { $0.name != FaultKeys.length.name } : Self.common
  }

  package static let common = FaultKeys.common
  package static let scope = ScopeKeys.group
  package static let all = FaultKindKeys.all.map(\.words)
  /// Other common names of some of them, in small letters, each with the text to write instead.
  static let otherNames = [
    "deploy": "kind: restart, rolling: true", "rolling": "kind: restart, rolling: true",
    "rolling-restart": "kind: restart, rolling: true",
    "rollingrestart": "kind: restart, rolling: true", "drain": "kind: outage, mode: drain",
    "disconnect": "kind: outage, mode: refuse, drop: true",
    "down": "kind: outage, mode: refuse, drop: true",
    "blackhole": "kind: outage, mode: blackhole",
    "refuse": "kind: outage, mode: refuse, drop: true",
    "crash": "kind: restart", "packetloss": "kind: loss",
    "brownout": "kind: slow or kind: capacity",
    "jitter": "kind: latency, add: {exponential: 100ms}",
    "partition": "kind: loss, rate: 100%, direction: out (or back, or both)",
    "clog": "kind: outage, mode: blackhole, drop: false; with network.retransmission: measured",
    "idlekill": "network.idle: {after: 60s} instead of a fault: a box does not come and go",
  ]
}

/// The kinds of faults, with how the keys of each are read.
struct FaultKindKeys: Sendable {
  let words: FaultKindWords
  let read: @Sendable (MappingReader, FaultSurroundings) -> FaultKind?

  static let available = all.map(\.words.name)

  static let all: [FaultKindKeys] = [
    kind(
      "outage", { reader, _ in reader.outage() }, OutageKeys.all,
      "{at: 60s, for: 60s, kind: outage, mode: refuse, drop: true}",
      """
      The gateway takes no new connections, in the way that `mode` says. Existing connections live on \
      unless `drop` is true, `mode` is reset, or a drain has reached them.
      """),
    kind(
      "restart", { $0.restart($1) }, RestartKeys.all,
      "{at: 60s, for: 20s, kind: restart, rolling: true, pause: 10s, drain: {batch: 100, every: 1s}}",
      """
      The nodes restart: all at once, one of them (`scope: {node: 2}`), or one after the other \
      (`rolling`). A node that is down has no connections; clients that try are sent to the others.
      """),
    kind(
      "capacity", { reader, _ in reader.capacity() }, CapacityKeys.all,
      "{at: 60s, for: 5m, kind: capacity, to: 25%, station: auth}",
      "Stations keep only a part of their servers, rounded up to whole ones."),
    kind(
      "slow", { reader, _ in reader.slow() }, SlowKeys.all,
      "{at: 60s, for: 5m, kind: slow, times: 3, station: auth}",
      "Services that begin while it is in force take longer."),
    kind(
      "latency", { reader, _ in reader.latency() }, LatencyKeys.all,
      "{at: 60s, for: 5m, kind: latency, add: 200ms}",
      "Packets take longer, one way: latency x `times` + `add`. At least one of the two is given."),
    kind(
      "loss", { reader, _ in reader.loss() }, LossKeys.all,
      "{at: 60s, for: 5m, kind: loss, rate: 5%}",
      """
      Packets are lost, on top of the path's own loss: each with a probability, or in bursts. A loss of 100 % \
      takes the service away, also in one direction.
      """),
    kind(
      "authFailure", { reader, _ in reader.authFailure() }, AuthFailureKeys.all,
      "{at: 60s, for: 2m, kind: authFailure, answer: temporary, probability: 50%}",
      "Authentication answers with an error."),
    kind(
      "flapping", { reader, _ in reader.flapping() }, FlappingKeys.all,
      "{at: 60s, for: 10m, kind: flapping, of: device, up: 30s, down: 4s, scope: {share: 30%}}",
      """
      Connectivity alternates between down and up, beginning with down: 30 s of network, 4 s without, \
      and so on. An open connection is silent while a path or device is down, and lives on if a \
      heartbeat gets through in time; a gateway that is down closes it. Without `for` it goes on to the \
      end of the run, so that some clients are away then and count as still trying.
      """),
    kind(
      "offline", { _, _ in .offline }, [],
      "{at: 60s, for: 2m, kind: offline, scope: {cohort: phones}}",
      """
      The devices have no network. Attempts fail at once; a connection that is open is silent and \
      lives on if the network is back in time.
      """),
    kind(
      "background", { _, _ in .background }, [], "{at: 60s, for: 5m, kind: background}",
      "The apps are in the background: their timers are frozen."),
    kind(
      "handover", { _, _ in .handover }, [],
      "{at: 60s, kind: handover, scope: {share: 10%}}",
      """
      The devices move to another network at this moment. Their connections die without a word to \
      either side. It takes no `for`.
      """, isMomentary: true),
    kind(
      "logout", { _, _ in .logout }, [], "{at: 60s, kind: logout, scope: {share: 1%}}",
      """
      The users are logged out from elsewhere at this moment. The gateway tells it over the connection \
      and closes it. It takes no `for`.
      """, isMomentary: true),
    kind(
      "dns", { reader, _ in reader.nameFault() }, NameFaultKeys.all,
      "{at: 60s, for: 5m, kind: dns, answer: none, negative: 5s}",
      """
      The name of the service is not answered, or has no address. A client that has an answer goes on until \
      its resolver's cache turns over. It needs `network.dns`.
      """),
    kind(
      "move", { reader, _ in reader.move() }, MoveKeys.all, "{at: 60s, kind: move, old: refuse}",
      """
      The service has a new address from this moment on. A client goes on to the old one until its \
      resolver's cache turns over. It needs `network.dns`, and takes no `for`.
      """, isMomentary: true),
    kind(
      "address", { reader, _ in reader.addressFault() }, AddressFaultKeys.all,
      "{at: 60s, for: 5m, kind: address, number: 0, how: silent}",
      """
      One address of the service is dead: first packets to it vanish or are refused. Connections that are open \
      live on. How many addresses there are is `network.addresses.count`.
      """),
  ]

  private static func kind(
    _ name: String, _ read: @escaping @Sendable (MappingReader, FaultSurroundings) -> FaultKind?,
    _ keys: [KeyWords],
    _ example: String, _ meaning: String, isMomentary: Bool = false
  ) -> FaultKindKeys {
    FaultKindKeys(
      words: FaultKindWords(
        name: name, meaning: meaning, example: example, keys: keys, isMomentary: isMomentary),
      read: read)
  }
}
