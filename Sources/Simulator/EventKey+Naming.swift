import Sessions

// What an error calls an event.
extension EventKey {
  /// For example "message pong to client 7" or "authDone of client 7".
  static func name<Machine: SimulatedSession>(of key: UInt64, for _: Machine.Type) -> String {
    switch Class(rawValue: key >> 62) {
    case .client:
      let event = ClientEvent(key)
      return "\(event.kind.name(for: Machine.self)) of client \(event.client) "
        + "(operand \(event.operand), stamp \(event.stamp))"
    case .gateway:
      let event = GatewayEvent(key)
      return "\(event.kind.name(for: Machine.self)) of client \(event.client) at node or station "
        + "\(event.owner) (stamp \(event.low))"
    case .fault, nil:
      return lane(of: key).map { "time limits of lane \($0)" } ?? "moment \(key) of the faults"
    }
  }
}

extension GatewayEventKind {
  fileprivate func name<Machine: SimulatedSession>(for _: Machine.Type) -> String {
    switch rawValue {
    case 0..<16: "SYN \(rawValue)"
    case 16..<32: "request"
    case GatewayEventKind.handshakeDone.rawValue: "end of handshake"
    case GatewayEventKind.authDone.rawValue: "end of authentication"
    case GatewayEventKind.readyDone.rawValue: "end of initial payload"
    case GatewayEventKind.rejectionDone.rawValue: "end of rejection"
    case GatewayEventKind.notice.rawValue: "notice"
    case GatewayEventKind.serverPing.rawValue: "server's ping"
    case 40..<48: "call \(spelt(Machine.Call(rawValue: rawValue - 40)))"
    case 48..<56: "end of call \(spelt(Machine.Call(rawValue: rawValue - 48)))"
    default: "kind \(rawValue)"
    }
  }
}

extension ClientEventKind {
  fileprivate func name<Machine: SimulatedSession>(for _: Machine.Type) -> String {
    switch rawValue {
    case ClientEventKind.opened.rawValue: "opening"
    case 1...11: "message \(spelt(Machine.Message(rawValue: rawValue - 1)))"
    case ClientEventKind.named.rawValue: "message about an entity"
    case ClientEventKind.closed.rawValue: "closing"
    case ClientEventKind.syn.rawValue: "next SYN"
    case ClientEventKind.retransmit.rawValue: "retransmission"
    case 16..<24: "answer to call \(spelt(Machine.Call(rawValue: rawValue - 16)))"
    case ClientEventKind.flap.rawValue: "flap"
    case ClientEventKind.start.rawValue: "start"
    case 26..<32: "behaviour \(rawValue - 26)"
    case ClientEventKind.backgroundTimeNotice.rawValue: "notice before freezing"
    case ClientEventKind.freeze.rawValue: "freezing"
    case ClientEventKind.notification.rawValue: "notification"
    case ClientEventKind.firstScreen.rawValue: "first screen"
    case ClientEventKind.waking.rawValue: "waking"
    case 32..<38: "timer \(spelt(Machine.Timer(rawValue: rawValue - 32)))"
    default: "kind \(rawValue)"
    }
  }
}

private func spelt<Name>(_ name: Name?) -> String { name.map { "\($0)" } ?? "of no name" }
