/// The published table of the chat socket agent, row by row, with a flag for everything it names.
///
/// It shares nothing with the machine and does not try to be clever: it is what the machine is
/// compared with.
struct ChatSocketModel {
  var quirks = false
  var reconnectOnClose = false

  var socket = "OFF"
  var owners = 0
  var foreground = true
  var lingerRuns = false
  var watchdogRuns = false
  var isSocketAlive = false
  /// Whether a real connection, or an attempt at one, stands behind the state.
  var isThere = false
  var lastHeard: Int64 = 0

  /// What happened at the last event.
  var effects: [String] = []

  var isOn: Bool { socket != "OFF" }

  /// Takes an event; false where the table has no row for it.
  mutating func take(_ event: String, at now: Int64 = 0) -> Bool {
    effects = []
    switch event {
    case "OWNER_ENTER":
      owners = min(owners + 1, 65_535)
      if !isOn && foreground { start(now) }
      if lingerRuns { stopLinger(as: "kept") }
    case "OWNER_LEAVE":
      if owners == 0 { return false }
      owners -= 1
      if isOn && owners == 0 {
        lingerRuns = true
        effects.append("arm linger")
      }
    case "APP_BACKGROUND":
      if !foreground { return false }
      foreground = false
      if lingerRuns { stopLinger(as: nil) }
      if isOn { turnOff() }
    case "APP_FOREGROUND":
      if foreground { return false }
      foreground = true
      if owners > 0 { start(now) }
    case "LINGER_FIRE":
      if !lingerRuns { return false }
      lingerRuns = false
      effects.append("expired")
      turnOff()
    case "WATCHDOG_FIRE": return tick(now)
    default: return hear(event, now)
    }
    return true
  }

  private mutating func hear(_ event: String, _ now: Int64) -> Bool {
    switch event {
    case "SOCKET_CONNECTED":
      if socket != "CONNECTING" { return false }
      enter("OPEN")
    case "BACKEND_EVENT":
      if socket != "OPEN" || !isThere { return false }
      isSocketAlive = true
      lastHeard = now
    case "SOCKET_CLOSED", "FIN":
      if !isThere { return false }
      isThere = false
      if event == "FIN" && quirks && socket == "OPEN" { return true }
      if reconnectOnClose { start(now) } else { enter("CLOSED") }
    default: preconditionFailure("no such event: \(event)")
    }
    return true
  }

  private mutating func tick(_ now: Int64) -> Bool {
    if !watchdogRuns { return false }
    if isSocketAlive {
      isSocketAlive = false
      effects.append("arm watchdog")
      return true
    }
    effects.append("restarted \(now - lastHeard)")
    disconnect()
    start(now)
    return true
  }

  private mutating func enter(_ state: String) {
    socket = state
    effects.append(state)
  }

  private mutating func start(_ now: Int64) {
    effects.append("open")
    isThere = true
    watchdogRuns = true
    effects.append("arm watchdog")
    isSocketAlive = false
    lastHeard = now
    enter("CONNECTING")
  }

  private mutating func disconnect() {
    if !isThere { return }
    effects.append("close")
    if quirks && socket == "CONNECTING" { effects.append("leaked") }
    isThere = false
  }

  private mutating func turnOff() {
    disconnect()
    watchdogRuns = false
    effects.append("disarm watchdog")
    enter("OFF")
  }

  private mutating func stopLinger(as why: String?) {
    lingerRuns = false
    effects.append("disarm linger")
    if let why { effects.append(why) }
  }
}
