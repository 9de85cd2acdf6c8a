/// The listener, the stations and admission.
extension Run {
  func stationIndex(_ stage: Stage, node: Int) -> Int {
    switch stage {
    case .handshake: return node
    case .ready: return plan.nodes + node
    case .auth: return 2 * plan.nodes
    case .api: return 2 * plan.nodes + 1
    }
  }

  func isPresent(_ job: Job) -> Bool { clients[Int(job.client)].attempt == job.attempt }

  func note(_ progress: Progress, _ job: Job) {
    if isPresent(job) { clients[Int(job.client)].progress = progress }
  }

  /// A first packet has reached the listener.
  func firstPacketArrives(_ event: Event) {
    let client = Int(event.client)
    var job = Job(client: event.client, attempt: event.attempt, node: 0)
    let mode = plan.outage(at: now, client: client)
    if mode == .blackhole || plan.isPathDown(at: now, client: client) { return }
    let nodes = (0..<plan.nodes).compactMap { plan.outage(at: now, node: $0) }
    if nodes.count == plan.nodes, nodes.max() == .blackhole { return }
    let isFirst = !facts.hasArrived[Int(event.attempt)]
    if isFirst {
      facts.hasArrived[Int(event.attempt)] = true
      let number = facts.numbers[Int(event.attempt)]
      facts.arrivals.append(Facts.Arrival(time: now, client: Int32(client), number: number))
    }
    // One that was let in, or turned away, is not looked at twice.
    if !isFirst {
      let isKnown =
        isPresent(job)
        ? clients[client].progress > .outside || clients[client].isAnswered
        : !facts.dropped.contains(job.attempt)
      if isKnown { return }
    }
    if let mode {
      refuse(job, mode == .reset ? .reset : .refused)
      return
    }
    guard let node = balance(job) else {
      refuse(job, nodes.max() == .reset ? .reset : .refused)
      return
    }
    job.node = Int16(node)
    if isPresent(job) { clients[client].node = node }
    enter(job, node: node, firstTime: isFirst)
  }

  /// Past the outages: backlog, admission where it comes first, handshake.
  private func enter(_ job: Job, node: Int, firstTime: Bool) {
    let station = stationIndex(.handshake, node: node)
    if let backlog = world.gateway.backlog, stations[station].queued >= backlog + 1 {
      facts.overflowDrops += 1
      if firstTime { facts.overflow += 1 }
      if isPresent(job) { clients[Int(job.client)].overflowed = true }
      facts.dropped.insert(job.attempt)
      return
    }
    facts.dropped.remove(job.attempt)
    if world.gateway.rejectsBeforeHandshake, !takesToken(node: node) {
      facts.shed += 1
      refuse(job, .shed)
      return
    }
    if isPresent(job) {
      clients[Int(job.client)].overflowed = false
    } else if world.network.connectionRoundTrips > 0 {
      // A client that has left sends nothing after a first packet.
      return
    }
    held[job.attempt] = job
    offer(job, to: .handshake)
  }

  /// The node for an attempt: a hash over the nodes that are up.
  private func balance(_ job: Job) -> Int? {
    var up = 0
    for node in 0..<plan.nodes where plan.outage(at: now, node: node) == nil { up += 1 }
    guard up > 0 else { return nil }
    let hash = SecondRandom.hash(seed, Int(job.client), Int(job.attempt))
    var left = Int(hash % UInt64(up))
    for node in 0..<plan.nodes where plan.outage(at: now, node: node) == nil {
      if left == 0 { return node }
      left -= 1
    }
    return nil
  }

  private func takesToken(node: Int) -> Bool {
    guard !buckets.isEmpty else { return true }
    return buckets[buckets.count == 1 ? 0 : node].take(at: now)
  }

  /// Brings work to a station.
  func offer(_ job: Job, to stage: Stage) {
    let index = stationIndex(stage, node: Int(job.node))
    if hasFreeServer(index) {
      serve(job, at: index, stage)
    } else {
      stations[index].enqueue(job)
      note(.waiting(for: stage), job)
    }
  }

  private func hasFreeServer(_ index: Int) -> Bool {
    guard let servers = stations[index].servers else { return true }
    return stations[index].busy < plan.servers(servers, at: now, node: stations[index].node)
  }

  private func serve(_ job: Job, at index: Int, _ stage: Stage) {
    var length: Double
    switch stations[index].time {
    case .constant(let time): length = time
    case .exponential(let mean): length = random.exponential(mean: mean)
    }
    length *= plan.slowness(at: now, node: stations[index].node)
    note(.served(by: stage), job)
    stations[index].busy += 1
    occupy(job, stage, microseconds(length), until: .serviceEnds)
  }

  /// Books busy time and plans its end.
  private func occupy(_ job: Job, _ stage: Stage, _ length: Int64, until moment: Moment) {
    facts.services.append(
      Facts.Service(begin: now, length: length, attempt: job.attempt, stage: stage))
    let owner: Int
    switch stage {
    case .handshake, .ready: owner = Int(job.node)
    case .auth: owner = plan.nodes
    case .api: owner = plan.nodes + 1
    }
    post(moment, at: now + length, job: job, owner: owner, detail: stage.rawValue)
  }

  /// Frees a server, for the next in the queue.
  func release(_ index: Int) {
    stations[index].busy -= 1
    startQueued(index)
  }

  func startQueued(_ index: Int) {
    while stations[index].queued > 0, hasFreeServer(index) {
      guard let job = stations[index].dequeue() else { return }
      serve(job, at: index, stage(of: index))
    }
  }

  private func stage(of index: Int) -> Stage {
    if index < plan.nodes { return .handshake }
    if index < 2 * plan.nodes { return .ready }
    return index == 2 * plan.nodes ? .auth : .api
  }

  func serviceEnds(_ job: Job, _ stage: Stage) {
    let index = stationIndex(stage, node: Int(job.node))
    if closed.contains(job.attempt), stage != .api {
      release(index)
      return
    }
    switch stage {
    case .handshake: handshakeEnds(job, index)
    case .auth:
      authEnds(job)
      release(index)
    case .ready:
      readyEnds(job)
      release(index)
    case .api:
      apiEnds(job)
      release(index)
    }
  }

  /// Admission comes after the handshake. A rejection keeps its core for a while longer.
  private func handshakeEnds(_ job: Job, _ index: Int) {
    if !isPresent(job), world.network.connectionRoundTrips > 0 {
      release(index)
      return
    }
    if !world.gateway.rejectsBeforeHandshake, !takesToken(node: Int(job.node)) {
      facts.shed += 1
      let cost = world.gateway.rejectionCost * plan.slowness(at: now, node: Int(job.node))
      if cost > 0 {
        occupy(job, .handshake, microseconds(cost), until: .rejectionEnds)
      } else {
        release(index)
        answer(job, .shed)
      }
      return
    }
    note(.admitted, job)
    setUp(job)
    release(index)
  }

  /// Refuses a first packet. Whether that answer is lost has been drawn with the packet.
  private func refuse(_ job: Job, _ reason: Reason) {
    let client = Int(job.client)
    guard isPresent(job) else { return }
    clients[client].isAnswered = true
    if clients[client].mute { return }
    guard
      let arrival = delivery(
        client, from: now, outwards: false, isLossy: false, isOnNode: false)
    else { return }
    post(.failed, at: arrival, client: client, attempt: job.attempt, detail: reason.rawValue)
  }

  /// Sends a refusal back over a connection whose client may still be there.
  func answer(_ job: Job, _ reason: Reason) {
    let client = Int(job.client)
    guard isPresent(job), !clients[client].cut else { return }
    guard
      let arrival = delivery(
        client, from: now, outwards: false, isLossy: reason != .shed, isOnNode: reason != .shed)
    else { return }
    post(.failed, at: arrival, client: client, attempt: job.attempt, detail: reason.rawValue)
  }
}
