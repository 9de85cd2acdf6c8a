import Primitives

/// A machine and what its driver must remember to deliver it only what concerns it: which connection
/// is the present one, which timers run, which call is out.
///
/// Events of a connection that was given up, of a timer that was disarmed, of a call that was
/// superseded die here. The simulator and a driver over real sockets share this type.
@frozen
public struct SessionSlot<Machine: SessionStateMachine>: BitwiseCopyable, Sendable {
  public var machine: Machine
  // The order of the fields packs a Stoat client and its slot into 53 bytes.
  @usableFromInline var phase = ConnectionPhase.none
  @usableFromInline var timers = TimerStamps()
  /// Connection attempts begun so far: the number of the present connection.
  @inlinable public var attempt: UInt32 { attempts }
  @usableFromInline var attempts: UInt32 = 0
  @usableFromInline var calls = Machine.CallsOut()
  @inlinable public var connection: ConnectionPhase { phase }

  @inlinable public init(_ machine: Machine) { self.machine = machine }

  // MARK: Performing what the machine asked for

  /// Begins a connection attempt and returns its number.
  @inlinable public mutating func open() -> UInt32 {
    precondition(connection == .none, "a session never has two sockets")
    attempts &+= 1
    phase = .connecting
    return attempts
  }

  /// Puts the slot where a session stands whose attempt number 0 has long succeeded.
  @inlinable public mutating func assumeOpen() { phase = .open }

  /// Ends the connection or attempt, with its timers.
  @inlinable public mutating func close() {
    phase = .none
    timers.disarm(all: machine.connectionTimers.bits)
  }

  /// Arms a timer and returns the stamp that its event must carry.
  @inlinable public mutating func arm(_ timer: Machine.Timer) -> UInt32 {
    timers.arm(Int(timer.rawValue))
  }

  @inlinable public mutating func disarm(_ timer: Machine.Timer) {
    timers.disarm(Int(timer.rawValue))
  }

  /// Begins a call and returns the stamp that its answer must carry.
  @inlinable public mutating func begin(_ call: Machine.Call) -> UInt8 {
    calls.begin(Int(call.rawValue))
  }

  /// The answer of the call that is out will not be delivered.
  @inlinable public mutating func forget(_ call: Machine.Call) {
    calls.forget(Int(call.rawValue))
  }

  /// No answer will be delivered to any call that is out.
  @inlinable public mutating func forgetCalls() { calls.forgetAll() }

  // MARK: Delivering: each says whether the event still concerns the session

  @inlinable public mutating func acceptsOpened(attempt: UInt32) -> Bool {
    guard concerns(attempt), connection == .connecting else { return false }
    phase = .open
    return true
  }

  @inlinable public func acceptsMessage(attempt: UInt32) -> Bool {
    concerns(attempt) && connection == .open
  }

  @inlinable public mutating func acceptsClosed(attempt: UInt32) -> Bool {
    guard concerns(attempt), connection != .none else { return false }
    close()
    return true
  }

  /// Returns true if an event with this stamp belongs to the present arming of a running timer.
  @inlinable public func isCurrent(_ timer: Machine.Timer, stamp: UInt32) -> Bool {
    timers.isCurrent(Int(timer.rawValue), stamp: stamp)
  }

  @inlinable public mutating func acceptsFiring(_ timer: Machine.Timer, stamp: UInt32) -> Bool {
    guard timers.isCurrent(Int(timer.rawValue), stamp: stamp) else { return false }
    timers.disarm(Int(timer.rawValue))
    return true
  }

  @inlinable public mutating func acceptsAnswer(_ call: Machine.Call, stamp: UInt8) -> Bool {
    calls.accept(Int(call.rawValue), stamp: stamp)
  }

  /// Returns true if an event of `attempt` (its low 20 bits) belongs to the present connection.
  @inlinable public func concerns(_ attempt: UInt32) -> Bool {
    (self.attempt ^ attempt) & TimerStamps.stampMask == 0
  }

  // MARK: Passing over

  /// The stamp of a timer's latest arming.
  @inlinable public func stamp(of timer: Machine.Timer) -> UInt32 {
    timers[Int(timer.rawValue)] & TimerStamps.stampMask
  }

  /// As if a timer had been armed `times` more, and now runs or not: for a driver that knows what a
  /// steady exchange comes to without playing it.
  @inlinable public mutating func advance(
    _ timer: Machine.Timer, by times: Int, isArmed: Bool
  ) {
    timers.advance(Int(timer.rawValue), by: times, isArmed: isArmed)
  }

  /// As if so many attempts had been made and had failed, each followed by the arming of `wake`, which
  /// runs now: for a driver that knows what they come to without playing them.
  @inlinable public mutating func passOver(
    attempts count: UInt32, waiting wake: Machine.Timer, limitedBy limit: Machine.Timer?
  ) {
    attempts &+= count
    timers.advance(Int(wake.rawValue), by: Int(count), isArmed: true)
    if let limit { timers.advance(Int(limit.rawValue), by: Int(count), isArmed: false) }
  }

  /// As if the attempt under way had failed, and the next one had begun once `wake` had fired.
  /// - Parameter opened: the timers that were armed when the attempt had opened before.
  @inlinable public mutating func passOver(
    opened: TimerSet<Machine.Timer>, waiting wake: Machine.Timer, limitedBy limit: Machine.Timer?
  ) {
    close()
    for number in 0..<TimerStamps.capacity where opened.bits & (1 << UInt8(number)) != 0 {
      timers.advance(number, by: 1, isArmed: false)
    }
    timers.advance(Int(wake.rawValue), by: 1, isArmed: false)
    _ = open()
    if let limit { timers.advance(Int(limit.rawValue), by: 1, isArmed: true) }
  }

  /// As if the attempt under way had opened, a call had been made and answered, and nothing were to come any
  /// more but a probe of the connection.
  /// - Parameters:
  ///   - armed: the timers that have been armed meanwhile, each once.
  ///   - probe: the timer that runs, as the only one.
  @inlinable public mutating func passOver(
    armed: TimerSet<Machine.Timer>, answered call: Machine.Call, probing probe: Machine.Timer
  ) {
    phase = .open
    for number in 0..<TimerStamps.capacity where armed.bits & (1 << UInt8(number)) != 0 {
      timers.advance(number, by: 1, isArmed: false)
    }
    timers.disarm(all: .max)
    timers.advance(Int(probe.rawValue), by: 0, isArmed: true)
    forgetCalls()
    _ = acceptsAnswer(call, stamp: begin(call))
  }

  // MARK: Asking

  /// The timers that run.
  @inlinable public var armedTimers: TimerSet<Machine.Timer> { TimerSet(bits: timers.armed) }

  @inlinable public func isArmed(_ timer: Machine.Timer) -> Bool {
    timers.isArmed(Int(timer.rawValue))
  }

  /// Returns true if only this timer can still bring an event: it runs alone, there is no
  /// connection, and no answer is awaited.
  @inlinable public func isWaiting(forNothingBut timer: Machine.Timer) -> Bool {
    phase == .none && timers.armed == 1 << timer.rawValue && !calls.isAnyOut
  }

  /// True if a call is out whose answer would still be delivered.
  @inlinable public var isCalling: Bool { calls.isAnyOut }

  /// True if a timer runs that is more than a probe of the connection's life.
  @inlinable public var hasPromisingTimer: Bool {
    timers.armed & ~machine.keepaliveTimers.bits != 0
  }

  /// True if a timer runs that probes the connection's life.
  @inlinable public var hasKeepalive: Bool { timers.armed & machine.keepaliveTimers.bits != 0 }
}

/// The state of a session's socket, as the driver knows it.
public enum ConnectionPhase: UInt8, BitwiseCopyable, Sendable {
  case none, connecting, open
}
