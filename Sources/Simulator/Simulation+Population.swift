import NetworkModel
import Primitives
import Sessions

extension Simulation {
  /// Puts every client where the plan wants it at time 0.
  mutating func populate() {
    var arrival = 0.0
    for client in 0..<UInt32(clients.count) {
      clients.ledger(client).pointee.cohort = drawCohort(of: client)
      switch plan.start {
      case .connected: connectBeforeStart(client)
      case .within(let window):
        let u = random.uniform(owner: client, .start, attempt: 0, index: 0)
        begin(client, at: .start + Interval(seconds: u * window.seconds))
      case .rate(let perSecond):
        let u = random.uniform(owner: client, .start, attempt: 0, index: 0)
        arrival -= portableLog(1 - u) / perSecond
        begin(client, at: .start + Interval(seconds: min(arrival, 9e9)))
      }
    }
  }

  private mutating func begin(_ client: UInt32, at instant: Instant) {
    recorder.displays.enter(clients[client].slot.machine.display, at: .start)
    schedule(instant, EventKey.client(.start, client, stamp: 0))
  }

  private func drawCohort(of client: UInt32) -> UInt8 {
    if plan.cohorts.count == 1 { return 0 }
    let u = random.uniform(owner: client, .start, attempt: 0, index: 1)
    var sum = 0.0
    for (index, cohort) in plan.cohorts.enumerated() {
      sum += cohort.share
      if u < sum { return UInt8(index) }
    }
    return UInt8(plan.cohorts.count - 1)
  }

  /// Takes a client through a set-up that succeeded before the run, at an open time in [-P, 0).
  private mutating func connectBeforeStart(_ client: UInt32) {
    let period = Machine.longestPeriod(configurations[cohort(client)].pointee)
    var opened = Instant.start
    if !plan.isAligned {
      let u = random.uniform(owner: client, .start, attempt: 0, index: 0)
      opened = .start - period + Interval(seconds: u * period.seconds)
      if opened >= .start { opened = .start - .microseconds(1) }
    }
    clients[client].link = [.started, .authenticated, .greeted, .succeeded]
    clients[client].node = homeNode(of: client)
    stepBeforeStart(client, .stimulus(Machine.startStimulus), at: opened)
    stepBeforeStart(client, .opened, at: opened)
    stepBeforeStart(client, .received(Machine.authenticated), at: opened)
    stepBeforeStart(client, .received(Machine.ready), at: opened)
    recorder.displays.enter(clients[client].slot.machine.display, at: .start)
    let ledger = clients.ledger(client)
    ledger.pointee.spell = .up
    ledger.pointee.marks = [.everConnected, .settled]
    recorder.connected += 1
    unsettled -= 1
  }

  private mutating func stepBeforeStart(
    _ client: UInt32, _ event: Event<Machine>, at opened: Instant
  ) {
    prepareTurn(client, at: opened, isDeviceOnline: true)
    let cohort = cohort(client)
    clients[client].slot.machine.handle(event, under: configurations[cohort].pointee, in: &turn)
    for index in 0..<turn.count {
      switch turn[index] {
      case .open: clients[client].slot.assumeOpen()
      case .arm(let timer, let after):
        let stamp = clients[client].slot.arm(timer)
        let key = EventKey.client(.timer(timer.rawValue), client, stamp: stamp)
        if opened + after >= .start { schedule(opened + after, key) }
      case .disarm(let timer): clients[client].slot.disarm(timer)
      case .call(let call):
        pendingAnswer = .answered(call, Machine.outcome(of: call))
      case .close, .send, .reached: break
      }
    }
    if let answer = pendingAnswer {
      pendingAnswer = nil
      stepBeforeStart(client, answer, at: opened)
    }
  }

  private func homeNode(of client: UInt32) -> UInt16 {
    let draw = random.bits(owner: client, .balance, attempt: 0, index: 0)
    return UInt16(draw.multipliedFullWidth(by: UInt64(plan.gateway.nodes)).high)
  }
}
