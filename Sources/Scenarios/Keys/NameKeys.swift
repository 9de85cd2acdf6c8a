import Faults
import Primitives

/// The keys of `network.dns`.
enum NameKeys {
  static let time = Key(
    "time", .distribution, standard: "20ms", example: "20ms",
    "How long it is from a question to its answer.")
  static let ttl = Key(
    "ttl", .duration(.seconds(1) ... .hours(7 * 24)), standard: "60s", example: "30s",
    "How long a resolver keeps an answer: its cache turns over each time this is over.")
  static let tries = Key(
    "tries", .count(1...10), standard: "2", example: "2",
    "How often a client asks before its attempt fails.")
  static let timeout = Key(
    "timeout", .duration(.milliseconds(100) ... .minutes(1)), standard: "5s", example: "5s",
    "How long a client waits for the answer to each try.")
  static let resolvers = Key(
    "resolvers", .count(1...1_000_000), standard: "each client has its own", example: "10",
    """
    How many resolvers there are for all clients that take this `dns`. Clients of one resolver learn of a new \
    address at the same moment.
    """)

  static let group = KeyGroup(
    "network.dns",
    """
    The name of the service. A client asks for its address when an attempt begins, unless it has an answer of the \
    present cycle of its resolver's cache. Without this key addresses are known.
    """, [time.words, ttl.words, tries.words, timeout.words, resolvers.words])
}

/// The keys of the fault `dns`.
enum NameFaultKeys {
  static let answer = Key(
    "answer", Form<NameFailure>.word, standard: nil, example: "none",
    "`silent`: nobody answers. `none`: the answer is that the name has no address.")
  static let negative = Key(
    "negative", .duration(.zero ... .hours(24)), standard: "0s", example: "5s",
    "Only with none: how long a client remembers it; its attempts fail at once meanwhile.")
  static let all = [answer.words, negative.words]
}

/// The keys of the fault `move`.
enum MoveKeys {
  static let old = Key(
    "old", Form<DeadAddress>.word, standard: "silent", example: "refuse",
    "What becomes of first packets to the old address: they vanish, or are refused.")
  static let drop = Key(
    "drop", .flag, standard: "false", example: "true", "Whether all connections are closed.")
  static let all = [old.words, drop.words]
}
