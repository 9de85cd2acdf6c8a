import Words

extension FindingCode {
  package static let deadSockets = FindingCode(
    "dead-sockets", "The watchdog restarted chat sockets.")
  package static let lateMessages = FindingCode(
    "late-messages", "Messages met a socket that was off or dead.")
  package static let leakedSockets = FindingCode(
    "leaked-sockets", "Sockets opened that belong to nobody.")
  package static let lingeringSockets = FindingCode(
    "lingering-sockets", "Sockets lingered; on demand.")
}

extension SystemFindings {
  static let chatSocket = SystemFindings(
    codes: [
      .deadSockets, .lateMessages, .leakedSockets, .lingeringSockets,
    ]
  ) { $0.chatSocketFindings }
}

extension SystemEvidence {
  /// Why chat sockets were silent and messages late.
  var chatSocketFindings: [Finding] {
    [eagerReconnects, deadSockets, lateMessages, leakedSockets, lingering].compactMap { $0 }
  }

  /// Chat sockets that try again at once, where most of what they tried was turned away.
  private var eagerReconnects: Finding? {
    let refused = count("attempt_failures.refused") + count("attempt_failures.shed")
    guard isOnly, cohorts.isOn("reconnectOnClose"),
      run.load.attempts > 0, 2 * refused >= run.load.attempts
    else { return nil }
    let part = Double(refused) / Double(run.load.attempts)
    return Finding(
      .eagerReconnects, .aside,
      figures("attempt_failures.refused", "attempt_failures.shed", "attempts"),
      explains: Finding.load,
      "A closed chat socket tries again at once, and so does one that is turned away: "
        + "\(percent(part)) of the attempts were.")
  }

  private var deadSockets: Finding? {
    let restarts = count("chatSocket.restarts")
    guard restarts > 0, let median = number("chatSocket.silence.p50"),
      let longest = number("chatSocket.silence.max")
    else { return nil }
    let span =
      restarts == 1
      ? time(longest) : "\(time(median)) in the median, \(time(longest)) at most,"
    return Finding(
      .deadSockets, .notable,
      figures("chatSocket.restarts", "chatSocket.silence.p50", "chatSocket.silence.max"),
      explains: [
        "chatSocket.silence", "chatSocket.restarts", "chatSocket.milestones.restarted", "detect",
        "downtime", "recover", "chatSocket.state_seconds.closed",
      ],
      "\(counted(restarts, "socket")) \(restarts == 1 ? "was" : "were") dead for \(span) before "
        + "the watchdog noticed.")
  }

  private var lateMessages: Finding? {
    let made = count("chatSocket.messages")
    let late = count("chatSocket.messages_late")
    guard made > 0, late > 0 else { return nil }
    let on =
      number("chatSocket.on_share").map { " (sockets were on \(percent($0)) of the time)" } ?? ""
    var rest: [String] = []
    if let slowest = number("chatSocket.message_delay.max") {
      rest.append("the slowest delivery took \(time(slowest))")
    }
    let undelivered = count("chatSocket.messages_undelivered")
    if undelivered > 0 {
      rest.append("\(HumanText.count(undelivered)) were not delivered by the end")
    }
    let sentence =
      "\(HumanText.count(late)) of \(counted(made, "message")) met a socket that was off or "
      + "dead\(on)\(rest.isEmpty ? "" : "; ")\(rest.joined(separator: ", "))."
    return Finding(
      .lateMessages, Double(late) > 0.01 * Double(made) ? .notable : .onDemand,
      figures(
        "chatSocket.messages", "chatSocket.messages_late", "chatSocket.on_share",
        "chatSocket.message_delay.max", "chatSocket.messages_undelivered"),
      explains: [
        "chatSocket.messages", "chatSocket.message_delay", "chatSocket.on_share",
        "chatSocket.state_seconds.off",
      ],
      sentence)
  }

  private var leakedSockets: Finding? {
    let leaked = count("chatSocket.leaked")
    guard leaked > 0 else { return nil }
    return Finding(
      .leakedSockets, .notable,
      figures("chatSocket.leaked"),
      explains: ["chatSocket.leaked", "chatSocket.milestones.leaked"],
      "\(counted(leaked, "socket")) leaked: given up before the upgrade, "
        + "\(leaked == 1 ? "it opens" : "they open") later and "
        + "\(leaked == 1 ? "belongs" : "belong") to nobody (Starscream's quirk).")
  }

  private var lingering: Finding? {
    let saved = count("chatSocket.reconnects_saved")
    let expired = count("chatSocket.lingers_expired")
    guard saved + expired > 0 else { return nil }
    return Finding(
      .lingeringSockets, .onDemand,
      figures("chatSocket.reconnects_saved", "chatSocket.lingers_expired"),
      explains: [
        "chatSocket.reconnects_saved", "chatSocket.lingers_expired", "chatSocket.linger_share",
        "chatSocket.milestones", "chatSocket.state_seconds",
      ],
      "A socket without a screen lingered \(counted(saved + expired, "time")), and a screen came "
        + "back to it \(counted(saved, "time")).")
  }
}
