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
      "Attempts that reached the gateway's door, those refused there included. A first packet that "
        + "is lost in a blackhole, or dropped by a full backlog, is an attempt and no arrival."),
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
      "peak_to_mean_1s", "ratio",
      "Of the arrivals after clear in 1 s bins, from the first occupied bin to the last: the "
        + "largest over the mean. Undefined without a clear or without arrivals after it."),
    MetricDefinition(
      "dispersion_1s", "ratio",
      "Variance over mean of the same bins (variance of all bins, not of a sample): 1 for a "
        + "Poisson stream, above it the more bunched. Undefined below two bins.",
      source: "Index of dispersion: Cox and Lewis, The Statistical Analysis of Series of Events"),
    MetricDefinition(
      "spread", "distribution",
      "For the n-th attempt since a client's drop, n = 1 to 12 and not reset by the policy: when "
        + "it came to the door, in seconds since the drop. Kept to two digits. Percentiles and "
        + "`cv` are undefined where no such attempt arrived."),
    MetricDefinition(
      "same_instant_share", "share",
      "Largest share of one attempt number's arrivals within one 100 ms bin, over the numbers "
        + "with at least max(100, 1 % of clients) arrivals. Undefined where there is none."),
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
