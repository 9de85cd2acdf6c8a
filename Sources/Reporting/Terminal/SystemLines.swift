/// One or two lines for each session system of the fleet but Stoat, whose figures stand above.
func systemLines(_ reading: RunReading, width: Int) -> [String] {
  reading.fleet.systems.flatMap { system -> [String] in
    switch system {
    case .stoat: []
    case .chatSocket: chatSocketLines(reading, width)
    case .primer: primerLines(reading, width)
    case .appExtension: appExtensionLines(reading, width)
    case .optimistic: optimisticLines(reading, width)
    }
  }
}

private func chatSocketLines(_ reading: RunReading, _ width: Int) -> [String] {
  let on = reading.text("chatSocket.on_share")
  let lingering = reading.text("chatSocket.linger_share")
  return labelled(
    "chat socket",
    [
      "on \(on) of the time, \(lingering) of it lingering",
      "reconnects saved \(reading.text("chatSocket.reconnects_saved"))",
      "restarts \(reading.text("chatSocket.restarts"))",
    ], width: width)
    + labelled(
      "",
      [
        "messages \(reading.text("chatSocket.messages"))",
        "late \(reading.text("chatSocket.messages_late_share"))",
        "undelivered \(reading.text("chatSocket.messages_undelivered"))",
        "leaked sockets \(reading.text("chatSocket.leaked"))",
      ], width: width)
}

private func primerLines(_ reading: RunReading, _ width: Int) -> [String] {
  let sessions = reading.count("primer.sessions")
  let layers = ["lock", "latest", "fallback"]
    .map { "\($0) \(reading.text("primer.read_share.\($0)"))" }
  let reads = ["reads \(reading.text("primer.reads")):"] + layers.dropLast().map { "\($0)," }
  let missed = reading.share(
    reading.count("primer.updates_missed"), of: reading.count("primer.updates"))
  return labelled(
    "primer",
    [
      "sessions \(reading.text("primer.sessions"))",
      "past the threshold \(reading.text("primer.elapsed_share"))",
      "errored \(reading.share(reading.count("primer.sessions_errored"), of: sessions))",
      "saw a fallback \(reading.text("primer.fallback_session_share"))",
    ], width: width)
    + labelled(
      "",
      pieces(reads + layers.suffix(1), room: width - labelWidth) + [
        "stale \(reading.text("primer.stale_read_share"))", "updates missed \(missed)",
      ], width: width)
}

private func appExtensionLines(_ reading: RunReading, _ width: Int) -> [String] {
  let late = reading.text("appExtension.notifications_late")
  return labelled(
    "extension",
    [
      "notifications \(reading.text("appExtension.notifications")) (late \(late))",
      "merged \(reading.text("appExtension.pushes_merged"))",
      "shown by the app \(reading.text("appExtension.shown_by_app"))",
    ], width: width)
    + labelled(
      "",
      [
        "overlaps \(reading.text("appExtension.overlaps"))",
        "kills \(reading.text("appExtension.kills"))",
        "forced activations \(reading.text("appExtension.forced_activations"))",
        "deferred \(reading.text("appExtension.operations_deferred"))",
      ], width: width)
}

private func optimisticLines(_ reading: RunReading, _ width: Int) -> [String] {
  labelled(
    "contention",
    [
      "writes \(reading.text("optimistic.milestones.writing"))",
      "conflicts \(reading.text("optimistic.conflicts"))",
      "row version \(reading.text("optimistic.row_version"))",
      "all done after \(reading.text("completion"))",
    ], width: width)
}
