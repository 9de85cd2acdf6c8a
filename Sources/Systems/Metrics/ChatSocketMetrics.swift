import Measurements
import Metrics
import Sessions
import Simulator

/// The metrics that only the clients of the system chatSocket have.
let chatSocketMetrics: [MetricDeclaration] = socketMetrics + messageMetrics + stateMetrics

private let socketMetrics: [MetricDeclaration] = [
  .distribution(
    "chatSocket.silence",
    """
    From the last thing the backend said on a connection to its restart by the watchdog; from the \
    begin of the connection where it said nothing. From the begin of a blackhole to the restart is \
    `detect`. \(withoutSuchClients)
    """
  ) { $0.systems.time(ChatSocketAgent.self, .restarted) }.better(.less),
  .reached(
    "chatSocket.restarts", ChatSocketAgent.self, .restarted,
    "Connections that the watchdog restarted. \(withoutSuchClients)"),
  .reached(
    "chatSocket.reconnects_saved", ChatSocketAgent.self, .lingerKept,
    "How often a screen came back while the socket lingered, and found it. \(withoutSuchClients)"
  ).better(.more),
  .reached(
    "chatSocket.lingers_expired", ChatSocketAgent.self, .lingerExpired,
    "How often none came and the socket went off. \(withoutSuchClients)"),
  .reached(
    "chatSocket.leaked", ChatSocketAgent.self, .leaked,
    """
    Sockets that were disconnected before their upgrade and so open later (profile starscream). \
    \(withoutSuchClients)
    """
  ).better(.less),
  .number(
    "chatSocket.on_share", .share,
    """
    Share of all clients' time in which the socket was on: connecting, open, closed or lingering. \
    The radio's cost. \(withoutSuchClients)
    """
  ) { $0.onShare }.better(.less),
  .number(
    "chatSocket.linger_share", .share,
    "Of that time, the share in which no screen needed the socket. \(withoutSuchClients)"
  ) { $0.lingerShare }.better(.less),
]

private let messageMetrics: [MetricDeclaration] = [
  .count(
    "chatSocket.messages",
    "Messages that the backend pushed. \(withoutSuchClients)"
  ) { $0.systems.pushes(.chatSocket)?.made },
  .count(
    "chatSocket.messages_late",
    """
    Of these, those that met no live connection: the socket was off, or dead. \
    \(withoutSuchClients)
    """
  ) { $0.systems.pushes(.chatSocket)?.late }.better(.less),
  .number(
    "chatSocket.messages_late_share", .share, "messages_late over messages."
  ) {
    let pushes = $0.systems.pushes(.chatSocket)
    return $0.systems.share(pushes?.late, of: pushes?.made)
  }.better(.less),
  .count(
    "chatSocket.messages_undelivered", "Late messages still not delivered at the end."
  ) { $0.systems.pushes(.chatSocket)?.undelivered }.better(.less),
  .distribution(
    "chatSocket.message_delay",
    """
    From push to delivery, of the messages delivered. A late one comes when the socket is next \
    open and reachable. \(withoutSuchClients)
    """
  ) { $0.systems.pushDelay(.chatSocket) }.better(.less),
]

private let stateMetrics: [MetricDeclaration] = [
  .states(
    .chatSocket, ChatSocketAgent.stateNames,
    "off, connecting, open, closed; lingering is on without a screen"),
  .milestones(
    .chatSocket, ChatSocketAgent.milestoneNames,
    "the first four are the states, counted when entered"),
]

extension SummaryFacts {
  private var stateSeconds: [String: Double] {
    Dictionary(
      uniqueKeysWithValues: ChatSocketAgent.stateNames.map {
        ($0.word, systems.seconds(.chatSocket, $0.word) ?? 0)
      })
  }

  /// Share of the time in which sockets were on.
  fileprivate var onShare: Double? {
    let seconds = stateSeconds
    let total = total(of: seconds)
    guard systems.seconds(.chatSocket, "off") != nil, total > 0 else { return nil }
    return 1 - (seconds["off"] ?? 0) / total
  }

  /// Share of the time with the socket on in which it had no owner.
  fileprivate var lingerShare: Double? {
    guard let lingering = systems.seconds(.chatSocket, "lingering") else { return nil }
    let seconds = stateSeconds
    let on = total(of: seconds) - (seconds["off"] ?? 0)
    return on > 0 ? lingering / on : nil
  }

  /// Summed up in the order of the names: a dictionary's own differs from run to run, and with it
  /// the last bit of the sum.
  private func total(of seconds: [String: Double]) -> Double {
    seconds.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
  }
}
