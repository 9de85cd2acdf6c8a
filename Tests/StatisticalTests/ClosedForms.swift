import RealModule

/// Markov queues with c equal servers, service rate 1 and one first-come, first-served queue.
struct MarkovQueue {
  let servers: Int
  /// Arrivals in one mean service time.
  let offered: Double
  /// Probability of each number in the system; the last is below 1e-18 or the room is full.
  let states: [Double]

  /// - Parameter room: the most that may be in the system; nil = no limit.
  init(servers: Int, offered: Double, room: Int? = nil) {
    self.servers = servers
    self.offered = offered
    var weights = [1.0]
    while weights.count <= room ?? .max {
      let next = weights[weights.count - 1] * offered / Double(min(weights.count, servers))
      if room == nil && weights.count > servers && next < 1e-19 * weights.max()! { break }
      weights.append(next)
    }
    let total = weights.reduce(0, +)
    states = weights.map { $0 / total }
  }

  /// Erlang C: the share of customers that wait, who see what time sees (PASTA).
  var waitShare: Double { mean { $0 >= servers ? 1 : 0 } }
  /// Erlang's loss formula where the room is the servers: the share that is turned away.
  var lossShare: Double { states[states.count - 1] }
  /// Mean wait in mean service times, by Little's law.
  var meanWait: Double { mean(waiting) / offered }

  func waiting(_ number: Int) -> Double { Double(max(0, number - servers)) }

  func mean(_ f: (Int) -> Double) -> Double {
    states.enumerated().reduce(0) { $0 + f($1.offset) * $1.element }
  }

  /// The variance of the average of f over a long time T, times T, exact for any birth-death process
  /// (Whitt 1992): 2 sum over j of S(j)^2 / (rate up from j x p(j)), S(j) = sum to j of (f - mean) p.
  func asymptoticVariance(_ f: (Int) -> Double) -> Double {
    let mean = mean(f)
    // From the far end, so that the differences of nearly equal sums do not eat up the tail.
    var above = [Double](repeating: 0, count: states.count + 1)
    for state in states.indices.reversed() {
      above[state] = above[state + 1] + (f(state) - mean) * states[state]
    }
    var below = 0.0
    var sum = 0.0
    for state in states.indices.dropLast() {
      below += (f(state) - mean) * states[state]
      let part = state < servers ? below : -above[state + 1]
      sum += 2 * part * part / (offered * states[state])
    }
    return sum
  }
}

/// The single server.
enum SingleServer {
  /// n times the variance of the mean wait of n customers of M/M/1, service rate 1 (Daley 1968).
  static func asymptoticVariance(load r: Double) -> Double {
    r * (2 + 5 * r - 4 * r * r + r * r * r) / .pow(1 - r, 4)
  }

  /// The same for M/G/1 with squared coefficient of variation `spread` of the service time. In heavy
  /// traffic time and space scale by (1 + spread) / 2 (Whitt 1989), the variance by its cube.
  static func asymptoticVariance(load: Double, spread: Double) -> Double {
    asymptoticVariance(load: load) * .pow((1 + spread) / 2, 3)
  }

  /// Pollaczek-Khinchine, service rate 1: arrivals x E[S^2] / (2 (1 - load)).
  static func meanWait(load: Double, spread: Double) -> Double {
    load * (1 + spread) / (2 * (1 - load))
  }

  /// The share that M/D/1 turns away with room for `room` in all. With p the state after
  /// departures, it is 1 - 1 / (p(0) + load).
  static func constantServiceLoss(load: Double, room: Int) -> Double {
    let arrivals = (0..<room).map { Poisson(mean: load).probability($0) }
    // Unnormalised: each state from the balance of the one before.
    var after = [1.0]
    for state in 0..<(room - 1) {
      var next = after[state] - after[0] * arrivals[state]
      for from in stride(from: 1, through: state, by: 1) {
        next -= after[from] * arrivals[state - from + 1]
      }
      after.append(next / arrivals[0])
    }
    return 1 - 1 / (after[0] / after.reduce(0, +) + load)
  }
}

/// The Poisson law.
struct Poisson {
  let mean: Double

  func probability(_ count: Int) -> Double {
    .exp(Double(count) * .log(mean) - mean - .logGamma(Double(count) + 1))
  }

  /// Mean and variance of the largest of `bins` independent counts: sums of 1 - F(k)^bins.
  func largest(of bins: Int) -> (mean: Double, variance: Double) {
    var below = 0.0
    var first = 0.0
    var second = 0.0
    for count in 0..<(Int(mean) + 40 * Int(mean.squareRoot() + 1)) {
      below = min(1, below + probability(count))
      let beyond = 1 - .pow(below, Double(bins))
      first += beyond
      second += Double(2 * count + 1) * beyond
    }
    return (first, second - first * first)
  }
}

/// Losses of independent packets.
struct LossyConnect {
  /// Probability that a first packet or its answer is lost.
  let lost: Double
  /// When first packets leave, in seconds.
  let times: [Double]

  init(packetLoss: Double, times: [Double]) {
    lost = 1 - (1 - packetLoss) * (1 - packetLoss)
    self.times = times
  }

  var firstTry: Double { 1 - lost }
  var failure: Double { .pow(lost, times.count) }

  /// Mean and variance of the extra time of those that connect.
  var extra: (mean: Double, variance: Double) {
    var first = 0.0
    var second = 0.0
    for (losses, time) in times.enumerated() {
      let share = .pow(lost, losses) * (1 - lost) / (1 - failure)
      first += share * time
      second += share * time * time
    }
    return (first, second - first * first)
  }
}
