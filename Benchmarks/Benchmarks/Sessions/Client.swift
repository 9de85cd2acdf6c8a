import Sessions

/// One client in its slot, and the little that whoever drives it must remember.
struct Client<Machine: SessionStateMachine> {
  private(set) var slot: SessionSlot<Machine>
  private(set) var turn: Turn<Machine>
  private let configuration: Machine.Configuration
  /// What the answer of each call must carry.
  private var stamps = [UInt8](repeating: 0, count: 8)

  init(_ machine: Machine, under configuration: Machine.Configuration) {
    slot = SessionSlot(machine)
    let source = RandomSource(seed: 1)
    turn = Turn(
      random: source.stream(owner: 0, .backoff, attempt: 1),
      perClient: source.stream(owner: 0, .backoff, attempt: 0))
    self.configuration = configuration
  }

  /// One turn, a millisecond after the one before: the event is delivered and everything the machine
  /// wants done is noted. Traps on an event that does not concern the client.
  mutating func deliver(_ event: Event<Machine>) {
    precondition(accepts(event), "the script does not fit the machine")
    turn.begin(at: turn.now + .milliseconds(1), isDeviceOnline: true)
    slot.machine.handle(event, under: configuration, in: &turn)
    for index in 0..<turn.count { perform(turn.action(index)) }
  }

  private mutating func accepts(_ event: Event<Machine>) -> Bool {
    switch event {
    case .stimulus: true
    case .opened: slot.acceptsOpened(attempt: slot.attempt)
    case .received: slot.acceptsMessage(attempt: slot.attempt)
    case .closed: slot.acceptsClosed(attempt: slot.attempt)
    case .answered(let call, _): slot.acceptsAnswer(call, stamp: stamps[Int(call.rawValue)])
    case .fired(let timer): slot.acceptsFiring(timer, stamp: slot.stamp(of: timer))
    }
  }

  private mutating func perform(_ action: Action<Machine>) {
    switch action {
    case .open: _ = slot.open()
    case .close: slot.close()
    case .call(let call): stamps[Int(call.rawValue)] = slot.begin(call)
    case .forget(let call): slot.forget(call)
    case .arm(let timer, _): _ = slot.arm(timer)
    case .disarm(let timer): slot.disarm(timer)
    case .send, .reached: break
    }
  }
}
