/// Who was hit, who was away at clear, and how long each needed to be back.
struct Population {
  /// Clients that lacked a connection at some moment from the first incident's begin to clear.
  private(set) var affected: [Int] = []
  private(set) var awayBefore = 0
  private(set) var awayAtClear: [Int] = []
  /// Nothing where clear is never, or nobody was hit.
  private(set) var percentiles: SecondResult.Percentiles?
  private(set) var relapsed = 0
  private(set) var downtimeMean: Double?

  init(world: SecondWorld, plan: Plan, facts: Facts) {
    let clear = plan.clear ?? facts.end
    var isLive = Array(repeating: true, count: world.clients)
    var isAffected = Array(repeating: false, count: world.clients)
    var back: [Int64?] = Array(repeating: nil, count: world.clients)
    var lostAgain = Array(repeating: false, count: world.clients)
    var downSince: [Int64?] = Array(repeating: nil, count: world.clients)
    var downtime = Array(repeating: Int64(0), count: world.clients)
    var sawBegin = false
    var sawClear = false

    func reachBegin() {
      sawBegin = true
      for client in isLive.indices where !isLive[client] { isAffected[client] = true }
      awayBefore = isLive.lazy.filter { !$0 }.count
    }
    func reachClear() {
      sawClear = true
      for client in isLive.indices {
        if isLive[client] { back[client] = clear } else { awayAtClear.append(client) }
      }
    }

    for change in facts.changes {
      let client = Int(change.client)
      if !sawBegin, change.time >= plan.begin { reachBegin() }
      if !sawClear, change.time >= clear { reachClear() }
      isLive[client] = change.connected
      if let since = downSince[client] { downtime[client] += change.time - since }
      downSince[client] = change.connected ? nil : change.time
      if !sawClear {
        if sawBegin, !change.connected { isAffected[client] = true }
      } else if change.connected {
        back[client] = back[client] ?? change.time
      } else if let since = change.silentSince, since < clear, !lostAgain[client] {
        back[client] = nil
      } else if back[client] != nil {
        lostAgain[client] = true
      }
    }
    if !sawBegin { reachBegin() }
    if !sawClear { reachClear() }

    affected = isAffected.indices.filter { isAffected[$0] }
    for client in downSince.indices {
      if let since = downSince[client] { downtime[client] += facts.end - since }
    }
    if !affected.isEmpty {
      downtimeMean =
        seconds(affected.reduce(0) { $0 + downtime[$1] }) / Double(affected.count)
    }
    relapsed = affected.lazy.filter { lostAgain[$0] }.count
    guard plan.clear != nil, !affected.isEmpty else { return }
    let times = affected.map { back[$0].map { seconds($0 - clear) } ?? .infinity }.sorted()
    percentiles = SecondResult.Percentiles(
      p50: nearestRank(times, 0.5), p90: nearestRank(times, 0.9), p99: nearestRank(times, 0.99),
      max: times[times.count - 1])
  }
}
