import Primitives
import Sessions

/// Turns that sessions took before the run. Everything that they asked for had succeeded by then;
/// only their timers reach into the run.
final class InitialSession<Machine: SimulatedSession>: ActionPerformer {
  let clients: ClientTable<Machine>
  private let driver: SessionDriver<Machine>
  private let fastForward: FastForward<Machine>
  /// The moment of the present turn; nothing is posted from before the run.
  @exclusivity(unchecked) private var past = EventBuffer()
  private let births: BornPassage<Machine>
  /// Timers that are due in the run.
  @exclusivity(unchecked) private var expected: [ExpectedTimer<Machine>] = []
  /// Answers to the calls that the client has just made.
  @exclusivity(unchecked) private var answers: [Event<Machine>] = []

  init(
    _ clients: ClientTable<Machine>, _ driver: SessionDriver<Machine>,
    _ fastForward: FastForward<Machine>, _ births: BornPassage<Machine>
  ) {
    self.clients = clients
    self.driver = driver
    self.fastForward = fastForward
    self.births = births
  }

  func happen(_ environmentEvent: EnvironmentEvent, to client: UInt32, at instant: Instant) {
    guard let stimulus = clients[client].slot.machine.stimulus(for: environmentEvent) else {
      return
    }
    play(.stimulus(stimulus.stimulus, operand: stimulus.operand), client, at: instant)
  }

  func play(_ event: Event<Machine>, _ client: UInt32, at instant: Instant) {
    past.now = instant
    driver.play(event, client, at: instant, isDeviceOnline: true)
    for index in 0..<driver.actionCount {
      perform(driver.action(index), for: client, .usual, &past)
    }
    while let answer = answers.popLast() { play(answer, client, at: instant) }
  }

  /// When the client sent its last heartbeat, or began to wait for the first; nil where it sends none.
  func lastBeat(of client: UInt32) -> Instant? {
    let probes = clients[client].slot.machine.keepaliveTimers
    return expected.filter { clients[client].slot.isArmed($0.timer) && probes.contains($0.timer) }
      .map(\.armed).max()
  }

  /// Posts the timers of a client that has been set up, unless it is fast-forwarded.
  func runTimers(of client: UInt32, _ buffer: inout EventBuffer) {
    for one in expected where clients[client].slot.isArmed(one.timer) {
      // Where other timers run too, the client is not fast-forwarded.
      if !fastForward.begin(client, one.timer, from: one.due, &buffer) {
        let stamp = clients[client].slot.stamp(of: one.timer)
        buffer.post(
          EventCode.client(.timer(one.timer.rawValue), client, stamp: stamp), at: one.due)
      }
    }
    expected.removeAll(keepingCapacity: true)
  }

  /// Puts a client where a set-up that is the same for all of its cohort has led.
  /// - Returns: false where it has to be stepped.
  func passOver(_ client: UInt32, begun: Instant, opened: Instant) -> Bool {
    guard let timer = births.put(client, begun: begun, opened: opened) else { return false }
    if timer.due >= .start { expected.append(timer) }
    return true
  }

  /// A client has been stepped through its set-up.
  func learn(_ client: UInt32, begun: Instant, opened: Instant) {
    births.learn(client, begun: begun, opened: opened, expected)
  }

  // MARK: What a session wants done

  func open(_ client: UInt32, _ buffer: inout EventBuffer) {
    clients[client].slot.assumeOpen()
  }

  func send(_ message: Machine.Message, from client: UInt32, _ buffer: inout EventBuffer) {}

  func close(_ client: UInt32, because cause: CloseReason, _ buffer: inout EventBuffer) {
    clients[client].slot.close()
    clients[client].connection.end()
  }

  func begin(_ call: Machine.Call, of client: UInt32, _ buffer: inout EventBuffer) {
    answers.append(.answered(call, clients[client].slot.machine.outcome(of: call)))
  }

  func arm(
    _ timer: Machine.Timer, after: Interval, of client: UInt32, _ buffer: inout EventBuffer
  ) {
    _ = clients[client].slot.arm(timer)
    expected.removeAll { $0.timer.rawValue == timer.rawValue }
    let due = buffer.now + after
    if due >= .start {
      expected.append(ExpectedTimer(timer: timer, armed: buffer.now, due: due))
    }
  }

  func reached(
    _ milestone: Machine.Milestone, after: Interval, by client: UInt32, about entity: UInt16,
    _ buffer: inout EventBuffer
  ) {}
}
