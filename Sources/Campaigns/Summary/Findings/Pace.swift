import Sessions

/// What the clients of a fleet wait for by themselves, beside the gateway.
struct Pace {
  /// As what the gateway is held against: `the formula`.
  let rule: String
  /// As the subject of a sentence.
  let waiting: String
  /// Whether clients try again on their own, and so may get in each other's way.
  let isOfRetries: Bool

  init(_ evidence: Evidence) {
    let fleet = evidence.fleet
    isOfRetries = fleet.has(.stoat) || fleet.has(.optimistic) || fleet.systems.count > 1
    if fleet.isOnly(.stoat) || fleet.isOnly(.optimistic) {
      rule = "the formula"
      waiting = "the waiting between retries"
    } else if fleet.isOnly(.chatSocket) {
      rule = "the watchdog"
      let period = fleet.seconds(
        "watchdog", of: .chatSocket, standard: ChatSocketConfiguration().watchdog)
      waiting = period.map { "the watchdog of \(evidence.setting($0))" } ?? rule
    } else if fleet.isOnly(.primer) {
      waiting =
        evidence.count("primer.sessions_errored") > 0
        ? "the wait for the next launch" : "the waiting between tries for the socket"
      rule = waiting
    } else if fleet.isOnly(.appExtension) {
      waiting = "the wait for the extension"
      rule = waiting
    } else {
      waiting = "the waiting between retries"
      rule = waiting
    }
  }
}
