/// From an admitted handshake to a connection.
extension Run {
  /// The round trips of the set-up: back and forth, the client's last packet bringing its token.
  func setUp(_ job: Job) {
    let client = Int(job.client)
    let trips = world.network.connectionRoundTrips
    guard trips > 0 else {
      offer(job, to: .auth)
      return
    }
    guard !clients[client].cut,
      let answered = delivery(client, from: now, outwards: false, isLossy: false),
      let opens = delivery(client, from: answered, trips: 2 * trips - 2, outwardsFirst: true)
    else { return }
    post(.opened, at: opens, client: client, attempt: job.attempt)
  }

  /// The transport is open: the heartbeat starts and the token goes out.
  func opened(_ client: Int, _ attempt: Int32, sendsOn: Bool) {
    guard clients[client].attempt == attempt, !clients[client].cut else { return }
    clients[client].openedAt = now
    if case .open = world.policy.reset {
      clients[client].failures = 0
      clients[client].previousDelay = 0
    }
    let beat = now + microseconds(world.heartbeat)
    post(.heartbeat, at: beat, client: client, attempt: attempt)
    guard sendsOn, let arrival = delivery(client, from: now, outwards: true) else { return }
    let job = Job(client: Int32(client), attempt: attempt, node: Int16(clients[client].node))
    post(.authArrives, at: arrival, job: job, owner: plan.nodes)
  }

  /// Authenticated is pushed and the payload is made at the same time.
  func authEnds(_ job: Job) {
    let client = Int(job.client)
    let fault = plan.authFailure(at: now, client: client)
    if fault.probability > 0, random.unit() < fault.probability {
      answer(job, fault.permanent ? .permanent : .auth)
      return
    }
    note(.authenticated, job)
    if isPresent(job), !clients[client].cut,
      let arrival = delivery(client, from: now, outwards: false)
    {
      clients[client].authenticatedAt = arrival
      if world.network.connectionRoundTrips == 0 {
        post(.opened, at: arrival, client: client, attempt: job.attempt, detail: 1)
      }
    }
    offer(job, to: .ready)
  }

  /// Ready is pushed, and arrives in order.
  func readyEnds(_ job: Job) {
    note(.readySent, job)
    held[job.attempt] = nil
    let client = Int(job.client)
    guard isPresent(job), !clients[client].cut, clients[client].authenticatedAt < .max,
      let arrival = delivery(client, from: now, outwards: false)
    else { return }
    let inOrder = max(arrival, clients[client].authenticatedAt)
    post(.readyArrives, at: inOrder, client: client, attempt: job.attempt)
  }

  /// The client makes its last call.
  func readyArrives(_ client: Int, _ attempt: Int32) {
    guard clients[client].attempt == attempt, !clients[client].cut else { return }
    if let mode = outageFor(client), mode != .blackhole {
      fails(client, .refused)
      return
    }
    if let timeout = world.callTimeout {
      let time = now + microseconds(timeout)
      post(.callTimesOut, at: time, client: client, attempt: attempt)
    }
    let trips = 2 * world.network.callRoundTrips - 1
    guard let arrival = delivery(client, from: now, trips: trips, outwardsFirst: true) else {
      return
    }
    let job = Job(client: Int32(client), attempt: attempt, node: Int16(clients[client].node))
    post(.apiArrives, at: arrival, job: job, owner: plan.nodes + 1)
  }

  /// The outage that a new request of this client meets: its own, or that of every node.
  private func outageFor(_ client: Int) -> SecondWorld.Outage? {
    if let mode = plan.outage(at: now, client: client) { return mode }
    let modes = (0..<plan.nodes).compactMap { plan.outage(at: now, node: $0) }
    return modes.count == plan.nodes ? modes.max() : nil
  }

  func apiEnds(_ job: Job) {
    note(.apiDone, job)
    guard isPresent(job) else { return }
    let client = Int(job.client)
    let trips = min(world.network.callRoundTrips, 1)
    guard let arrival = delivery(client, from: now, trips: trips, outwardsFirst: false) else {
      return
    }
    post(.connected, at: arrival, client: client, attempt: job.attempt)
  }

  /// The call is answered: CONNECTED. After a handover the socket may be dead by now.
  func becomesConnected(_ client: Int, _ attempt: Int32) {
    guard clients[client].attempt == attempt, clients[client].state == .attempting else { return }
    if !clients[client].cut {
      facts.fates[Int(attempt)] = .ready
      facts.successes.append(now)
    }
    clients[client].state = .connected
    clients[client].connectDeadline = .max
    if case .ready = world.policy.reset {
      clients[client].failures = 0
      clients[client].previousDelay = 0
    }
    comesBackIfLive(client)
  }
}
