/// Finds a client that never lets an instant end.
struct InstantGuard {
  static var limit: Int { 10_000 }
  private var events = 0
  /// Counted only once an instant has more events than one client may have.
  private var perClient: [UInt32: Int] = [:]

  var isSuspicious: Bool { events > Self.limit }

  mutating func advance() {
    if events > Self.limit { perClient.removeAll(keepingCapacity: true) }
    events = 0
  }

  mutating func count() { events += 1 }

  mutating func exceeded(by client: UInt32) -> Bool {
    perClient[client, default: 0] += 1
    return perClient[client]! > Self.limit
  }
}
