import Sessions
import Words

extension FindingCode {
  package static let fallbacksShown = FindingCode(
    "fallbacks-shown", "Primer sessions ran past their threshold, failed or showed a fallback.")
  package static let staleReads = FindingCode(
    "stale-reads", "Reads were stale or updates missed.")
  package static let responseTimes = FindingCode(
    "response-times", "Primer requests were answered; on demand.")
}

extension SystemFindings {
  static let primer = SystemFindings(
    codes: [
      .fallbacksShown, .staleReads, .responseTimes,
    ]
  ) { $0.primerFindings }
}

extension SystemEvidence {
  /// Why sessions showed fallbacks, and why reads were stale.
  var primerFindings: [Finding] {
    [fallbacks, staleReads, slowResponses].compactMap { $0 }
  }

  private var fallbacks: Finding? {
    let sessions = count("primer.sessions")
    let elapsed = count("primer.sessions_elapsed")
    let errored = count("primer.sessions_errored")
    let shown = number("primer.fallback_session_share") ?? 0
    guard sessions > 0, shown > 0 || elapsed + errored > 0 else { return nil }
    func share(_ part: Int) -> String { percent(Double(part) / Double(sessions)) }
    let limit =
      cohorts.seconds("waitFor", standard: PrimerConfiguration().waitFor)
      .map { setting($0) } ?? "the threshold"
    let all = counted(sessions, "session")
    let late = "the response took longer than \(limit)"
    let fallback = "\(percent(shown)) showed a fallback"
    let text =
      switch (elapsed > 0, errored > 0) {
      case (true, true):
        "In \(share(elapsed)) of \(all) \(late), in \(share(errored)) the request failed; \(fallback)."
      case (true, false): "In \(share(elapsed)) of \(all) \(late); \(fallback)."
      case (false, true): "In \(share(errored)) of \(all) the request failed; \(fallback)."
      case (false, false):
        "\(percent(shown)) of \(all) showed a fallback: they read before the response came."
      }
    let isNotable = max(shown, Double(elapsed + errored) / Double(sessions)) >= 0.01
    return Finding(
      .fallbacksShown, isNotable ? .notable : .onDemand,
      figures(
        "primer.sessions", "primer.sessions_elapsed", "primer.sessions_errored",
        "primer.fallback_session_share"),
      explains: [
        "primer.sessions", "primer.elapsed_share", "primer.fallback", "primer.priming_time",
        "primer.start_time", "primer.read_share", "primer.milestones.elapsed",
        "primer.milestones.errored", "primer.milestones.fallbackSession",
        "primer.milestones.readFallback", "primer.milestones.readLockOfFallback",
        "primer.milestones.primedLate", "primer.state_seconds.elapsed",
        "primer.state_seconds.errored",
      ],
      text)
  }

  private var staleReads: Finding? {
    let reads = count("primer.reads")
    let stale = count("primer.stale_reads")
    let updates = count("primer.updates")
    let missed = count("primer.updates_missed")
    guard reads > 0, stale > 0 || missed > 0 else { return nil }
    var reasons: [String] = []
    if run.sessions.reads.staleLock > 0 { reasons.append("a lock keeps its value for the session") }
    if run.sessions.reads.staleLatest > 0 {
      reasons.append("a copy without a listener is not renewed")
    }
    if missed > 0 {
      let met = "\(HumanText.count(missed)) of \(counted(updates, "update")) met a socket"
      reasons.append("\(reasons.isEmpty ? "" : "and ")\(met) that was down")
    }
    let isNotable = Double(missed) >= 0.01 * Double(max(1, updates))
    return Finding(
      .staleReads, isNotable ? .notable : .onDemand,
      figures("primer.reads", "primer.stale_reads", "primer.updates", "primer.updates_missed"),
      explains: [
        "primer.stale", "primer.updates", "primer.reads", "primer.milestones.socketLost",
        "primer.milestones.socketGaveUp", "primer.milestones.changed",
      ],
      "\(percent(Double(stale) / Double(reads))) of \(counted(reads, "read")) were "
        + "stale: \(reasons.joined(separator: ", ")).")
  }

  private var slowResponses: Finding? {
    guard let p99 = number("primer.priming_time.p99"), let last = number("primer.priming_time.max")
    else { return nil }
    return Finding(
      .responseTimes, .onDemand,
      figures("primer.priming_time.p99", "primer.priming_time.max"),
      explains: [
        "primer.priming_time", "primer.start_time", "primer.milestones", "primer.state_seconds",
      ],
      "99 % of the responses came within \(time(p99)), the last after \(time(last)).")
  }
}
