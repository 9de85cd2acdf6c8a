import GatewayModel
import Primitives
import Words

/// The keys of `gateway.admission`.
enum AdmissionKeys {
  static let rate = Key(
    "rate", .rate, standard: "no rate", example: "125/s",
    """
    A token bucket: how many connections a second are admitted in the long run. Each admission takes a token, and at \
    most `burst` of them are saved up.
    """, isCapacity: true)
  static let burst = Key(
    "burst", .count(1...1_000_000_000), standard: "one second of the rate", example: "250",
    "How many are admitted at once after a rest: the size of the token bucket.")
  static let concurrency = Key(
    "concurrency", .count(1...1_000_000_000), standard: "no slots", example: "512",
    """
    Slots: how many attempts are in the set-up at once. An attempt holds a slot from its admission until the gateway is \
    done with it, or hears that its client has left.
    """, isCapacity: true)
  static let vegas = Key(
    "vegas", .read(later: .group(VegasKeys.group)), standard: "no such limit",
    example: "{initial: 20, max: 1000}", VegasKeys.group.meaning,
    source: "Netflix concurrency-limits at 78a74b9")
  static let gradient2 = Key(
    "gradient2", .read(later: .group(Gradient2Keys.group)), standard: "no such limit",
    example: "{initial: 20, min: 20, max: 200}", Gradient2Keys.group.meaning,
    source: "Netflix concurrency-limits at 78a74b9")
  static let batch = Key(
    "batch", .count(1...1_000_000_000), standard: "no batches", example: "512",
    "How many are admitted in each stretch of `every`, counted from the node's start.",
    isCapacity: true)
  static let every = Key(
    "every", .positiveDuration, standard: "none; needed with batch", example: "1s",
    "The length of a stretch. Only with `batch`.")
  static let per = Key(
    "per", Form<AdmissionScope>.word, standard: "node", example: "gateway",
    "`node`: each node has this limit. `gateway`: all nodes have it in common.")

  /// The keys of which one says what the limit is.
  static let kinds = [rate.name, concurrency.name, vegas.name, gradient2.name, batch.name]

  static let group = KeyGroup(
    "gateway.admission",
    """
    How many new connections are let in: by a rate, by slots (`concurrency`, `vegas`, `gradient2`), or in batches. Who \
    is not let in is rejected (see `gateway.rejection`). `none` admits everybody.
    """,
    [
      rate.words, burst.words, concurrency.words, vegas.words, gradient2.words, batch.words,
      every.words, per.words,
    ], choices: kinds.map { [$0] })
}

/// The keys of `gateway.admission.vegas`.
enum VegasKeys {
  private static let usual = VegasDescription()

  static let initial = Key(
    "initial", .count(1...1_000_000), standard: "\(usual.initial)", example: "20",
    "The slots at the start; at most `max`.")
  static let most = Key(
    "max", .count(1...1_000_000), standard: "\(usual.most)", example: "1000",
    "The most slots that there may ever be.")

  static let group = KeyGroup(
    "gateway.admission.vegas",
    """
    Slots whose number follows how long they are held: more while that is near the least ever seen, fewer while it tells \
    of a queue. A slot is held through the client's own round trips, too: see docs/model.md. `{}` takes all defaults.
    """, [initial.words, most.words])
}

/// The keys of `gateway.admission.gradient2`.
enum Gradient2Keys {
  private static let usual = Gradient2Description()

  static let initial = Key(
    "initial", .count(1...1_000_000), standard: "\(usual.initial)", example: "20",
    "The slots at the start; `min` to `max`.")
  static let least = Key(
    "min", .count(1...1_000_000), standard: "\(usual.least)", example: "20",
    "The least slots that there may be.")
  static let most = Key(
    "max", .count(1...1_000_000), standard: "\(usual.most)", example: "200",
    "The most slots that there may be.")
  static let smoothing = Key(
    "smoothing", .number(0.001...1), standard: numberText(usual.smoothing), example: "0.2",
    "The weight of each new value in the limit.")
  static let tolerance = Key(
    "tolerance", .number(1...100), standard: numberText(usual.tolerance), example: "1.5",
    "How many times as long as in the long-term mean a slot may be held before the limit falls.")
  static let window = Key(
    "window", .count(1...1_000_000), standard: "\(usual.window)", example: "600",
    "Over how many samples the long-term mean goes.")
  static let queue = Key(
    "queue", .count(0...1_000_000), standard: "\(usual.queue)", example: "4",
    "How many slots more the limit aims at.")

  static let group = KeyGroup(
    "gateway.admission.gradient2",
    """
    Slots whose number falls as they are held for longer than in the long-term mean. `{}` takes all defaults.
    """,
    [
      initial.words, least.words, most.words, smoothing.words, tolerance.words, window.words,
      queue.words,
    ])
}

/// The keys of `gateway.rejection`.
enum RejectionKeys {
  static let before = Key(
    "before", .word(of: ["handshake"]), standard: "not so", example: "handshake",
    "Admission decides at the listener: a rejected attempt costs the gateway nothing.")
  static let after = Key(
    "after", .word(of: ["handshake"]), standard: "so", example: "handshake",
    "Admission decides after the handshake: a rejected attempt has used a handshake core.")
  static let cost = Key(
    "cost", .duration(.zero ... .hours(1)), standard: "200us after the handshake, otherwise 0s",
    example: "1ms",
    "Further time on the handshake core before the answer goes out. Only with `after`.")
  static let answer = Key(
    "answer", Form<RejectionAnswer>.word, standard: "reset", example: "error",
    """
    What a rejected attempt is answered. `reset`: the connection is reset. `error`: an error answer, which formulas \
    know by `code` 503.
    """)
  static let retryAfter = Key(
    "retryAfter", .distribution, standard: "none", example: "{uniform: [5s, 60s]}",
    """
    How long an error answer asks the client to stay away, drawn anew for each answer. Formulas know it as \
    `retryAfter`. Only with `answer: error`; a station with `full: error` asks for it, too.
    """)

  static let group = KeyGroup(
    "gateway.rejection",
    "Where admission turns clients away, what that costs, and what it says to them.",
    [before.words, after.words, cost.words, answer.words, retryAfter.words],
    excluding: [before.name, after.name])
}
