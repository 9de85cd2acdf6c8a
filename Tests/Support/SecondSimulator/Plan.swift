/// The state of the world at any moment: a fold over the conditions in force. Everything is known
/// before the run begins.
struct Plan {
  let conditions: [Condition]
  let seed: UInt64
  let nodes: Int
  let loss: Double
  /// The first incident's begin; without incidents that of the weather; 0 without faults.
  let begin: Int64
  /// When the cause is gone. Nothing where that is never.
  let clear: Int64?
  /// After the last fault's end, a settled fleet ends the run.
  let lastEnd: Int64
  /// Whether a packet can ever be swallowed for certain, or its delay changed.
  private let bendsPaths: Bool
  private let breaksDoors: Bool
  private let breaksStations: Bool
  private let flaps: Bool

  init(world: SecondWorld, seed: UInt64) {
    let conditions = Condition.all(of: world)
    self.conditions = conditions
    self.seed = seed
    nodes = world.gateway.nodes
    loss = world.network.loss
    let incidents = conditions.filter(\.isIncident)
    let named = conditions.filter { world.recoveryFrom.contains($0.fault) }
    let counted = !named.isEmpty ? named : incidents.isEmpty ? conditions : incidents
    begin = counted.map(\.from).min() ?? 0
    let end = microseconds(world.duration)
    let last = counted.map(\.over).max() ?? 0
    clear = last < end ? last : nil
    lastEnd = conditions.map(\.over).max() ?? 0
    bendsPaths = conditions.contains { $0.bendsPath }
    breaksDoors = conditions.contains { $0.isOutage }
    breaksStations = conditions.contains { $0.breaksStation }
    flaps = conditions.contains { $0.isFlapping }
  }

  func concerns(_ condition: Condition, client: Int) -> Bool {
    switch condition.scope {
    case .everyone: return true
    case .share(let share): return SecondRandom.fraction(seed, condition.fault, client) < share
    case .node: return false
    }
  }

  /// The strictest outage of the whole gateway for this client.
  func outage(at time: Int64, client: Int) -> SecondWorld.Outage? {
    guard breaksDoors else { return nil }
    var strictest: SecondWorld.Outage?
    for condition in conditions where condition.inForce(at: time) {
      if case .outage(let mode) = condition.effect, concerns(condition, client: client) {
        strictest = max(strictest ?? mode, mode)
      }
    }
    return strictest
  }

  /// The strictest outage of one node.
  func outage(at time: Int64, node: Int) -> SecondWorld.Outage? {
    guard breaksDoors else { return nil }
    var strictest: SecondWorld.Outage?
    for condition in conditions where condition.scope == .node(node) {
      if case .outage(let mode) = condition.effect, condition.inForce(at: time) {
        strictest = max(strictest ?? mode, mode)
      }
    }
    return strictest
  }

  /// How many times longer a service takes that begins now; no node stands for what all share.
  func slowness(at time: Int64, node: Int?) -> Double {
    guard breaksStations else { return 1 }
    var times = 1.0
    for condition in conditions where condition.inForce(at: time) {
      if case .slow(let factor) = condition.effect, condition.concerns(station: node) {
        times *= factor
      }
    }
    return times
  }

  /// How many of a station's servers may work.
  func servers(_ all: Int, at time: Int64, node: Int?) -> Int {
    guard breaksStations else { return all }
    var part = 1.0
    for condition in conditions where condition.inForce(at: time) {
      if case .capacity(let factor) = condition.effect, condition.concerns(station: node) {
        part *= factor
      }
    }
    return Int((Double(all) * part - 1e-9).rounded(.up))
  }

  /// The probability that authentication fails, and whether that is for good.
  func authFailure(at time: Int64, client: Int) -> (probability: Double, permanent: Bool) {
    var passes = 1.0
    var permanent = false
    for condition in conditions where condition.inForce(at: time) {
      if case .authFailure(let probability, let isPermanent) = condition.effect,
        concerns(condition, client: client)
      {
        passes *= 1 - probability
        permanent = permanent || isPermanent
      }
    }
    return (1 - passes, permanent)
  }
}

extension Plan {
  /// The probability that a packet of this client is lost now.
  func loss(at time: Int64, client: Int) -> Double {
    guard bendsPaths else { return loss }
    var passes = 1 - loss
    for condition in conditions where condition.inForce(at: time) {
      if case .loss(let rate) = condition.effect, concerns(condition, client: client) {
        passes *= 1 - rate
      }
    }
    return 1 - passes
  }

  /// A one-way latency under the faults of the moment.
  func bent(_ delay: Double, at time: Int64, client: Int) -> Double {
    guard bendsPaths else { return delay }
    var (times, more) = (1.0, 0.0)
    for condition in conditions where condition.inForce(at: time) {
      if case .latency(let factor, let add) = condition.effect,
        concerns(condition, client: client)
      {
        times *= factor
        more += add
      }
    }
    return delay * times + more
  }

  /// Whether a flapping keeps this client from every node.
  func isPathDown(at time: Int64, client: Int) -> Bool {
    flaps
      && conditions.contains {
        $0.inForce(at: time) && concerns($0, client: client)
          && (turn(of: $0, client: client, at: time)?.isDown ?? false)
      }
  }

  /// Whether a blackhole is between this client and that node.
  func swallows(at time: Int64, client: Int, node: Int) -> Bool {
    if breaksDoors {
      if outage(at: time, client: client) == .blackhole { return true }
      if outage(at: time, node: node) == .blackhole { return true }
    }
    return flaps
      && conditions.contains {
        $0.inForce(at: time) && ($0.scope == .node(node) || concerns($0, client: client))
          && (turn(of: $0, client: client, at: time)?.isDown ?? false)
      }
  }

  /// Where a client's path is in the rhythm of a flapping; nothing for other conditions.
  func turn(of condition: Condition, client: Int, at time: Int64) -> (isDown: Bool, ends: Int64)? {
    guard case .flapping(let up, let down) = condition.effect else { return nil }
    let period = up + down
    let phase = Int64(SecondRandom.fraction(~seed, condition.fault, client) * Double(period))
    let position = (time - condition.from + phase) % period
    return position < down ? (true, time + down - position) : (false, time + period - position)
  }

  /// Whether nothing gets through between this client and that node.
  func silent(at time: Int64, client: Int, node: Int) -> Bool {
    swallows(at: time, client: client, node: node)
      || bendsPaths && loss(at: time, client: client) >= 1
  }

  /// Whether a silence touches the span.
  func silence(from: Int64, to: Int64, client: Int, node: Int) -> Bool {
    if silent(at: from, client: client, node: node) { return true }
    return flapsDown(from: from, to: to, client: client, node: node)
      || conditions.contains {
        from < $0.from && $0.from <= to && silent(at: $0.from, client: client, node: node)
      }
  }
}

extension Plan {
  /// Whether a flapping takes the path down in the span.
  private func flapsDown(from: Int64, to: Int64, client: Int, node: Int) -> Bool {
    flaps
      && conditions.contains { condition in
        guard condition.scope == .node(node) || concerns(condition, client: client) else {
          return false
        }
        var time = from
        while let turn = turn(of: condition, client: client, at: time), turn.ends <= to {
          time = turn.ends
          if !turn.isDown && condition.inForce(at: time) { return true }
        }
        return false
      }
  }
}

extension Condition {
  var isFlapping: Bool {
    if case .flapping = effect { return true }
    return false
  }

  var isOutage: Bool {
    if case .outage = effect { return true }
    return false
  }

  var bendsPath: Bool {
    switch effect {
    case .loss, .latency: return true
    case .outage, .capacity, .slow, .authFailure, .handover, .flapping: return false
    }
  }

  var breaksStation: Bool {
    switch effect {
    case .capacity, .slow: return true
    case .outage, .loss, .latency, .authFailure, .handover, .flapping: return false
    }
  }

  /// Whether it takes the service away or cuts it down, as opposed to weather.
  var isIncident: Bool {
    switch effect {
    case .outage, .capacity, .slow, .authFailure: return true
    case .loss(let rate): return rate >= 1
    case .latency, .handover, .flapping: return false
    }
  }

  /// When it is over: of what happens at a moment, just after it.
  var over: Int64 {
    if case .handover = effect { return from + 1 }
    return to
  }

  func concerns(station node: Int?) -> Bool {
    switch scope {
    case .everyone: return true
    case .share: return false
    case .node(let only): return node == only
    }
  }
}
