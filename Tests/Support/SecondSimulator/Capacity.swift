/// What may be the narrowest of the gateway.
enum Narrow: String, CaseIterable {
  case admission
  case handshake
  case auth
  case ready
  case api
}

/// How fast each stage can serve, with the faults and nodes in force.
struct Capacity {
  let world: SecondWorld
  let plan: Plan

  /// Per second, at one moment; infinite where nothing limits it.
  func rate(_ stage: Narrow, at time: Int64) -> Double {
    let gateway = world.gateway
    if isShut(at: time) { return 0 }
    let up = (0..<plan.nodes).filter { plan.outage(at: time, node: $0) == nil }
    switch stage {
    case .admission:
      guard let admission = gateway.admission else { return .infinity }
      return admission.rate * Double(admission.inCommon ? min(up.count, 1) : up.count)
    case .handshake:
      return up.reduce(0) { $0 + rate(gateway.handshake, at: time, node: $1) }
    case .ready:
      return up.reduce(0) { $0 + rate(gateway.ready, at: time, node: $1) }
    case .auth: return up.isEmpty ? 0 : rate(gateway.auth, at: time, node: nil)
    case .api: return up.isEmpty ? 0 : rate(gateway.api, at: time, node: nil)
    }
  }

  private func rate(_ stage: SecondWorld.Stage, at time: Int64, node: Int?) -> Double {
    let mean = stage.time.mean * plan.slowness(at: time, node: node)
    guard let servers = stage.servers, mean > 0 else { return .infinity }
    return Double(plan.servers(servers, at: time, node: node)) / mean
  }

  private func isShut(at time: Int64) -> Bool {
    plan.conditions.contains {
      $0.isOutage && $0.scope == .everyone && $0.inForce(at: time)
    }
  }

  /// When the faults change something after a moment.
  private func changes(after time: Int64) -> [Int64] {
    let all = plan.conditions.flatMap { [$0.from, $0.to] }.filter { $0 > time }
    return Array(Set(all)).sorted()
  }

  /// What a stage can serve in a span.
  func integral(_ stage: Narrow, from: Int64, to: Int64) -> Double {
    var (sum, start) = (0.0, from)
    for stop in changes(after: from).filter({ $0 < to }) + [to] where stop > start {
      sum += rate(stage, at: start) * seconds(stop - start)
      start = stop
    }
    return sum
  }

  /// In how many seconds a stage can serve so many; infinite where that is never.
  func time(_ stage: Narrow, toServe wanted: Double, from: Int64) -> Double {
    var (left, start) = (wanted, from)
    guard left > 0 else { return 0 }
    var wasShut = false
    for stop in changes(after: from) {
      let rate = rate(stage, at: start)
      // While nobody gets in the buckets fill.
      if stage == .admission, wasShut, rate > 0 { left -= burst }
      if left <= 0 { return seconds(start - from) }
      wasShut = rate == 0
      let served = rate * seconds(stop - start)
      if served >= left { return seconds(start - from) + left / rate }
      left -= served
      start = stop
    }
    let rate = rate(stage, at: start)
    if stage == .admission, wasShut { left = max(0, left - burst) }
    return rate > 0 ? seconds(start - from) + left / rate : .infinity
  }

  /// What all buckets hold together.
  private var burst: Double {
    guard let admission = world.gateway.admission else { return 0 }
    return admission.burst * Double(admission.inCommon ? 1 : plan.nodes)
  }
}

extension Reading {
  var capacity: Capacity { Capacity(world: world, plan: plan) }

  /// What the narrowest stage can serve in a span.
  func possible(from: Int64, to: Int64) -> Double {
    Narrow.allCases.map { capacity.integral($0, from: from, to: to) }.min() ?? .infinity
  }

  /// A time after clear before which no behaviour could have 99 % of the affected back.
  func lowerBound() -> (time: Double, stage: Narrow)? {
    guard let clear = plan.clear, let snapshot = facts.atClear else { return nil }
    let affected = Double(population.affected.count)
    let away = population.awayAtClear
    guard affected >= 100,
      Double(away.count) > 1.5 * Double(population.awayBefore) + 0.01 * affected
    else { return nil }
    let needing = away.filter { !snapshot.livesOn[$0] }
    let wanted = Double(needing.count) - (0.01 * affected + 1e-9).rounded(.down)
    var best: (time: Double, stage: Narrow)?
    for stage in Narrow.allCases {
      let passed = needing.lazy.filter { snapshot.progress[$0] >= threshold(stage) }.count
      let tokens = stage == .admission ? snapshot.tokens : 0
      let time = capacity.time(stage, toServe: wanted - Double(passed) - tokens, from: clear)
      if best.map({ time > $0.time }) ?? true { best = (time, stage) }
    }
    guard var best, best.time.isFinite else { return nil }
    if !snapshot.progress.contains(where: { $0 > .outside }) { best.time += leastSetUp }
    return best
  }

  /// From where on an attempt needs a stage no more, or is being served there.
  private func threshold(_ stage: Narrow) -> Progress {
    switch stage {
    case .admission: return .admitted
    case .handshake: return .inHandshake
    case .auth: return .inAuth
    case .ready: return .inReady
    case .api: return .inApi
    }
  }

  /// The first packet, the round trips, Ready, and the call, each at the least latency.
  private var leastSetUp: Double {
    let trips = 2 + 2 * world.network.connectionRoundTrips + 2 * world.network.callRoundTrips
    return Double(trips) * fastest
  }
}
