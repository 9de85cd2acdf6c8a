import GatewayModel
import Primitives
import Words

/// The keys of a station that say how it keeps those who wait, and what load does to it.
struct QueueKeys: Sendable {
  /// nil at the handshake: its queue is the backlog.
  let limit: Key<Int?>?
  let full: Key<DropAnswer>
  let words: [KeyWords]

  static let discipline = Key(
    "discipline", .read(later: .either([.word(disciplines), .shared(DisciplineKeys.group)])),
    standard: "fifo", example: "codel", DisciplineKeys.group.meaning)
  static let slowdown = Key(
    "slowdown", Form.share(upTo: 10), standard: "0%", example: "1%",
    """
    By how much each service in progress at the station slows down one that begins: its time x (1 + slowdown x \
    services in progress, itself included). Of c servers the greatest rate is then c / (mean time x (1 + slowdown \
    x c)); unlimited servers have one too: 1 / (mean time x slowdown).
    """)
  static let deadline = Key(
    "deadline", Form.deadline, standard: "none", example: "5s",
    "What has waited longer than this when its turn comes is dropped.")

  static let disciplines = ["fifo", "lifo", "adaptiveLifo", "codel"]

  /// Those of the handshake, whose queue is the backlog.
  static let handshake = QueueKeys(
    limit: nil,
    full: Key(
      "full", .answer([.reset, .silence]), standard: "silence", example: "reset",
      """
      What a full backlog, or a drop from it, is answered. `silence`: nothing; the client's system sends a SYN \
      again on its own schedule. `reset`: the attempt fails, of a full backlog with `reset`, otherwise with `dropped`.
      """, source: "Linux: net.ipv4.tcp_abort_on_overflow is 0"))
  /// Those of every other station.
  static let others = QueueKeys(
    limit: Key(
      "queue", .countOrUnlimited(0...1_000_000_000), standard: "unlimited", example: "500",
      "How many requests may wait beside those in service; the next one is dropped."),
    full: Key(
      "full", .answer(DropAnswer.allCases), standard: "reset", example: "error",
      """
      What a dropped request is answered, whatever it is dropped for. `reset`: the connection is reset, and the \
      attempt fails with `dropped`. `error`: the same by an error answer. `silence`: nothing; the client's own time \
      limit finds out. A call that is dropped fails.
      """))

  private init(limit: Key<Int?>?, full: Key<DropAnswer>) {
    self.limit = limit
    self.full = full
    words =
      (limit.map { [$0.words] } ?? []) + [
        full.words, Self.discipline.words, Self.slowdown.words, Self.deadline.words,
      ]
  }
}

/// The keys of `discipline`, wherever it stands.
enum DisciplineKeys {
  private static let range: ClosedRange<Interval> = .nanoseconds(1) ... .hours(1)

  /// How long even the least wait must be above the target.
  static let patience = Key(
    "interval", .duration(range), standard: durationText(QueueDiscipline.usualInterval),
    example: "100ms",
    "How long even the least wait must be above the target before anything is dropped.")
  static let target = Key(
    "target", .duration(range), standard: durationText(QueueDiscipline.usualTarget),
    example: "5ms",
    "The wait that is still good, at most the interval. What has waited more than twice as long is dropped."
  )
  static let codel = Key(
    "codel", .read(later: .group(codelGroup)), standard: "not so",
    example: "{interval: 100ms, target: 5ms}", codelGroup.meaning,
    source: "folly::Codel; Nichols and Jacobson, ACM Queue 10(5), 2012")

  private static let codelGroup = KeyGroup(
    "discipline.codel",
    """
    The oldest first, without those that waited too long. The station is overloaded where even the least wait of an \
    interval was above the target. Then it drops, in its turn, what has waited more than twice the target.
    """, [patience.words, target.words])

  /// How long there must have been a queue.
  static let crowding = Key(
    "interval", .duration(range), standard: durationText(QueueDiscipline.usualInterval),
    example: "100ms",
    "How long somebody must have waited at every instant before the newest go first.")
  static let adaptiveLifo = Key(
    "adaptiveLifo", .read(later: .group(adaptiveGroup)), standard: "not so",
    example: "{interval: 100ms}", adaptiveGroup.meaning,
    source: "Maurer, Fail at Scale, ACM Queue 13(8), 2015")

  private static let adaptiveGroup = KeyGroup(
    "discipline.adaptiveLifo",
    "The oldest first; the newest first while there has been a queue for longer than an interval.",
    [crowding.words])

  static let group = KeyGroup(
    "discipline",
    """
    The order in which a station takes those who wait. `fifo`: the oldest first. `lifo`: the newest first. \
    `adaptiveLifo`: the newest first while there has been a queue for longer than an interval, otherwise the oldest. \
    `codel`: the oldest first, without those that waited too long. The last two may have settings: \
    {codel: {interval: 100ms, target: 5ms}}.
    """, [codel.words, adaptiveLifo.words], choices: [["codel"], ["adaptiveLifo"]])
}

extension Form where Value == DropAnswer {
  /// One of these answers.
  static func answer(_ allowed: [DropAnswer]) -> Form {
    let words = allowed.map(\.rawValue)
    return Form(.word(words)) { $0.word(of: words).flatMap(DropAnswer.init(rawValue:)) }
  }
}
