import GatewayModel
import NetworkModel
import Primitives
import Sessions

// What a session says after its set-up: messages on the socket, calls beside it.
extension Simulation {
  // MARK: Messages

  /// Sends a message of the client's; `lost` transmissions of it did not get through.
  func send(_ message: Machine.Message, from client: UInt32, lost: Int) {
    let attempt = clients[client].slot.attempt
    if case .close = clients[client].slot.machine.answer(to: message) {
      clients[client].link.insert(.closing)
    }
    if clients[client].link.contains(.vanished) { return }
    if !reach(client).carriesPackets {
      guard lost < Resending.most else { return }
      let wait = Path.retransmissionPause(after: lost)
      let operand = Resending(message.rawValue, lost: lost + 1).operand
      return schedule(
        now + wait, EventCode.client(.retransmit, client, stamp: attempt, operand: operand))
    }
    let cohort = cohort(client)
    let arrival =
      now
      + paths[cohort].pointee.exchangeDelay(
        at: now, client: client, attempt: attempt, conditions(client), random)
    if clients[client].link.contains(.severed) {
      // Its first reset may have been lost on the way.
      return close(client, attempt, Closing(.reset, lost: 1), at: inOrder(arrival, to: client))
    }
    switch clients[client].slot.machine.answer(to: message) {
    case .nothing: break
    case .reply(let answer):
      let key = EventCode.client(.message(answer.rawValue), client, stamp: attempt)
      schedule(inOrder(arrival, to: client), key)
    case .close: close(client, attempt, .normal, at: inOrder(arrival, to: client))
    }
  }

  func retransmit(_ event: ClientEvent) {
    let resending = Resending(operand: event.operand)
    guard clients[event.client].slot.acceptsMessage(attempt: event.stamp),
      let message = Machine.Message(rawValue: resending.code)
    else { return }
    send(message, from: event.client, lost: resending.lost)
  }

  // MARK: Calls

  func begin(_ call: Machine.Call, of client: UInt32) {
    if !clients[client].slot.machine.repeatsCalls { clients[client].slot.forgetCalls() }
    let number = beginNumber(of: call, client)
    let cohort = cohort(client)
    if case .device = clients[client].slot.machine.venue(of: call) {
      return beginOnDevice(call, of: client, number)
    }
    recorder.callBegan(at: now)
    switch reach(client) {
    case .offline, .refuses, .resets, .draining:
      return answer(call.rawValue, of: client, number, .failed, at: now)
    case .silent:
      // The machine's own timeout usually comes first.
      return answer(
        call.rawValue, of: client, number, .failed,
        at: now + paths[cohort].pointee.system.giveUp)
    case .open:
      if gateway.upNodes.isEmpty {
        return answer(call.rawValue, of: client, number, .failed, at: now)
      }
    }
    var delay = Interval.zero
    if paths[cohort].pointee.setup.calls > 0 {
      var key = callKey(call.rawValue, client)
      let conditions = conditions(client)
      delay = paths[cohort].pointee.roundTrips(
        paths[cohort].pointee.setup.calls - 1, from: key, first: .out, conditions, random)
      key.step = PacketStep.request(ofCall: call.rawValue)
      delay = delay + paths[cohort].pointee.segmentDelay(key, .out, conditions, random)
    }
    let contends = clients[client].slot.machine.contends
    let low =
      contends ? CallMark(stamp: number, above: clients[client].slot.attempt).low : number
    let api = owner(of: StationID(.api))
    schedule(
      now + delay, EventCode.gateway(.call(call.rawValue), owner: api, client: client, low: low))
  }

  /// Begins a call of the slot's. The stamp that its answer must carry, one of 128, and above it, in 8
  /// bits, how often the stamps have been through: many calls that nobody awaits any more may be
  /// answered at one instant, once a station that stood still goes on.
  private func beginNumber(of call: Machine.Call, _ client: UInt32) -> UInt32 {
    let ledger = clients.ledger(client)
    ledger.pointee.calls &+= 1
    return UInt32(clients[client].slot.begin(call)) | UInt32(ledger.pointee.calls >> 7 & 0xFF) << 8
  }

  /// Draws of a call: apart from those of messages, and the same however many calls came before. A
  /// call that is made again and again is told from the one before by its time.
  private func callKey(_ code: UInt8, _ client: UInt32) -> PacketKey {
    var attempt = clients[client].slot.attempt
    if clients[client].slot.machine.repeatsCalls {
      attempt &+= UInt32(truncatingIfNeeded: now.nanoseconds / 1_000)
    }
    return PacketKey(client: client, attempt: attempt, step: PacketStep.call(code))
  }

  /// A database operation of the device's own.
  private func beginOnDevice(_ call: Machine.Call, of client: UInt32, _ number: UInt32) {
    let bits = random.bits(.database(of: client, call: call.rawValue, at: now))
    let duration = max(
      behaviours[cohort(client)].pointee.database.sample(bits), .microseconds(1))
    answer(
      call.rawValue, of: client, number, clients[client].slot.machine.outcome(of: call),
      at: now + duration)
  }

  func callArrived(_ event: GatewayEvent, code: UInt8) {
    let client = event.client
    if !reach(client).carriesPackets {
      let giveUp = paths[cohort(client)].pointee.system.giveUp
      return answer(code, of: client, event.low, .failed, at: now + giveUp)
    }
    let id = StationID(.api)
    if gateway.isTransparent(id) {
      return replyToCall(event, code)
    }
    let latest = clients[client].slot.attempt
    let mark = CallMark(event)
    let attempt =
      clients[client].slot.machine.contends ? mark.attempt(latest: latest) : latest
    let tag = CallTag(attempt: attempt, code: code, stamp: mark.stamp)
    let request = Request(client: client, tag: tag.bits, arrived: now)
    if let service = gateway.offered(request, to: id, at: now) {
      begun(service)
    } else if clients[client].slot.isCalling, isOfThisAttempt(callOf: client) {
      clients[client].stage = .apiQueue
    }
  }

  func begunCall(_ service: Service) {
    let client = service.request.client
    spendOnCall(service)
    let tag = CallTag(service.request.tag)
    // Of those that nobody awaits any more, many may be done at one instant.
    callsBegun &+= 1
    let above = clients[client].slot.machine.contends ? tag.attempt : callsBegun >> 7
    schedule(
      service.finish,
      EventCode.gateway(
        .callDone(tag.code), owner: owner(of: service.station), client: client,
        low: CallMark(stamp: tag.stamp, above: above).low))
  }

  func callFinished(_ event: GatewayEvent, code: UInt8) {
    if let next = gateway.finished(at: StationID(.api), now: now) { begun(next) }
    replyToCall(event, code)
  }

  private func replyToCall(_ event: GatewayEvent, _ code: UInt8) {
    let client = event.client
    guard let call = Machine.Call(rawValue: code), let outcome = outcome(of: call, event) else {
      return
    }
    let cohort = cohort(client)
    var delay = Interval.zero
    if paths[cohort].pointee.setup.calls > 0 {
      var key = callKey(code, client)
      key.step = PacketStep.request(ofCall: code)
      delay = paths[cohort].pointee.segmentDelay(key, .back, conditions(client), random)
    }
    answer(code, of: client, event.low, outcome, at: now + delay)
  }

  /// How a call ends that has been served; nil where nobody is informed.
  private func outcome(of call: Machine.Call, _ event: GatewayEvent) -> Outcome? {
    let client = event.client
    if !clients[client].slot.machine.contends {
      return clients[client].slot.machine.outcome(of: call)
    }
    let attempt = CallMark(event).attempt(latest: clients[client].slot.attempt)
    // What a connection brought that the gateway has dropped goes with it.
    if clients.ledger(client).pointee.severed == attempt &+ 1 { return nil }
    return gateway.row.write(by: client, attempt: attempt) ? .ok : .conflict
  }

  private func answer(
    _ code: UInt8, of client: UInt32, _ number: UInt32, _ outcome: Outcome, at instant: Instant,
    lost: UInt32 = 0
  ) {
    let stamp = AnswerStamp(number: number, lost: lost).stamp
    schedule(
      instant, EventCode.client(.answer(code), client, stamp: stamp, operand: outcome.rawValue))
  }

  func answered(_ event: ClientEvent, code: UInt8) {
    let client = event.client
    let stamp = AnswerStamp(event.stamp)
    let outcome = Outcome(rawValue: event.operand)
    guard let call = Machine.Call(rawValue: code) else { return }
    let isRemote =
      if case .gateway = clients[client].slot.machine.venue(of: call) { true } else { false }
    // A failure is the client's own finding; an answer needs a path.
    if isRemote && outcome != .failed && !reach(client).carriesPackets {
      if stamp.lost >= Resending.most {
        return answer(code, of: client, stamp.number, .failed, at: now)
      }
      let wait = Path.retransmissionPause(after: Int(stamp.lost))
      return answer(code, of: client, stamp.number, outcome, at: now + wait, lost: stamp.lost + 1)
    }
    guard clients[client].slot.acceptsAnswer(call, stamp: stamp.call) else { return }
    if isRemote && outcome == .failed { recorder.callFailures += 1 }
    var cause = CloseReason.reset
    if clients[client].slot.machine.contends {
      if outcome == .ok { attemptSucceeded(client) }
      if outcome == .conflict { cause = .conflict }
    }
    step(client, .answered(call, outcome), .because(cause))
  }
}
