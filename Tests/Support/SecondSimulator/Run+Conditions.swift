/// What faults do to the whole fleet when they begin and end.
extension Run {
  func conditionChanges(_ number: Int, begins: Bool) {
    let condition = plan.conditions[number]
    if begins {
      if case .handover = condition.effect { handsOver(condition) }
      if condition.drop { drops(condition) }
      if condition.isFlapping {
        for client in clients.indices { planTurn(client, number) }
      }
    }
    for index in stations.indices { startQueued(index) }
    for client in clients.indices where clients[client].state == .connected {
      if clients[client].live {
        if isSilent(client) { goesDown(client) }
      } else {
        comesBackIfLive(client)
      }
    }
  }

  /// A client's path goes down or comes back.
  func flaps(_ client: Int, _ number: Int) {
    if clients[client].state == .connected {
      if clients[client].live {
        if isSilent(client) { goesDown(client) }
      } else {
        comesBackIfLive(client)
      }
    }
    planTurn(client, number)
  }

  private func planTurn(_ client: Int, _ number: Int) {
    let condition = plan.conditions[number]
    guard let next = plan.turn(of: condition, client: client, at: now)?.ends, next < condition.to
    else { return }
    let order = UInt64(client) << 34 | UInt64(Moment.flaps.rawValue) << 28 | UInt64(number)
    agenda.push(
      Event(
        time: next, rank: 2 << 62 | order, client: Int32(client), attempt: 0,
        place: Int16(number), moment: .flaps, detail: 0))
  }

  private func isSilent(_ client: Int) -> Bool {
    plan.silent(at: now, client: client, node: clients[client].node)
  }

  /// Whether a client has a socket, or a set-up that the gateway knows of.
  private func hasSocket(_ client: Int) -> Bool {
    switch clients[client].state {
    case .connected: return true
    case .attempting: return clients[client].progress > .outside
    case .waiting, .gaveUp, .inError: return false
    }
  }

  private func isConcerned(_ client: Int, _ condition: Condition) -> Bool {
    if case .node(let node) = condition.scope { return clients[client].node == node }
    return plan.concerns(condition, client: client)
  }

  /// Closes sockets; their clients learn of it as of any segment. The word of a blackhole comes before it. What waits
  /// goes with them, and so does what others have left behind: at a node all of it, otherwise that of the clients
  /// concerned.
  private func drops(_ condition: Condition) {
    for client in clients.indices
    where hasSocket(client) && !clients[client].cut && isConcerned(client, condition) {
      goesDown(client)
      clients[client].cut = true
      let isOwnWord = if case .outage(.blackhole) = condition.effect { true } else { false }
      if let learns = delivery(client, from: now, outwards: false, isSwallowed: !isOwnWord) {
        post(.dropLearned, at: learns, client: client, attempt: clients[client].attempt)
      }
    }
    for job in held.values where isConcerned(job, condition) {
      closed.insert(job.attempt)
      held[job.attempt] = nil
    }
    for index in stations.indices.dropLast() {
      stations[index].remove { closed.contains($0.attempt) }
    }
  }

  private func isConcerned(_ job: Job, _ condition: Condition) -> Bool {
    if case .node(let node) = condition.scope { return Int(job.node) == node }
    return plan.concerns(condition, client: Int(job.client))
  }

  /// Sockets die without a word, and what is being set up with them. What is on its way is lost, a word of the
  /// gateway's that it has closed the socket too.
  private func handsOver(_ condition: Condition) {
    for client in clients.indices
    where clients[client].attempt != Client.noAttempt && !clients[client].mute
      && isConcerned(client, condition)
    {
      goesDown(client)
      clients[client].cut = true
      clients[client].mute = true
      if clients[client].openedAt == .max {
        let givesUp = now + microseconds(world.network.synGivesUp)
        post(.systemGivesUp, at: givesUp, client: client, attempt: clients[client].attempt)
      }
      if clients[client].authenticatedAt > now { clients[client].authenticatedAt = .max }
      if clients[client].pongAt > now, clients[client].pingedAt >= clients[client].begun {
        let deadline = clients[client].pingedAt + microseconds(world.pongTimeout)
        let attempt = clients[client].attempt
        post(.pongTimesOut, at: max(now, deadline), client: client, attempt: attempt)
      }
    }
  }

  func goesDown(_ client: Int) {
    guard clients[client].live else { return }
    let silentSince = clients[client].isPassing ? clients[client].downAt : nil
    clients[client].live = false
    clients[client].isPassing = false
    clients[client].downAt = now
    clients[client].number = 0
    clients[client].dropCounts = now >= plan.begin && now < plan.clear ?? end
    if silentSince == nil { unsettled += 1 }
    facts.changes.append(
      Facts.Change(
        time: now, client: Int32(client), connected: false, silentSince: silentSince))
  }

  /// A connection counts while something gets through. Where a heartbeat is lost, its end is known.
  func comesBackIfLive(_ client: Int) {
    guard !clients[client].live, !clients[client].cut, !isSilent(client) else { return }
    clients[client].live = true
    clients[client].isPassing = clients[client].doomed
    if !clients[client].doomed { unsettled -= 1 }
    facts.changes.append(Facts.Change(time: now, client: Int32(client), connected: true))
  }

  /// What admission has saved up; a node that is down lets nobody in with its own.
  private func tokens(at time: Int64) -> Double {
    buckets.indices.filter { buckets.count < plan.nodes || plan.outage(at: time, node: $0) == nil }
      .reduce(0) { $0 + buckets[$1].held(at: time) }
  }

  /// How things stand just before what happens at clear.
  func snapshot(at clear: Int64) -> Facts.Snapshot {
    Facts.Snapshot(
      progress: clients.map { $0.state == .attempting ? $0.progress : .outside },
      livesOn: clients.indices.map { client in
        clients[client].state == .connected && !clients[client].cut && !clients[client].doomed
          && !plan.silent(at: clear, client: client, node: clients[client].node)
      },
      tokens: tokens(at: clear))
  }
}
