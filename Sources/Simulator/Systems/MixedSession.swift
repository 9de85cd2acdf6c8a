import Primitives
import Sessions

/// A client of any of the session systems, so that one run can hold them all against one gateway.
public enum MixedSession: SessionStateMachine {
  case stoat(StoatClient)
  case chatSocket(ChatSocketAgent)
  case primer(SessionPrimer)
  case appExtension(AppExtensionPair)
  case optimistic(OptimisticClient)

  public typealias Configuration = MixedConfiguration
  public typealias Stimulus = MixedCode
  public typealias Message = MixedCode
  public typealias Call = MixedCode
  public typealias Timer = MixedCode
  public typealias Milestone = MixedMilestone
  public typealias CallsOut = OneOfEachCall

  public mutating func handle(
    _ event: Event<MixedSession>, under configuration: borrowing MixedConfiguration,
    in turn: inout Turn<MixedSession>
  ) {
    switch (self, copy configuration) {
    case (.stoat(var machine), .stoat(let own)):
      Self.step(&machine, event, own, &turn)
      self = .stoat(machine)
    case (.chatSocket(var machine), .chatSocket(let own)):
      Self.step(&machine, event, own, &turn)
      self = .chatSocket(machine)
    case (.primer(var machine), .primer(let own)):
      Self.step(&machine, event, own, &turn)
      self = .primer(machine)
    case (.appExtension(var machine), .appExtension(let own)):
      Self.step(&machine, event, own, &turn)
      self = .appExtension(machine)
    case (.optimistic(var machine), .optimistic(let own)):
      Self.step(&machine, event, own, &turn)
      self = .optimistic(machine)
    case _: preconditionFailure("a client's configuration is of another system")
    }
  }

  /// Lets a machine take a turn of its own, and puts what it wants done into the fleet's words.
  private static func step<Machine: SimulatedSession>(
    _ machine: inout Machine, _ event: Event<MixedSession>, _ configuration: Machine.Configuration,
    _ turn: inout Turn<MixedSession>
  ) {
    var own = Turn<Machine>(now: turn.now, random: turn.random, perClient: turn.perClient)
    own.begin(at: turn.now, isDeviceOnline: turn.isDeviceOnline)
    machine.handle(translated(event), under: configuration, in: &own)
    turn.random = own.random
    turn.rejectedDelay = own.rejectedDelay
    for index in 0..<own.count { turn.emit(translated(own.action(index), of: machine.system)) }
  }

  private static func translated<Machine: SessionStateMachine>(
    _ event: Event<MixedSession>
  ) -> Event<Machine> {
    switch event {
    case .stimulus(let stimulus, let operand): .stimulus(stimulus.read(), operand: operand)
    case .opened: .opened
    case .received(let message, let operand): .received(message.read(), operand: operand)
    case .closed(let reason): .closed(reason)
    case .answered(let call, let outcome): .answered(call.read(), outcome)
    case .fired(let timer): .fired(timer.read())
    }
  }

  private static func translated<Machine: SessionStateMachine>(
    _ action: Action<Machine>, of system: SystemName
  ) -> Action<MixedSession> {
    switch action {
    case .open: .open
    case .send(let message): .send(MixedCode(message))
    case .close: .close
    case .call(let call): .call(MixedCode(call))
    case .forget(let call): .forget(MixedCode(call))
    case .arm(let timer, let after): .arm(MixedCode(timer), after: after)
    case .disarm(let timer): .disarm(MixedCode(timer))
    case .reached(let milestone, let after):
      .reached(MixedMilestone(system, milestone), after: after)
    }
  }

  public var standing: Standing {
    switch self {
    case .stoat(let machine): machine.standing
    case .chatSocket(let machine): machine.standing
    case .primer(let machine): machine.standing
    case .appExtension(let machine): machine.standing
    case .optimistic(let machine): machine.standing
    }
  }

  public var connectionTimers: TimerSet<MixedCode> {
    switch self {
    case .stoat(let machine): TimerSet(bits: machine.connectionTimers.bits)
    case .chatSocket(let machine): TimerSet(bits: machine.connectionTimers.bits)
    case .primer(let machine): TimerSet(bits: machine.connectionTimers.bits)
    case .appExtension(let machine): TimerSet(bits: machine.connectionTimers.bits)
    case .optimistic(let machine): TimerSet(bits: machine.connectionTimers.bits)
    }
  }

  public var keepaliveTimers: TimerSet<MixedCode> {
    switch self {
    case .stoat(let machine): TimerSet(bits: machine.keepaliveTimers.bits)
    case .chatSocket(let machine): TimerSet(bits: machine.keepaliveTimers.bits)
    case .primer(let machine): TimerSet(bits: machine.keepaliveTimers.bits)
    case .appExtension(let machine): TimerSet(bits: machine.keepaliveTimers.bits)
    case .optimistic(let machine): TimerSet(bits: machine.keepaliveTimers.bits)
    }
  }
}
