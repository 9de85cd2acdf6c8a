import Foundation

/// One run in progress: the clock, the events to come, the clients, the gateway, the facts.
final class Run {
  let world: SecondWorld
  let plan: Plan
  let seed: UInt64
  var random: SecondRandom
  var now: Int64 = 0
  var agenda = EventHeap()
  var clients: [Client]
  /// Handshake and ready of each node, then what all nodes share: see `station(_:node:)`.
  var stations: [Station]
  var buckets: [TokenBucket]
  /// The attempts that the gateway works for, given up or not, and those whose connection it has closed.
  var held: [Int32: Job] = [:]
  var closed: Set<Int32> = []
  var facts = Facts()
  /// Clients that are neither connected nor done for good.
  var unsettled = 0
  let packetSigma: Double
  let end: Int64

  init(_ world: SecondWorld, seed: UInt64) {
    self.world = world
    self.seed = seed
    plan = Plan(world: world, seed: seed)
    random = SecondRandom(seed: SecondRandom.mix(seed &+ 0x5EC0_4D51))
    clients = Array(repeating: Client(), count: world.clients)
    let gateway = world.gateway
    stations =
      (0..<gateway.nodes).map { Station(gateway.handshake, node: $0) }
      + (0..<gateway.nodes).map { Station(gateway.ready, node: $0) }
      + [Station(gateway.auth, node: nil), Station(gateway.api, node: nil)]
    buckets =
      gateway.admission.map { admission in
        let count = admission.inCommon ? 1 : gateway.nodes
        return Array(repeating: TokenBucket(admission), count: count)
      } ?? []
    packetSigma = world.network.sigma * (1 - world.network.own).squareRoot()
    end = microseconds(world.duration)
  }

  /// Plays to the end and hands back what happened.
  func play() -> Facts {
    prepare()
    let settledFrom = plan.lastEnd
    while let next = agenda.first, next.time <= end {
      if let clear = plan.clear, next.time >= clear, facts.atClear == nil {
        facts.atClear = snapshot(at: clear)
      }
      while next.time >= Int64(facts.queued.count + 1) * 1_000_000 {
        facts.queued.append(stations.reduce(0) { $0 + $1.queued })
      }
      guard let event = agenda.pop() else { break }
      now = event.time
      handle(event)
      if world.untilSettled, unsettled == 0, now >= settledFrom {
        facts.end = now
        return facts
      }
    }
    facts.end = end
    return facts
  }

  /// Every client has been connected for a part of a heartbeat, each for another.
  private func prepare() {
    let ownSigma = world.network.sigma * world.network.own.squareRoot()
    for client in clients.indices {
      clients[client].distance = exp(ownSigma * random.normal())
      clients[client].node = Int(random.next() % UInt64(plan.nodes))
      let firstBeat = microseconds(random.uniform(0, world.heartbeat))
      post(.heartbeat, at: firstBeat, client: client, attempt: Client.firstConnection)
    }
    for (number, condition) in plan.conditions.enumerated() {
      for (index, time) in [condition.from, condition.to].enumerated() where time <= end {
        agenda.push(
          Event(
            time: time, rank: UInt64(number * 2 + index), client: 0, attempt: 0,
            place: Int16(number), moment: .conditionChanges, detail: UInt8(index)))
      }
    }
  }

  private func handle(_ event: Event) {
    let client = Int(event.client)
    switch event.moment {
    case .conditionChanges: conditionChanges(Int(event.place), begins: event.detail == 0)
    case .firstPacket: firstPacketArrives(event)
    case .authArrives:
      if !closed.contains(event.attempt) { offer(job(of: event), to: .auth) }
    case .apiArrives: offer(job(of: event), to: .api)
    case .serviceEnds: serviceEnds(job(of: event), stageOf(event))
    case .rejectionEnds:
      release(stationIndex(.handshake, node: Int(event.place)))
      answer(job(of: event), .shed)
    case .noticeArrives:
      // The api's calls have connections of their own.
      for index in stations.indices.dropLast() { stations[index].remove(event.attempt) }
    case .flaps: flaps(client, Int(event.place))
    case .failed: failedWithAnswer(client, event.attempt, event.detail)
    case .dropLearned: dropLearned(client, event.attempt)
    case .opened: opened(client, event.attempt, sendsOn: event.detail == 0)
    case .readyArrives: readyArrives(client, event.attempt)
    case .connected: becomesConnected(client, event.attempt)
    case .synAgain: synAgain(client, event.attempt)
    case .synGivesUp: synGivesUp(client, event.attempt)
    case .systemGivesUp: systemGivesUp(client, event.attempt)
    case .connectTimesOut: connectTimerFires(client)
    case .callTimesOut: callTimesOut(client, event.attempt)
    case .pongTimesOut: pongTimesOut(client, event.attempt)
    case .heartbeat: heartbeat(client, event.attempt)
    case .retry: begin(client)
    }
  }

  private func job(of event: Event) -> Job {
    Job(client: event.client, attempt: event.attempt, node: event.place)
  }

  private func stageOf(_ event: Event) -> Stage {
    guard let stage = Stage(rawValue: event.detail) else { fatalError("no such stage") }
    return stage
  }

  /// Plans an event of a client.
  func post(
    _ moment: Moment, at time: Int64, client: Int, attempt: Int32, detail: UInt8 = 0
  ) {
    let stamp = UInt64(UInt32(bitPattern: attempt) & 0x0FFF_FFFF)
    let owner = UInt64(client) << 34 | UInt64(moment.rawValue) << 28
    agenda.push(
      Event(
        time: time, rank: 2 << 62 | owner | stamp, client: Int32(client), attempt: attempt,
        place: 0, moment: moment, detail: detail))
  }

  /// Plans an event of the gateway. Shared stations come after the nodes.
  func post(_ moment: Moment, at time: Int64, job: Job, owner: Int, detail: UInt8 = 0) {
    let order = UInt64(owner) << 54 | UInt64(moment.rawValue) << 48
    let stamp = UInt64(job.client) << 20 | UInt64(UInt32(bitPattern: job.attempt) & 0xF_FFFF)
    agenda.push(
      Event(
        time: time, rank: 1 << 62 | order | stamp, client: job.client, attempt: job.attempt,
        place: job.node, moment: moment, detail: detail))
  }
}
