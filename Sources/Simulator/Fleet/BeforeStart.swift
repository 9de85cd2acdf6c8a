import Primitives
import Sessions
import VirtualTime

/// Turns that sessions took before the run. Whatever they asked for had succeeded by then; only their
/// timers reach into the run.
final class BeforeStart<Machine: SimulatedSession>: ActionPerformer {
  let clients: ClientTable<Machine>
  private let turns: Turns<Machine>
  private let fastForward: FastForward<Machine>
  /// The moment of the present turn; nothing is posted from before the run.
  @exclusivity(unchecked) private var past = Postings()
  /// Timers that are due in the run: the events that will fire them.
  @exclusivity(unchecked) private var timers: [PendingEvent] = []
  /// Answers to the calls that the client has just made.
  @exclusivity(unchecked) private var answers: [Event<Machine>] = []

  init(
    _ clients: ClientTable<Machine>, _ turns: Turns<Machine>,
    _ fastForward: FastForward<Machine>
  ) {
    self.clients = clients
    self.turns = turns
    self.fastForward = fastForward
  }

  func happen(_ happening: Happening, to client: UInt32, at instant: Instant) {
    guard let stimulus = clients[client].slot.machine.stimulus(for: happening) else { return }
    play(.stimulus(stimulus.stimulus, operand: stimulus.operand), client, at: instant)
  }

  func play(_ event: Event<Machine>, _ client: UInt32, at instant: Instant) {
    past.now = instant
    turns.play(event, client, at: instant, isDeviceOnline: true)
    for index in 0..<turns.actionCount {
      perform(turns.action(index), for: client, .usual, &past)
    }
    while let answer = answers.popLast() { play(answer, client, at: instant) }
  }

  /// Posts the timers of a client that has been set up, unless it is fast-forwarded.
  func runTimers(of client: UInt32, _ postings: inout Postings) {
    for event in timers {
      let stamp = ClientEvent(event.key).stamp
      guard let timer = ClientEvent(event.key).timerCode.flatMap(Machine.Timer.init) else {
        continue
      }
      // Where other timers run too, the client is not fast-forwarded.
      if clients[client].slot.isCurrent(timer, stamp: stamp),
        !fastForward.begin(client, timer, from: event.instant, &postings)
      {
        postings.post(event.key, at: event.instant)
      }
    }
    timers.removeAll(keepingCapacity: true)
  }

  // MARK: What a session wants done

  func open(_ client: UInt32, _ postings: inout Postings) {
    clients[client].slot.assumeOpen()
  }

  func send(_ message: Machine.Message, from client: UInt32, _ postings: inout Postings) {}

  func close(_ client: UInt32, because cause: CloseReason, _ postings: inout Postings) {
    clients[client].slot.close()
    clients[client].link = []
  }

  func begin(_ call: Machine.Call, of client: UInt32, _ postings: inout Postings) {
    answers.append(.answered(call, clients[client].slot.machine.outcome(of: call)))
  }

  func arm(
    _ timer: Machine.Timer, after: Interval, of client: UInt32, _ postings: inout Postings
  ) {
    let stamp = clients[client].slot.arm(timer)
    let due = postings.now + after
    if due < .start { return }
    let key = EventCode.client(.timer(timer.rawValue), client, stamp: stamp)
    timers.append(PendingEvent(at: due, key: key))
  }

  func reached(
    _ milestone: Machine.Milestone, after: Interval, by client: UInt32, about entity: UInt16,
    _ postings: inout Postings
  ) {}
}
