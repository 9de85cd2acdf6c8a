extension Topic {
  /// The doubts about a scenario, by the codes under which `summary.json` lists them.
  static let warnings: [Topic] = [
    warning(
      "fault-after-end",
      """
      A fault begins when the run is over.
      """),
    warning(
      "scope-selects-nobody",
      """
      A fault is aimed at a share of 0 %.
      """),
    warning(
      "fault-changes-nothing",
      """
      A capacity that leaves every server, `slow` times 1, a latency or loss of nothing.
      """),
    warning(
      "fault-affects-nobody",
      """
      A fault that only set-ups meet (a listener that takes no new connections, `slow`, `capacity`, \
      `authFailure`) while everybody is connected, asks nothing, and nothing cuts anyone before \
      the fault ends.
      """),
    warning(
      "outage-keeps-connections",
      """
      An outage lets no new connection in, and only clients that other faults cut off meet it.
      """),
    warning(
      "flapping-to-the-end",
      """
      Flapping goes on to the end of the run, and a promise says that nobody is away then.
      """),
    warning(
      "fault-outlasts-run",
      """
      An incident with an end is over only after the end of the run, such as a rolling restart \
      that drains for hours.
      """),
    warning(
      "load-of-flapping",
      """
      Paths or devices that flap let so many clients connect again that it is half of what the \
      narrowest stage takes, or more.
      """),
    warning(
      "burst-shorter-than-a-retransmission",
      """
      The bad stays of a `gilbertElliott` are shorter in the mean than a retransmission: a loss of the same \
      share does the same.
      """),
    warning(
      "name-outlasts-run",
      """
      Every `network.dns.ttl` is longer than the run.
      """),
    warning(
      "bandwidth-unused",
      """
      `network.bandwidth` without `gateway.egress`.
      """),
    warning(
      "ignored-columns",
      """
      A file of round-trip times (`network.latency.csv`) has columns that nothing reads.
      """),
    warning(
      "slow-by-rate",
      """
      A station's `rate` alone makes each service at least ten times as long as the profile's, \
      and at least 0.5 s.
      """),
    warning(
      "window-too-long",
      """
      `metastable.window` is longer than what is left after clear.
      """),
    warning(
      "queue-unused",
      """
      A queue, a discipline or a deadline at a station with any number of servers, where nobody waits; or `full` at a \
      station that drops nothing.
      """),
    warning(
      "rejection-unused",
      """
      `rejection` where admission is `none`.
      """),
    warning(
      "limit-from-profile",
      """
      The file sets a stage, and one of the profile is narrower by a third or more.
      """),
    warning(
      "doubtful-parameters",
      """
      Settings of a session machine that defeat each other, such as a heartbeat no longer than \
      the wait for its answer.
      """),
    warning(
      "bare-numbers",
      """
      A delay looks like milliseconds written without a unit.
      """),
    warning(
      "retry-after-unused",
      """
      A formula reads `retryAfter`, and no answer carries one; or answers carry one, and no formula \
      reads it.
      """),
    warning(
      "slots-exceed-timeout",
      """
      `concurrency` has more slots, over all nodes, than the narrowest station serves within the \
      clients' limit for it.
      """),
    warning(
      "promise-always-kept",
      """
      No figure can break a promise.
      """),
    warning(
      "promise-never-kept",
      """
      No figure can keep it.
      """),
  ]

  private static func warning(_ code: String, _ meaning: String) -> Topic {
    Topic(code, .warning, meaning)
  }
}
