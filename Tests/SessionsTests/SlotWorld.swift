import Testing

@testable import Sessions

/// One machine in its slot and the little a world must remember of it. It performs what the machine
/// asks for, and knows what can happen next; what a driver could not do is a violation.
struct SlotWorld<Machine: SessionStateMachine> {
  private(set) var slot: SessionSlot<Machine>
  private(set) var stamps: [Machine.Timer: UInt32] = [:]
  private(set) var calls: [Machine.Call: UInt8] = [:]
  /// What a driver could not have done.
  private(set) var violations: [String] = []
  var now = Instant.start
  var isDeviceOnline = true
  /// Every draw, in [0, 1).
  var draw = 0.5

  init(_ machine: Machine) { slot = SessionSlot(machine) }

  var machine: Machine { slot.machine }

  /// Whether the event can happen here: a timer that does not run cannot fire.
  func canHappen(_ event: Event<Machine>) -> Bool {
    switch event {
    case .stimulus: true
    case .opened: slot.connection == .connecting
    case .received: slot.connection == .open
    case .closed: slot.connection != .none
    case .answered(let call, _): calls[call] != nil
    case .fired(let timer): slot.isArmed(timer)
    }
  }

  /// Delivers an event that can happen here, and performs what the machine asks for.
  mutating func deliver(
    _ event: Event<Machine>, under configuration: Machine.Configuration
  ) -> [Action<Machine>] {
    precondition(canHappen(event), "\(event) cannot happen here")
    switch event {
    case .stimulus, .received: break
    case .opened: _ = slot.acceptsOpened(attempt: slot.attempt)
    case .closed: _ = slot.acceptsClosed(attempt: slot.attempt)
    case .answered(let call, _):
      let stamp = calls.removeValue(forKey: call)!
      if !slot.acceptsAnswer(call, stamp: stamp) { violations.append("\(call) was superseded") }
    case .fired(let timer): _ = slot.acceptsFiring(timer, stamp: stamps[timer]!)
    }
    let random = RandomStream(scripted: draw)
    var turn = Turn<Machine>(now: now, random: random, perClient: random)
    turn.begin(at: now, isDeviceOnline: isDeviceOnline)
    slot.machine.handle(event, under: configuration, in: &turn)
    let actions = (0..<turn.count).map { turn[$0] }
    for action in actions { perform(action) }
    return actions
  }

  private mutating func perform(_ action: Action<Machine>) {
    switch action {
    case .open:
      guard slot.connection == .none else { return violations.append("two sockets") }
      _ = slot.open()
    case .close:
      if slot.connection == .none { violations.append("closes a socket that is not there") }
      slot.close()
    case .send(let message):
      if slot.connection != .open { violations.append("sends \(message) without an open socket") }
    case .call(let call):
      if Machine.CallsOut.self == OneCall.self { calls.removeAll() }
      calls[call] = slot.begin(call)
    case .forget(let call):
      calls[call] = nil
      slot.forget(call)
    case .arm(let timer, let after):
      if after < .zero { violations.append("arms \(timer) for the past") }
      stamps[timer] = slot.arm(timer)
    case .disarm(let timer): slot.disarm(timer)
    case .reached: break
    }
  }
}
