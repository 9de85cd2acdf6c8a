import Primitives

/// The moments when the servers of a first-come, first-served station will be free (Lindley's
/// recursion). A request that comes now begins at the first of these moments.
struct ServiceForecast {
  /// Up to so many servers are looked through for each request.
  static var mostServers: Int { 16 }

  private var free: [Instant] = []
  /// False for a station that is not foreseen at all.
  let isOn: Bool
  /// False while something is under way that was not foreseen.
  private(set) var isKnown = false
  /// The begin and the end of the service of the request that came last.
  private(set) var start = Instant.start
  private(set) var finish = Instant.start

  /// - Parameter servers: nil for a station that is not to be foreseen.
  init(servers: Int?) {
    isOn = servers.map { (1...Self.mostServers).contains($0) } ?? false
    if isOn { free = Array(repeating: .start, count: servers!) }
  }

  /// Something happens that was not foreseen.
  mutating func lose() { isKnown = false }

  /// Nothing is under way, and all servers are there.
  mutating func begin(at now: Instant) {
    isKnown = true
    for server in free.indices { free[server] = now }
  }

  /// A request comes whose service takes so long.
  @inline(__always)
  mutating func add(_ duration: Interval, at now: Instant) {
    guard isKnown else { return }
    var first = 0
    for server in 1..<max(1, free.count) where free[server] < free[first] { first = server }
    start = max(now, free[first])
    // Work for centuries would pass the end of time.
    if duration > .hours(1) || start - now > .hours(1_000) { return lose() }
    finish = start + duration
    free[first] = finish
  }
}
