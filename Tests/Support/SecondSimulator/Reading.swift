/// The metrics of a run, made of its facts alone.
struct Reading {
  let world: SecondWorld
  let plan: Plan
  let facts: Facts
  let states: [Client.State]
  let live: [Bool]
  let population: Population
  /// The times of losses, of comings back, and of leaving for good, each in order.
  let losses: [Int64]
  let comings: [Int64]
  let quits: [Int64]
  /// The least one-way latency there is.
  let fastest: Double

  init(
    world: SecondWorld, plan: Plan, facts: Facts, states: [Client.State], live: [Bool],
    fastest: Double
  ) {
    self.world = world
    self.plan = plan
    self.facts = facts
    self.states = states
    self.live = live
    self.fastest = fastest
    population = Population(world: world, plan: plan, facts: facts)
    losses = facts.changes.filter { !$0.connected }.map(\.time)
    comings = facts.changes.filter(\.connected).map(\.time)
    quits = facts.quits
  }

  func result() -> SecondResult {
    var result = SecondResult()
    outcomes(&result)
    result.affected = population.affected.count
    result.awayBefore = population.awayBefore
    result.awayAtClear = population.awayAtClear.count
    result.recover = population.percentiles
    result.relapsed = population.relapsed
    result.downtimeMean = population.downtimeMean
    result.attempts = facts.attempts
    result.arrivals = facts.arrivals.count
    result.overflow = facts.overflow
    result.overflowDrops = facts.overflowDrops
    result.shed = facts.shed
    result.wastedWorkShare = wastedWorkShare()
    let verdict = metastability()
    result.metastable = verdict.holds
    result.metastableCause = verdict.cause
    result.stormAfterClear = stormAfterClear()
    let bound = lowerBound()
    result.lowerBound = bound?.time
    result.limitedBy = bound?.stage.rawValue
    spread(&result)
    crowding(&result)
    result.end = seconds(facts.end)
    return result
  }

  /// The first that matches. A `stoat` client without a connection always has a timer or a
  /// request pending, so none is stuck.
  private func outcomes(_ result: inout SecondResult) {
    for (state, live) in zip(states, live) {
      switch state {
      case .connected where live: result.recovered += 1
      case .inError: result.inError += 1
      case .gaveUp: result.gaveUp += 1
      case .connected, .attempting, .waiting: result.stillTrying += 1
      }
    }
  }

  /// Busy time of attempts that failed, of all busy time. Unfinished attempts are in neither.
  private func wastedWorkShare() -> Double? {
    var (wasted, all) = (Int64(0), Int64(0))
    for service in facts.services {
      switch facts.fates[Int(service.attempt)] {
      case .unfinished: continue
      case .failed: wasted += service.length
      case .ready: break
      }
      all += service.length
    }
    return all > 0 ? Double(wasted) / Double(all) : nil
  }
}

/// The least index whose element is not before the time.
func index<Element>(
  in items: [Element], notBefore time: Int64, _ timeOf: (Element) -> Int64
) -> Int {
  var (low, high) = (0, items.count)
  while low < high {
    let middle = (low + high) / 2
    if timeOf(items[middle]) < time { low = middle + 1 } else { high = middle }
  }
  return low
}

/// How many times lie in [from, to).
func count(_ times: [Int64], from: Int64, to: Int64) -> Int {
  index(in: times, notBefore: to) { $0 } - index(in: times, notBefore: from) { $0 }
}

/// Nearest rank: the least value that at least this share of all does not exceed.
func nearestRank(_ sorted: [Double], _ share: Double) -> Double {
  let rank = Int((share * Double(sorted.count) - 1e-9).rounded(.up))
  return sorted[min(max(rank, 1), sorted.count) - 1]
}
