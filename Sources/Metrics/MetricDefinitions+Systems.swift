let systemDefinitions: [MetricDefinition] =
  stoatDefinitions + chatSocketDefinitions + primerDefinitions + appExtensionDefinitions
  + optimisticDefinitions

private let others = " Undefined for a fleet without clients of this system."

private let stoatDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "stoat.banner_seconds", "s",
    "Time that all clients together showed a banner: connecting, disconnected, reconnecting, "
      + "device_offline." + others),
  MetricDefinition(
    "stoat.cache_invalidations", "count", "How often a client threw its cache away." + others),
  milestones("stoat", "the first ten are the states, counted when entered"),
]

private let chatSocketDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "chatSocket.silence", "distribution",
    "From the last thing the backend said on a connection to its restart by the watchdog; from the "
      + "begin of the connection where it said nothing. From the begin of a blackhole to the restart "
      + "is `detect`." + others),
  MetricDefinition(
    "chatSocket.restarts", "count", "Connections that the watchdog restarted." + others),
  MetricDefinition(
    "chatSocket.reconnects_saved", "count",
    "How often a screen came back while the socket lingered, and found it." + others),
  MetricDefinition(
    "chatSocket.lingers_expired", "count", "How often none came and the socket went off." + others),
  MetricDefinition(
    "chatSocket.leaked", "count",
    "Sockets that were disconnected before their upgrade and so open later (profile starscream)."
      + others),
  MetricDefinition(
    "chatSocket.on_share", "share",
    "Share of all clients' time in which the socket was on: connecting, open, closed or lingering. "
      + "The radio's cost." + others),
  MetricDefinition(
    "chatSocket.linger_share", "share",
    "Of that time, the share in which no screen needed the socket." + others),
  MetricDefinition(
    "chatSocket.messages", "count", "Messages that the backend pushed." + others),
  MetricDefinition(
    "chatSocket.messages_late", "count",
    "Of these, those that met no live connection: the socket was off, or dead." + others),
  MetricDefinition("chatSocket.messages_late_share", "share", "messages_late over messages."),
  MetricDefinition(
    "chatSocket.messages_undelivered", "count", "Late messages still not delivered at the end."),
  MetricDefinition(
    "chatSocket.message_delay", "distribution",
    "From push to delivery, of the messages delivered. A late one comes when the socket is next open "
      + "and reachable." + others),
  states("chatSocket", "off, connecting, open, closed; lingering is on without a screen"),
  milestones("chatSocket", "the first four are the states, counted when entered"),
]

private let primerDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "primer.priming_time", "distribution",
    "From START to the response, late ones included; sessions that never got one are not in it."
      + others),
  MetricDefinition(
    "primer.start_time", "distribution",
    "From START to the moment at which start() resolved: at most the threshold." + others),
  MetricDefinition("primer.sessions", "count", "Sessions begun." + others),
  MetricDefinition(
    "primer.sessions_elapsed", "count",
    "Sessions whose response did not come within the threshold." + others),
  MetricDefinition(
    "primer.sessions_errored", "count", "Sessions whose request failed." + others),
  MetricDefinition(
    "primer.elapsed_share", "share",
    "sessions_elapsed over sessions: the chance that a response takes longer than the threshold."
      + others),
  MetricDefinition(
    "primer.fallback_session_share", "share",
    "Sessions that showed a fallback at least once, over sessions. With locking on, that fallback "
      + "stays for the session." + others),
  MetricDefinition("primer.reads", "count", "Reads of entities." + others),
  MetricDefinition(
    "primer.read_share", "share",
    "Reads served by the lock, by the latest copy, by the fallback, over all reads." + others),
  MetricDefinition(
    "primer.fallback_read_share", "share",
    "Reads that returned a fallback, fresh or locked, over all reads." + others),
  MetricDefinition(
    "primer.stale_reads", "count",
    "Reads that returned a copy which the server had replaced since. Fallbacks are not copies."
      + others),
  MetricDefinition("primer.stale_read_share", "share", "stale_reads over reads."),
  MetricDefinition(
    "primer.updates", "count", "Changes of entities to which the client was listening." + others),
  MetricDefinition(
    "primer.updates_missed", "count",
    "Of these, those that met no live socket. A refresh after the reconnect makes up for them."
      + others),
  MetricDefinition("primer.updates_missed_share", "share", "updates_missed over updates."),
  states("primer", "created, initializing, primed, elapsed, errored"),
  milestones("primer", "the first five are the states, counted when entered"),
]

private let appExtensionDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "appExtension.notification_delay", "distribution",
    "From a push's arrival on the device to the notification that the extension shows." + others),
  MetricDefinition(
    "appExtension.activation_wait", "distribution",
    "From the scene's becoming active to the app's being active." + others),
  MetricDefinition(
    "appExtension.operation_time", "distribution",
    "From the user's sending to the end of the operation, network and database." + others),
  MetricDefinition(
    "appExtension.overlaps", "count",
    "Database operations begun while the other process had one in flight: two writers at once."
      + others),
  MetricDefinition(
    "appExtension.kills", "count",
    "Apps that the system froze with a database operation in flight, and so killed (0xdead10cc)."
      + others, source: "Apple Technical Note TN2151"),
  MetricDefinition(
    "appExtension.forced_activations", "count",
    "Activations that did not wait for the extension any longer." + others),
  MetricDefinition(
    "appExtension.revocations", "count",
    "Forced activations that took the database from the extension." + others),
  MetricDefinition(
    "appExtension.pushes", "count", "Pushes that the backend made." + others),
  MetricDefinition(
    "appExtension.notifications", "count", "Notifications shown by the extension." + others),
  MetricDefinition(
    "appExtension.notifications_late", "count",
    "Of these, those shown without the message, as the best attempt." + others),
  MetricDefinition(
    "appExtension.shown_by_app", "count", "Pushes that met an active app." + others),
  MetricDefinition(
    "appExtension.pushes_merged", "count",
    "Pushes that came while the extension waited or worked." + others),
  MetricDefinition(
    "appExtension.operations_deferred", "count",
    "Operations that had to wait for the app to be active again." + others),
  states(
    "appExtension", "active, pausing, paused, suspending, suspended, activating, killed: of the app"
  ),
  milestones("appExtension", "the first seven are the app's phases, counted when entered"),
]

private let optimisticDefinitions: [MetricDefinition] = [
  MetricDefinition(
    "optimistic.successes", "count", "Clients that know that their write succeeded." + others),
  MetricDefinition(
    "optimistic.conflicts", "count",
    "Writes that met a row which had changed since the client read it." + others),
  MetricDefinition(
    "optimistic.row_version", "count",
    "How often the row was written. More than the successes where a write came through whose answer "
      + "did not." + others),
  states("optimistic", "idle, reading, writing, waiting, done, gave_up"),
  milestones("optimistic", "the first six are the states, counted when entered"),
]

private func states(_ system: String, _ names: String) -> MetricDefinition {
  MetricDefinition(
    "\(system).state_seconds", "s",
    "Time that all clients together spent in each state: \(names)." + others)
}

private func milestones(_ system: String, _ note: String) -> MetricDefinition {
  MetricDefinition(
    "\(system).milestones", "count",
    "How often clients reached each milestone; \(note)." + others)
}
