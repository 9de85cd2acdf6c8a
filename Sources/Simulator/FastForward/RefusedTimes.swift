import NetworkModel
import Primitives
import Sessions

/// What tells when the attempts of one client arrive that are refused, and when they are over.
protocol RefusedTimes {
  associatedtype Machine: SimulatedSession
  var draws: RefusedDraws<Machine> { get }

  /// When the first packet of an attempt arrives, and when the attempt is over; nil where it is not plain.
  mutating func times(
    _ number: UInt32, at begin: Instant
  ) -> (arrival: Instant, end: Instant)?

  /// The attempt that was asked for last is played.
  /// - Returns: answers about the name that it waited for.
  mutating func isPlayed(from begin: Instant) -> Int
}

/// On a path that does not change, to the one address that everybody knows.
struct SteadyTimes<Machine: SimulatedSession>: RefusedTimes {
  let draws: RefusedDraws<Machine>

  init(_ draws: RefusedDraws<Machine>) { self.draws = draws }

  @inline(__always)
  func times(_ number: UInt32, at begin: Instant) -> (arrival: Instant, end: Instant)? {
    draws.attempt(number, at: begin)
  }

  @inline(__always)
  func isPlayed(from begin: Instant) -> Int { 0 }
}

/// The same on a path that changes.
struct ChangingTimes<Machine: SimulatedSession>: RefusedTimes {
  let draws: RefusedDraws<Machine>

  init(_ draws: RefusedDraws<Machine>) { self.draws = draws }

  mutating func times(
    _ number: UInt32, at begin: Instant
  ) -> (arrival: Instant, end: Instant)? {
    draws.changingAttempt(number, at: begin)
  }

  func isPlayed(from begin: Instant) -> Int { 0 }
}

/// Of a client that must ask for the name, or has several addresses: each of them is knocked at.
struct LocatedTimes<Machine: SimulatedSession>: RefusedTimes {
  let draws: RefusedDraws<Machine>
  private let location: ServiceLocation<Machine>
  private let plan: AddressPlan
  private var known: ServiceLocation<Machine>.Foreknowledge?

  init(_ draws: RefusedDraws<Machine>, _ location: ServiceLocation<Machine>) {
    self.draws = draws
    self.location = location
    plan = location.addresses?.plan(of: draws.client) ?? AddressPlan()
  }

  /// nil also where the attempt does not find the service.
  @inline(never)
  mutating func times(
    _ number: UInt32, at begin: Instant
  ) -> (arrival: Instant, end: Instant)? {
    let client = draws.client
    known = location.foresee(client, number, at: begin)
    guard let known else { return nil }
    let isSteady = draws.network[pathOf: client].isSteady
    var first = Instant.never
    var end = Instant.start
    var start = known.origin
    for place in 0..<plan.count {
      let packet = FirstPacket(place: place, syn: 0)
      guard
        let times = isSteady
          ? draws.attempt(number, packet, at: start)
          : draws.changingAttempt(number, packet, at: start),
        location.finds(packet, client, number, at: times.arrival, known)
      else { return nil }
      first = min(first, times.arrival)
      end = max(end, times.end)
      start = min(times.end, plan.next.pause.map { start + $0 } ?? .never)
    }
    return (first, end)
  }

  func isPlayed(from begin: Instant) -> Int {
    guard let known else { return 0 }
    location.begin(draws.client, known)
    return known.isEvent(from: begin) ? 1 : 0
  }
}

/// The draws of one client whose attempts are refused.
struct RefusedDraws<Machine: SimulatedSession> {
  fileprivate let client: UInt32
  fileprivate let network: NetworkView<Machine>
  private let latency: ClientLatency
  private let losesPackets: Bool
  private let firstPause: Interval
  private let out: RandomStream
  private let back: RandomStream
  private let formula: RandomStream

  init(of client: UInt32, _ network: NetworkView<Machine>) {
    self.client = client
    self.network = network
    let random = network.random
    latency = network[pathOf: client].latency(of: client, random)
    losesPackets = network[pathOf: client].loss > 0
    firstPause = network[pathOf: client].firstPause
    out = random.stream(owner: client, .pathOut, attempt: 0)
    back = random.stream(
      owner: client, network[pathOf: client].backPurpose, attempt: 0)
    formula = random.stream(owner: client, .backoff, attempt: 0)
  }

  /// When the first packet arrives, and when the refusal is back; nil where either is lost, or the system
  /// sends the first packet again before it has arrived.
  @inline(__always)
  func attempt(
    _ number: UInt32, _ packet: FirstPacket = FirstPacket(syn: 0), at begin: Instant
  ) -> (arrival: Instant, end: Instant)? {
    let key = packet.key(client, number)
    if losesPackets,
      network[pathOf: client].losesSyn(0, key, PathConditions(), network.random)
    {
      return nil
    }
    let step = key.step
    let way = latency.sample(out.of(attempt: number).bits(at: step))
    if way >= firstPause { return nil }
    let arrival = begin + way
    return (arrival, arrival + latency.sample(back.of(attempt: number).bits(at: step)))
  }

  /// `attempt` on an unsteady path.
  @inline(never)
  func changingAttempt(
    _ number: UInt32, _ packet: FirstPacket = FirstPacket(syn: 0), at begin: Instant
  ) -> (arrival: Instant, end: Instant)? {
    let key = packet.key(client, number)
    guard
      case .arrives(let way, isAnswered: true) = network.fate(
        ofSyn: 0, key, at: begin),
      way < firstPause
    else { return nil }
    let arrival = begin + way
    return (arrival, arrival + network.delay(key, .back, at: arrival))
  }

  /// Takes a formula through an attempt.
  /// - Returns: the delay before the next one; nil where there is none.
  @inline(__always)
  func delay(
    _ state: inout BackoffState, _ number: UInt32, from begin: Instant, to end: Instant,
    _ policy: ResolvedPolicy
  ) -> Interval? {
    state.attemptBegan(at: begin)
    return state.delay(afterFailureAt: end, of: number, drawing: formula, under: policy)
  }
}
