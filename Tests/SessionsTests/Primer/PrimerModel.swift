/// The priming session once more, as plainly as it can be said: dictionaries of values.
struct PrimerModel {
  /// A value of an entity: what the app was compiled with, or what the service sent as its nth.
  enum Value: Equatable {
    case fallback
    case sent(Int)
  }

  var state = "CREATED"
  var user: String?
  var latest: [Int: Value] = [:]
  var lock: [Int: Value] = [:]
  var listeners: Set<Int> = []
  var socket = "closed"
  var attemptOut = false
  var missed = false
  var refreshing = false
  var sent = 0
  var isLocking = true

  /// What the app sees of one event; nil where it means nothing.
  struct Answer: Equatable {
    var resolved = false
    var value: Value?
    var layer: String?
  }

  private var wanted: Bool {
    !listeners.isEmpty && ["PRIMED", "ELAPSED", "ERRORED"].contains(state)
  }

  /// Whatever happened, a socket is there or on its way exactly where somebody wants it.
  private mutating func settle() {
    if !wanted { (socket, attemptOut, missed) = ("closed", false, false) }
    if wanted, socket == "closed" { (socket, attemptOut) = ("wanted", true) }
  }

  private mutating func fill() {
    sent += 1
    for entity in 0..<128 { latest[entity] = .sent(sent) }
  }

  mutating func start(_ next: String) -> Answer? {
    if user != next { latest = [:] }
    lock = [:]
    (user, state, refreshing) = (next, "INITIALIZING", false)
    settle()
    return Answer()
  }

  mutating func response() -> Answer? {
    if ["PRIMED", "ERRORED"].contains(state) { return refreshAnswered(isOK: true) }
    guard state != "CREATED" else { return nil }
    let answer = Answer(resolved: state == "INITIALIZING")
    state = "PRIMED"
    fill()
    settle()
    return answer
  }

  mutating func requestFailed() -> Answer? {
    if ["PRIMED", "ERRORED"].contains(state) { return refreshAnswered(isOK: false) }
    guard state != "CREATED" else { return nil }
    let answer = Answer(resolved: state == "INITIALIZING")
    state = "ERRORED"
    settle()
    return answer
  }

  mutating func refreshAnswered(isOK: Bool) -> Answer? {
    guard refreshing else { return nil }
    refreshing = false
    if isOK { fill() }
    return Answer()
  }

  mutating func waitFire() -> Answer? {
    guard state == "INITIALIZING" else { return nil }
    state = "ELAPSED"
    settle()
    return Answer(resolved: true)
  }

  mutating func read(_ entity: Int) -> Answer? {
    if let value = lock[entity] { return Answer(value: value, layer: "lock") }
    let value = latest[entity] ?? .fallback
    if isLocking, !listeners.contains(entity) { lock[entity] = value }
    return Answer(value: value, layer: latest[entity] == nil ? "fallback" : "latest")
  }

  mutating func addListener(_ entity: Int) -> Answer? {
    listeners.insert(entity)
    lock[entity] = nil
    settle()
    return Answer()
  }

  mutating func removeListener(_ entity: Int) -> Answer? {
    guard listeners.remove(entity) != nil else { return nil }
    settle()
    return Answer()
  }

  mutating func change(_ entity: Int) -> Answer? {
    guard socket == "open", listeners.contains(entity) else { return nil }
    sent += 1
    latest[entity] = .sent(sent)
    return Answer()
  }

  mutating func socketConnected() -> Answer? {
    guard wanted, socket != "open" else { return nil }
    (socket, attemptOut) = ("open", false)
    if missed { (missed, refreshing) = (false, true) }
    return Answer()
  }

  mutating func socketClosed() -> Answer? {
    guard attemptOut || socket == "open" else { return nil }
    if socket == "open" { missed = true }
    (socket, attemptOut) = ("wanted", false)
    return Answer()
  }

  /// The layer a lock's value came from, as `replay` names it.
  func lockedFrom(_ entity: Int) -> String? {
    lock[entity].map { $0 == .fallback ? "fallback" : "latest" }
  }
}
