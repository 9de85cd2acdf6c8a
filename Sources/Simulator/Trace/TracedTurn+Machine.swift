import Primitives
import Sessions

extension TracedCause {
  init<Machine: SessionStateMachine>(_ event: Event<Machine>) {
    self =
      switch event {
      case .stimulus(let stimulus, _): .stimulus("\(stimulus)")
      case .opened: .opened
      case .received(let message, _): .received("\(message)")
      case .closed(let reason): .closed(reason)
      case .answered(let call, let outcome): .answered(call: "\(call)", outcome)
      case .fired(let timer): .fired(timer: "\(timer)")
      }
  }
}

extension TracedAction {
  init<Machine: SessionStateMachine>(_ action: Action<Machine>, of machine: Machine) {
    self =
      switch action {
      case .open: .open
      case .send(let message): .send("\(message)")
      case .close: .close
      case .call(let call): .call("\(call)")
      case .forget(let call): .forget(call: "\(call)")
      case .arm(let timer, let after):
        .arm(
          timer: "\(timer)", after: after,
          isOfConnection: machine.connectionTimers.contains(timer))
      case .disarm(let timer): .disarm(timer: "\(timer)")
      case .reached(let milestone, _): .reached("\(milestone)")
      }
  }
}

extension TracedTurn {
  /// - Parameters:
  ///   - before: the number of the state before the event.
  ///   - machine: after the event.
  ///   - answer: the gateway's answer that the event has brought.
  init<Machine: SimulatedSession>(
    _ event: Event<Machine>, from before: Int, to machine: Machine, _ actions: [Action<Machine>],
    _ answer: ServerAnswer
  ) {
    cause = TracedCause(event)
    self.before = Machine.stateNames[before].word
    after = Machine.stateNames[machine.stateNumber].word
    self.answer = answer
    self.actions = actions.map { TracedAction($0, of: machine) }
    isKeepalive =
      before == machine.stateNumber && machine.standing == .connected
      && event.isOfLivingConnection(machine) && actions.allSatisfy { $0.isOfKeepalive(machine) }
  }
}

extension Event {
  /// A message, or a timer that only probes whether the connection lives.
  fileprivate func isOfLivingConnection(_ machine: Machine) -> Bool {
    switch self {
    case .received: true
    case .fired(let timer): machine.keepaliveTimers.contains(timer)
    case .stimulus, .opened, .closed, .answered: false
    }
  }
}

extension Action {
  /// A heartbeat sends something and waits for the answer.
  fileprivate func isOfKeepalive(_ machine: Machine) -> Bool {
    switch self {
    case .send: true
    case .arm(let timer, _), .disarm(let timer): machine.connectionTimers.contains(timer)
    case .open, .close, .call, .forget, .reached: false
    }
  }
}
