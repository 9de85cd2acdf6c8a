import Sessions

// The names of events in error messages.
extension EventCode {
  /// For example "message pong of client 7 (operand 0, stamp 3)".
  static func name<Machine: SimulatedSession>(of word: UInt64, for _: Machine.Type) -> String {
    switch LoopEvent(word) {
    case .client(let event):
      "\(event.kind.name(for: Machine.self)) of client \(event.client) "
        + "(operand \(event.operand), stamp \(event.stamp))"
    case .gateway(let event):
      "\(event.kind.name(for: Machine.self)) of client \(event.client) at node or station "
        + "\(event.owner) (stamp \(event.low))"
    case .lane(let number): "time limits of lane \(number)"
    case .fault(let moment): "moment \(moment) of the faults"
    }
  }
}

extension GatewayEventKind {
  fileprivate func name<Machine: SimulatedSession>(for _: Machine.Type) -> String {
    switch self {
    case .syn(let attempt): "SYN \(attempt)"
    case .request: "request"
    case .handshakeDone: "end of handshake"
    case .authDone: "end of authentication"
    case .readyDone: "end of initial payload"
    case .rejectionDone: "end of rejection"
    case .notice: "notice"
    case .serverPing: "server's ping"
    case .egressDone: "end of a payload on the link"
    case .call(let code): "call \(spelt(Machine.Call(rawValue: code)))"
    case .callDone(let code): "end of call \(spelt(Machine.Call(rawValue: code)))"
    }
  }
}

extension ClientEventKind {
  fileprivate func name<Machine: SimulatedSession>(for _: Machine.Type) -> String {
    switch self {
    case .opened: "opening"
    case .message(let code): "message \(spelt(Machine.Message(rawValue: code)))"
    case .named: "message about an entity"
    case .closed: "closing"
    case .nameAnswer: "answer for the name"
    case .syn: "next SYN"
    case .retransmit: "retransmission"
    case .answer(let code): "answer to call \(spelt(Machine.Call(rawValue: code)))"
    case .flap: "flap"
    case .start: "start"
    case .behaviour(let stream): "behaviour \(stream)"
    case .timer(let code): "timer \(spelt(Machine.Timer(rawValue: code)))"
    case .backgroundTimeNotice: "notice before freezing"
    case .freeze: "freezing"
    case .notification: "notification"
    case .firstScreen: "first screen"
    case .resumption: "resumption"
    case .uplink: "message at the gateway"
    case .idleLook: "look at the idle box"
    case .abort: "end of the gateway's patience"
    case .nextAddress: "next address"
    case .addressRefused: "refusal of an address"
    case .addressTimedOut: "end of the system's patience with an address"
    }
  }
}

private func spelt<Name>(_ name: Name?) -> String { name.map { "\($0)" } ?? "of no name" }
