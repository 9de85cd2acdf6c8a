/// Whether the storm outlives its cause.
extension Reading {
  /// What a window shows.
  private struct Signs {
    /// Fewer came back than half of what was possible.
    var comesBackTooSlowly = false
    /// A station's time goes to attempts that come to nothing.
    var wastesWork = false
    /// Attempts fail at the gateway more than they succeed.
    var rejects = false

    var isStorm: Bool { comesBackTooSlowly && (wastesWork || rejects) }
  }

  func metastability() -> (holds: Bool?, cause: String?) {
    guard let clear = plan.clear else { return (nil, nil) }
    let trying = population.affected.lazy.filter { !live[$0] }.filter {
      states[$0] != .gaveUp && states[$0] != .inError
    }.count
    guard Double(trying) >= max(1, 0.01 * Double(population.affected.count)) else {
      return (false, nil)
    }
    guard let last = facts.arrivals.last?.time, last >= clear else { return (false, nil) }
    let first = last - microseconds(world.metastableWindow)
    let hasIncident = plan.conditions.contains {
      $0.isIncident && $0.from <= last && $0.over > first
    }
    // A whole window, and five minutes, without an arrival: the next wave may be as bad as the last was.
    if facts.end - last > microseconds(max(world.metastableWindow, 300)) {
      let wasStorm = first >= clear && !hasIncident && signs(from: first, to: last + 1).isStorm
      return (wasStorm ? nil : false, nil)
    }
    guard first >= clear, !hasIncident else { return (nil, nil) }
    let signs = signs(from: first, to: last + 1)
    guard signs.isStorm else { return (false, nil) }
    let arrivals = count(facts.arrivals.map(\.time), from: first, to: last + 1)
    let fits = Double(arrivals) < possible(from: first, to: last + 1)
    if fits && (queuesDrain(before: last) || clientsDrain(before: last)) { return (nil, nil) }
    if endsSlowly(before: last, clear) { return (nil, nil) }
    if fits && isLockstep(from: first, to: last + 1) { return (true, "lockstep") }
    return (true, signs.wastesWork ? "overload" : "rejection")
  }

  private func queuesDrain(before last: Int64) -> Bool {
    drains(before: last) { $0 < facts.queued.count ? facts.queued[$0] : 0 }
  }

  private func clientsDrain(before last: Int64) -> Bool {
    drains(before: last, waiting)
  }

  /// Clients without a connection at the end of a second.
  private func waiting(_ second: Int) -> Int {
    let end = Int64(second + 1) * 1_000_000
    return count(losses, from: .min, to: end) - count(comings, from: .min, to: end)
      - count(quits, from: .min, to: end)
  }

  /// Whether, by what the later half of the time since clear shows, nobody is left in twenty times the time.
  private func endsSlowly(before last: Int64, _ clear: Int64) -> Bool {
    let end = Int(last / 1_000_000) + 1
    let sinceClear = end - Int((seconds(clear)).rounded(.up))
    let begin = min(end - Int(world.metastableWindow), end - sinceClear / 2)
    let third = (end - begin) / 3
    func means(_ value: (Int) -> Int) -> [Double] {
      [begin..<begin + third, begin + third..<end - third, end - third..<end].map { part in
        Double(part.reduce(0) { $0 + value($1) }) / Double(part.count)
      }
    }
    let clients = means(waiting)
    let queue = means { $0 < facts.queued.count ? facts.queued[$0] : 0 }
    if queue[2] > queue[0] + max(1, 0.05 * queue[0]) { return false }
    let (early, late) = (clients[0] - clients[1], clients[1] - clients[2])
    guard early + late >= 1, late >= early / 2 else { return false }
    let part = Double(end - begin - third)
    let setUps = count(
      facts.successes, from: Int64(begin) * 1_000_000, to: Int64(end) * 1_000_000)
    let back = Double(setUps) * part / Double(end - begin)
    let fewer = early + late
    let thrownOut = max(0, back - fewer)
    guard back * 2 >= fewer, fewer * fewer >= 4 * (fewer + 2 * thrownOut) else { return false }
    // From the end on: the last mean stands in the middle of its third.
    let left = max(0, clients[2] - fewer * Double(third) / part / 2)
    return left / fewer * part <= Double(20 * end)
  }

  /// Whether there is less in the last third of the window than in the first, by a twentieth or more.
  /// - Parameter value: at the end of a second.
  private func drains(before last: Int64, _ value: (Int) -> Int) -> Bool {
    let end = Int(last / 1_000_000) + 1
    let third = Int(world.metastableWindow) / 3
    func mean(_ seconds: Range<Int>) -> Double {
      Double(seconds.reduce(0) { $0 + value($1) }) / Double(third)
    }
    let begin = end - Int(world.metastableWindow)
    let (early, late) = (mean(begin..<begin + third), mean(end - third..<end))
    return early - late >= max(1, early / 20)
  }

  /// The total length of the whole windows of 60 s after clear that show a storm.
  func stormAfterClear() -> Double? {
    guard let clear = plan.clear else { return nil }
    var total = 0.0
    var start = clear
    while start + 60_000_000 <= facts.end {
      if signs(from: start, to: start + 60_000_000).isStorm { total += 60 }
      start += 60_000_000
    }
    return total
  }

  private func signs(from: Int64, to: Int64) -> Signs {
    var signs = Signs()
    let waiting =
      count(losses, from: .min, to: from) - count(comings, from: .min, to: from)
      - count(quits, from: .min, to: from)
    let possible = min(Double(waiting), possible(from: from, to: to))
    // Who has come back by a set-up; a socket that lives on is none.
    let back = count(facts.successes, from: from, to: to)
    signs.comesBackTooSlowly = Double(back) < possible / 2
    guard signs.comesBackTooSlowly else { return signs }

    signs.wastesWork = Stage.allCases.contains { wastesWork($0, from: from, to: to) }
    let low = index(in: facts.failures, notBefore: from) { $0.time }
    let high = index(in: facts.failures, notBefore: to) { $0.time }
    let atGateway = facts.failures[low..<high].lazy.filter(\.atGateway).count
    let successes = count(facts.successes, from: from, to: to)
    signs.rejects = atGateway * 2 >= high - low && atGateway > successes
    return signs
  }

  /// Whether a stage, all nodes together, is half utilised or more, and half of that in vain.
  private func wastesWork(_ stage: Stage, from: Int64, to: Int64) -> Bool {
    guard let servers = servers(of: stage, at: from) else { return false }
    let low = index(in: facts.services, notBefore: from) { $0.begin }
    let high = index(in: facts.services, notBefore: to) { $0.begin }
    var (busy, vain) = (Int64(0), Int64(0))
    for service in facts.services[low..<high] where service.stage == stage {
      busy += service.length
      if facts.fates[Int(service.attempt)] == .failed { vain += service.length }
    }
    let half = Double(servers) * Double(to - from) / 2
    return busy > 0 && Double(busy) >= half && vain * 2 >= busy
  }

  private func servers(of stage: Stage, at time: Int64) -> Int? {
    let gateway = world.gateway
    switch stage {
    case .handshake: return onNodes(gateway.handshake, at: time)
    case .ready: return onNodes(gateway.ready, at: time)
    case .auth: return gateway.auth.servers.map { plan.servers($0, at: time, node: nil) }
    case .api: return gateway.api.servers.map { plan.servers($0, at: time, node: nil) }
    }
  }

  private func onNodes(_ stage: SecondWorld.Stage, at time: Int64) -> Int? {
    stage.servers.map { servers in
      (0..<plan.nodes).reduce(0) { $0 + plan.servers(servers, at: time, node: $1) }
    }
  }

  /// At least 1,000 arrivals, more than half of them in the busiest tenth of the 100 ms bins.
  private func isLockstep(from: Int64, to: Int64) -> Bool {
    let low = index(in: facts.arrivals, notBefore: from) { $0.time }
    let high = index(in: facts.arrivals, notBefore: to) { $0.time }
    guard high - low >= 1_000 else { return false }
    let (first, last) = (from / 100_000, (to - 1) / 100_000)
    var bins = Array(repeating: 0, count: Int(last - first) + 1)
    for arrival in facts.arrivals[low..<high] { bins[Int(arrival.time / 100_000 - first)] += 1 }
    let busiest = bins.sorted(by: >).prefix(bins.count / 10).reduce(0, +)
    return busiest * 2 > high - low
  }
}
