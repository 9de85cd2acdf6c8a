import NetworkModel
import Primitives
import Sessions
import VirtualTime

extension Simulation {
  /// Puts every client where the plan wants it at time 0.
  func populate() {
    var arrival = 0.0
    for client in 0..<UInt32(clients.count) {
      let cohort = drawCohort(of: client)
      clients[client].cohort = cohort
      clients[client].slot = SessionSlot(
        Machine.fresh(under: configurations[Int(cohort)].pointee))
      switch plan.start {
      case .connected: connectBeforeStart(client)
      case .within(let window):
        let u = random.uniform(.start(of: client))
        begin(client, at: .start + Interval(seconds: u * window.seconds))
      case .rate(let perSecond):
        let u = random.uniform(.start(of: client))
        arrival -= portableLog(1 - u) / perSecond
        begin(client, at: .start + Interval(seconds: min(arrival, 9e9)))
      }
    }
  }

  private func begin(_ client: UInt32, at instant: Instant) {
    recorder.displays.enter(clients[client].slot.machine.display, at: .start)
    schedule(instant, EventCode.client(.start, client, stamp: 0))
  }

  private func drawCohort(of client: UInt32) -> UInt8 {
    if plan.cohorts.count == 1 { return 0 }
    let u = random.uniform(.cohort(of: client))
    var sum = 0.0
    for (index, cohort) in plan.cohorts.enumerated() {
      sum += cohort.share
      if u < sum { return UInt8(index) }
    }
    return UInt8(plan.cohorts.count - 1)
  }

  /// Takes a client through a set-up that succeeded before the run, at an open time in [-P, 0).
  private func connectBeforeStart(_ client: UInt32) {
    let period = Machine.longestPeriod(configurations[cohort(client)].pointee)
    var opened = Instant.start
    if !plan.isAligned {
      let u = random.uniform(.start(of: client))
      opened = .start - period + Interval(seconds: u * period.seconds)
      if opened >= .start { opened = .start - .microseconds(1) }
    }
    clients[client].marks = [.started]
    beginBehaviour(of: client, isLongUnderWay: true)
    // The set-up took its time before, but what it began is not over yet.
    let begun = max(opened - setUpTime(of: client), .start - period)
    if !isUserElsewhere(client) { informBeforeStart(client, .start, at: begun) }
    if let entity = entityListenedTo(client) {
      informBeforeStart(client, .listenerAdded(entity: entity), at: begun)
    }
    if clients[client].slot.connection == .open { greetBeforeStart(client, at: opened) }
    if let device = clients.device(client), device.pointee.flags.contains(.putBehind) {
      for happening in [Happening.background, .backgroundTimeNotice, .freeze] {
        informBeforeStart(client, happening, at: opened)
      }
    }
    standBeforeStart(client)
    runTimers(of: client)
  }

  /// Puts the timers of a client that has been set up into the event list, unless it is
  /// fast-forwarded.
  private func runTimers(of client: UInt32) {
    for armed in prehistory.timers {
      let stamp = ClientEvent(armed.event.key).stamp
      // Where other timers run too, the client is not fast-forwarded.
      if clients[client].slot.isCurrent(armed.timer, stamp: stamp),
        !fastForward(client, armed.timer, from: armed.event.instant)
      {
        schedule(armed.event.instant, armed.event.key)
      }
    }
    prehistory.timers.removeAll(keepingCapacity: true)
  }

  /// What a set-up takes at the client's median latency.
  private func setUpTime(of client: UInt32) -> Interval {
    let path = paths[cohort(client)]
    let oneWays = Double(2 + 2 * path.pointee.setup.connection)
    return Interval(saturatingSeconds: path.pointee.medianSeconds(of: client, random) * oneWays)
  }

  private func isUserElsewhere(_ client: UInt32) -> Bool {
    guard let device = clients.device(client) else { return false }
    return behaviours[cohort(client)].pointee.screens != nil
      && !device.pointee.flags.contains(.onScreen)
  }

  private func greetBeforeStart(_ client: UInt32, at opened: Instant) {
    clients[client].link = [.authenticated, .greeted, .succeeded]
    clients[client].node = homeNode(of: client)
    stepBeforeStart(client, .opened, at: opened)
    if let message = clients[client].slot.machine.authenticated {
      stepBeforeStart(client, .received(message), at: opened)
    }
    if let message = clients[client].slot.machine.ready {
      stepBeforeStart(client, .received(message), at: opened)
    }
    if let ping = clients[client].slot.machine.serverPing {
      var next = opened + ping.every
      while next < .start {
        stepBeforeStart(client, .received(ping.message), at: next)
        next = next + ping.every
      }
      startServerPing(client, clients[client].slot.attempt, at: next)
    }
  }

  /// Books a client as it stands when the run begins.
  private func standBeforeStart(_ client: UInt32) {
    recorder.displays.enter(clients[client].slot.machine.display, at: .start)
    switch clients[client].slot.machine.standing {
    case .connected, .content:
      clients[client].presence = .up
      clients[client].marks.insert([.everConnected, .settled])
      recorder.connected += 1
      recorder.connectedOfCohort[cohort(client)].pointee += 1
      unsettled -= 1
    case .idle:
      clients[client].marks.insert([.everConnected, .settled])
      unsettled -= 1
    case .waiting, .waitingForDevice, .needsPerson, .gaveUp: refresh(client)
    }
  }

  private func informBeforeStart(
    _ client: UInt32, _ happening: Happening, at instant: Instant
  ) {
    guard let stimulus = clients[client].slot.machine.stimulus(for: happening) else { return }
    stepBeforeStart(client, .stimulus(stimulus.stimulus, operand: stimulus.operand), at: instant)
  }

  private func stepBeforeStart(
    _ client: UInt32, _ event: Event<Machine>, at opened: Instant
  ) {
    prepareTurn(client, at: opened, isDeviceOnline: true)
    let cohort = cohort(client)
    clients[client].slot.machine.handle(event, under: configurations[cohort].pointee, in: &turn)
    for index in 0..<turn.count {
      switch turn.action(index) {
      case .open: clients[client].slot.assumeOpen()
      case .arm(let timer, let after):
        let stamp = clients[client].slot.arm(timer)
        let key = EventCode.client(.timer(timer.rawValue), client, stamp: stamp)
        if opened + after >= .start {
          prehistory.timers.append((timer, PendingEvent(at: opened + after, key: key)))
        }
      case .disarm(let timer): clients[client].slot.disarm(timer)
      case .call(let call):
        prehistory.answers.append(.answered(call, clients[client].slot.machine.outcome(of: call)))
      case .close:
        clients[client].slot.close()
        clients[client].link = []
      case .forget(let call): clients[client].slot.forget(call)
      case .send, .reached: break
      }
    }
    while let answer = prehistory.answers.popLast() { stepBeforeStart(client, answer, at: opened) }
  }

  private func homeNode(of client: UInt32) -> UInt16 {
    let draw = random.bits(.node(of: client, attempt: 0))
    return UInt16(draw.multipliedFullWidth(by: UInt64(plan.gateway.nodes)).high)
  }
}
