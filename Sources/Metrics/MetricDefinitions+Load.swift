let loadDefinitions: [MetricDefinition] =
  [
    MetricDefinition("attempts", "count", "Connection attempts begun by clients."),
    MetricDefinition(
      "attempts_per_client", "ratio", "Attempts over the number of clients."),
    MetricDefinition(
      "attempts_per_client_before_clear", "ratio",
      "Attempts begun before clear over the number of clients; all attempts where nothing clears."),
    MetricDefinition(
      "arrivals", "count",
      "Attempts whose first packet reached the gateway's door, whatever it answered: refused, turned "
        + "away, or dropped by a full backlog. One that is lost on the way or in a blackhole is an "
        + "attempt and no arrival."),
    MetricDefinition(
      "syn_repeats", "count",
      "First packets that came to the door again after a full backlog had dropped them. They are not "
        + "in `arrivals`."),
    MetricDefinition(
      "attempt_failures", "count",
      "Attempts that failed, by reason: refused (nobody listens), timeout (the application or the "
        + "operating system gave up), reset, shed (turned away at the door), auth (authentication "
        + "failed), offline (the device has no network), "
        + "conflict (an optimistic client's write met a row that had changed)."),
    MetricDefinition(
      "calls", "count",
      "Requests that clients began beside their sockets and that the gateway's api station answers. "
        + "Of optimistic clients: conditional writes sent; their reads are `attempts`."),
    MetricDefinition(
      "call_failures", "count",
      "Of these, those that failed: refused, no network, or no answer within the system's time limit. "
        + "A call that the client itself gave up is not among them."),
    MetricDefinition("peak_calls_1s", "count", "Most calls begun in one second."),
    MetricDefinition(
      "peak_calls_1s_at_s", "s", "When that second begins. Undefined without calls."),
  ] + peakDefinitions("100ms", "100 ms") + peakDefinitions("1s", "1 s") + [
    MetricDefinition(
      "crowding_1s", "ratio",
      "How many more arrivals come in an arrival's own second than on average in the 31 seconds "
        + "around it, (x - 1) / mean: 1 for an even or a Poisson stream, 31 where all knock in the "
        + "same second. Over the arrivals from the first incident's begin to clear + recover.p99, to "
        + "the end where that is never; seconds outside do not count for the averages. It does not "
        + "grow with the fleet. Undefined without arrivals."),
    MetricDefinition(
      "spread", "distribution",
      "For the n-th attempt since a client's drop, n = 1 to 12 and not reset by the policy, of drops "
        + "between the first incident's begin and clear: when it came to the door, in seconds since "
        + "the drop. Without incidents: of all drops. Kept to two digits. Percentiles are undefined "
        + "where no such attempt arrived."),
    MetricDefinition(
      "spread.clear", "distribution",
      "When each client that was away at clear first came to the door after it, in seconds since "
        + "clear."),
    MetricDefinition(
      "spread_needed_s", "s",
      "away_at_clear over the rate of the narrowest stage: over how many seconds the gateway would "
        + "need the arrivals to be spread. Undefined where nothing limits, and without faults."),
    MetricDefinition(
      "same_instant_share", "share",
      "Largest share of one spread's arrivals within any 100 ms (to 10 ms), over those with at least "
        + "max(100, 1 % of clients) arrivals. Undefined where there is none."),
  ]

private func peakDefinitions(_ suffix: String, _ width: String) -> [MetricDefinition] {
  let name = "peak_arrivals_\(suffix)"
  let parts = [
    ("", "the run", ""), ("_before_clear", "the time before clear", ""),
    ("_after_clear", "the time from clear on", " Undefined without a clear."),
  ]
  return parts.flatMap { part, text, undefined in
    [
      MetricDefinition(
        name + part, "count",
        "Most arrivals in one bin of \(width) in \(text); bins are aligned at time 0." + undefined),
      MetricDefinition(
        "\(name)\(part)_at_s", "s",
        "When that bin begins, the first of several. Undefined without arrivals." + undefined),
    ]
  }
}
