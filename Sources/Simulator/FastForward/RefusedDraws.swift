import NetworkModel
import Primitives
import Sessions

/// The draws of one client whose attempts are refused.
struct RefusedDraws<Machine: SimulatedSession> {
  let client: UInt32
  private let network: NetworkView<Machine>
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
    guard
      let (way, wayBack) = network.knock(ofSyn: 0, packet.key(client, number), at: begin),
      way < firstPause
    else { return nil }
    return (begin + way, begin + way + wayBack)
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
