/// The session: attempts, failures, timers, heartbeats.
extension Run {
  func begin(_ client: Int) {
    let attempt = Int32(facts.fates.count)
    facts.fates.append(.unfinished)
    facts.hasArrived.append(false)
    facts.attempts += 1
    clients[client].state = .attempting
    clients[client].attempt = attempt
    clients[client].number += 1
    facts.numbers.append(clients[client].dropCounts ? clients[client].number : 0)
    clients[client].begun = now
    clients[client].progress = .outside
    clients[client].overflowed = false
    clients[client].isAnswered = false
    clients[client].cut = false
    clients[client].mute = false
    clients[client].doomed = false
    clients[client].authenticatedAt = .max
    clients[client].openedAt = .max
    clients[client].pongAt = Int64.min / 2
    armConnectTimer(client)
    sendFirstPacket(client, attempt)
  }

  /// One pending event serves many attempts: it is set again when it comes too early.
  private func armConnectTimer(_ client: Int) {
    let timeout: Double
    switch world.policy.connectTimeout {
    case .none:
      clients[client].connectDeadline = .max
      return
    case .seconds(let fixed): timeout = fixed
    case .formula(let formula): timeout = formula(max(clients[client].failures - 1, 0), &random)
    }
    let deadline = now + microseconds(timeout)
    clients[client].connectDeadline = deadline
    if deadline < clients[client].connectTimerAt { postConnectTimer(client, at: deadline) }
  }

  private func postConnectTimer(_ client: Int, at time: Int64) {
    clients[client].connectTimerAt = time
    post(.connectTimesOut, at: time, client: client, attempt: 0)
  }

  /// The gateway's first message, where it has arrived by now, has ended the wait.
  func connectTimerFires(_ client: Int) {
    if clients[client].connectTimerAt == now { clients[client].connectTimerAt = .max }
    guard clients[client].state == .attempting, clients[client].connectDeadline < .max else {
      return
    }
    let deadline = clients[client].connectDeadline
    if deadline > now {
      if deadline < clients[client].connectTimerAt { postConnectTimer(client, at: deadline) }
      return
    }
    clients[client].connectDeadline = .max
    if clients[client].authenticatedAt > now { fails(client, .timeout) }
  }

  func callTimesOut(_ client: Int, _ attempt: Int32) {
    guard clients[client].attempt == attempt, clients[client].state == .attempting else { return }
    fails(client, .timeout)
  }

  func failedWithAnswer(_ client: Int, _ attempt: Int32, _ code: UInt8) {
    guard clients[client].attempt == attempt, clients[client].state == .attempting else { return }
    guard let reason = Reason(rawValue: code) else { fatalError("no such reason") }
    fails(client, reason)
  }

  /// An attempt has failed, and its client knows.
  func fails(_ client: Int, _ reason: Reason) {
    let waited = clients[client].progress.isQueue || clients[client].overflowed
    let atGateway = reason == .shed || (reason == .timeout && waited)
    facts.fates[Int(clients[client].attempt)] = .failed
    facts.failures.append(Facts.Failure(time: now, atGateway: atGateway))
    if world.gateway.takesNotice { saysSo(client) }
    if reason == .permanent {
      leaves(client)
      clients[client].state = .inError
      settles()
    } else {
      disconnects(client)
    }
  }

  /// A close: sent again, as any segment, until it has come through.
  private func saysSo(_ client: Int) {
    guard !clients[client].cut,
      let arrival = delivery(client, from: now, outwards: true)
    else { return }
    let job = Job(
      client: Int32(client), attempt: clients[client].attempt, node: Int16(clients[client].node))
    post(.noticeArrives, at: arrival, job: job, owner: clients[client].node)
  }

  private func leaves(_ client: Int) {
    clients[client].attempt = Client.noAttempt
    clients[client].connectDeadline = .max
    clients[client].progress = .outside
  }

  private func settles() {
    unsettled -= 1
    facts.quits.append(now)
  }

  /// DISCONNECTED: one failure more, and a timer where the formula gives one.
  private func disconnects(_ client: Int) {
    let begun = clients[client].begun
    if clients[client].state == .connected {
      wasForNothing(clients[client].attempt)
      clients[client].lostAt = now
      if case .uptime(let least) = world.policy.reset,
        seconds(now - clients[client].openedAt) >= least
      {
        clients[client].failures = 0
        clients[client].previousDelay = 0
      }
    }
    let countsFromStart = world.policy.countsFromStart && clients[client].state == .attempting
    leaves(client)
    clients[client].state = .waiting
    clients[client].failures += 1
    let wait = SecondWorld.Wait(
      failures: clients[client].failures, previous: clients[client].previousDelay,
      elapsed: seconds(now - clients[client].lostAt))
    var delay = world.policy.formula(wait, &random)
    if let first = world.policy.first, wait.failures == 1 { delay = first }
    guard let delay else {
      clients[client].state = .gaveUp
      settles()
      return
    }
    clients[client].previousDelay = delay
    let from = countsFromStart ? begun : now
    let time = max(now, from + microseconds(delay))
    post(.retry, at: time, client: client, attempt: Client.noAttempt)
  }

  /// An attempt that was completed over a socket that was dead by then has failed.
  private func wasForNothing(_ attempt: Int32) {
    guard attempt >= 0, facts.fates[Int(attempt)] == .unfinished else { return }
    facts.fates[Int(attempt)] = .failed
    facts.failures.append(Facts.Failure(time: now, atGateway: false))
  }

  /// The gateway has closed the socket.
  func dropLearned(_ client: Int, _ attempt: Int32) {
    guard clients[client].attempt == attempt, !clients[client].mute else { return }
    if clients[client].state == .attempting {
      fails(client, .reset)
    } else if clients[client].state == .connected {
      disconnects(client)
    }
  }

  /// A Ping. What becomes of it and of its Pong is known at once.
  func heartbeat(_ client: Int, _ attempt: Int32) {
    guard clients[client].attempt == attempt else { return }
    let deadline = now + microseconds(world.pongTimeout)
    clients[client].pingedAt = now
    clients[client].pongAt = .max
    if !clients[client].mute,
      let there = delivery(client, from: now, outwards: true),
      let back = delivery(client, from: there, outwards: false)
    {
      if clients[client].cut {
        // Who has no such connection says so.
        post(.dropLearned, at: back, client: client, attempt: attempt)
      } else {
        clients[client].pongAt = back
      }
    }
    guard clients[client].pongAt > deadline else {
      let next = now + microseconds(world.heartbeat)
      post(.heartbeat, at: next, client: client, attempt: attempt)
      return
    }
    clients[client].doomed = plan.silence(
      from: now, to: deadline, client: client, node: clients[client].node)
    post(.pongTimesOut, at: deadline, client: client, attempt: attempt)
  }

  func pongTimesOut(_ client: Int, _ attempt: Int32) {
    guard clients[client].attempt == attempt else { return }
    goesDown(client)
    if clients[client].state == .attempting {
      fails(client, .timeout)
    } else {
      disconnects(client)
    }
  }
}
