import Primitives
import Sessions
import VirtualTime

// What users do by themselves. Each stream has one pending event, which carries how often the stream
// has moved on; draws are keyed by that number, so that nothing else shifts them.
extension Simulation {
  func comeToLife(_ client: UInt32) {
    clients[client].marks.insert(.started)
    beginBehaviour(of: client, isLongUnderWay: false)
    happen(.start, to: client)
    refresh(client)
  }

  /// Informs a session of what happens, if anything in it listens.
  ///
  /// - Parameter cause: why an attempt is over that the session gives up because of it.
  func happen(_ happening: Happening, to client: UInt32, _ cause: CloseReason = .reset) {
    guard let stimulus = clients[client].slot.machine.stimulus(for: happening) else { return }
    var context = TurnContext(cause: cause, isOwnAccord: happening.isUsersDoing)
    if case .action(let entity) = happening { context.entity = entity }
    step(client, .stimulus(stimulus.stimulus, operand: stimulus.operand), context)
  }

  // MARK: Drawing

  private func draw(
    _ client: UInt32, _ stream: BehaviourStream, _ ordinal: UInt32, _ draw: BehaviourDraw = .pause
  ) -> UInt64 {
    random.bits(.behaviour(stream, of: client, ordinal, draw))
  }

  private func pause(
    _ sampler: Sampler, _ client: UInt32, _ stream: BehaviourStream, _ ordinal: UInt32
  ) -> Interval {
    max(sampler.sample(draw(client, stream, ordinal)), .microseconds(1))
  }

  func entity(_ client: UInt32, bits: UInt64) -> UInt16 {
    let count = UInt64(behaviours[cohort(client)].pointee.plan.entities)
    return UInt16(bits.multipliedFullWidth(by: count).high)
  }

  private func move(
    _ stream: BehaviourStream, of client: UInt32, to ordinal: UInt32, at instant: Instant
  ) {
    let ordinal = Ordinal(ordinal)
    let key = EventCode.client(
      .behaviour(stream), client, stamp: ordinal.stamp, operand: ordinal.operand)
    schedule(instant, key)
  }

  // MARK: The beginning

  /// - Parameter isLongUnderWay: the client has lived long before the run, so its phases are
  ///   anywhere; otherwise it begins in front, on a screen, without a listener.
  func beginBehaviour(of client: UInt32, isLongUnderWay: Bool) {
    guard let device = clients.device(client) else { return }
    let behaviour = behaviours[cohort(client)]
    if let app = behaviour.pointee.app {
      let isFront = begin(.app, app, of: client, isLongUnderWay, isOn: true)
      if !isFront { device.pointee.flags.insert([.putBehind, .behind, .frozen]) }
    }
    if let screens = behaviour.pointee.screens {
      let isOn = begin(.screens, screens, of: client, isLongUnderWay, isOn: true)
      if isOn { device.pointee.flags.insert(.onScreen) }
    }
    if let listeners = behaviour.pointee.listeners {
      let isOn = begin(.listeners, listeners, of: client, isLongUnderWay, isOn: false)
      if isOn { device.pointee.flags.insert(.listening) }
    }
    if let actions = behaviour.pointee.actions {
      begin(.actions, actions, of: client, isLongUnderWay)
    }
    if let launches = behaviour.pointee.launches {
      begin(.launches, launches, of: client, isLongUnderWay)
    }
    if let pushes = behaviour.pointee.pushes {
      let draws = random.stream(owner: client, .push, attempt: 0)
      move(.pushes, of: client, to: 1, at: pushes.next(after: now, draws))
    }
  }

  /// Begins a stream of pauses.
  private func begin(
    _ stream: BehaviourStream, _ pauses: Sampler, of client: UInt32, _ isLongUnderWay: Bool
  ) {
    var ordinal: UInt32 = 0
    var next = now
    if isLongUnderWay {
      // Eight pauses ago, as below.
      let u = unitFraction(draw(client, stream, 0, .elapsed))
      next = now - Interval(saturatingSeconds: pauses.meanSeconds * (8 + u))
    }
    repeat {
      next = next + pause(pauses, client, stream, ordinal)
      ordinal += 1
    } while next <= now
    move(stream, of: client, to: ordinal, at: next)
  }

  /// Begins a stream of two phases and returns whether it begins in the first. Phases are numbered
  /// from 0; the even ones are on.
  private func begin(
    _ stream: BehaviourStream, _ phases: CompiledAlternation, of client: UInt32,
    _ isLongUnderWay: Bool, isOn: Bool
  ) -> Bool {
    var phase: UInt32 = isOn ? 0 : 1
    var over = now + pause(isOn ? phases.on : phases.off, client, stream, phase)
    if isLongUnderWay {
      // Eight cycles ago, at a random moment of one: the phases have forgotten how they began.
      let u = unitFraction(draw(client, stream, 0, .circumstance))
      phase = 0
      over = now - Interval(saturatingSeconds: phases.meanCycle.seconds * (8 + u))
      over = over + pause(phases.on, client, stream, phase)
      while over <= now {
        phase += 1
        over = over + pause(phase & 1 == 0 ? phases.on : phases.off, client, stream, phase)
      }
    }
    move(stream, of: client, to: phase + 1, at: over)
    let device = clients.device(client)!
    if stream == .app, phase & 1 == 1 { device.pointee.frontAt = over }
    if stream == .listeners { device.pointee.listenerPhase = phase }
    return phase & 1 == 0
  }

  // MARK: Moving on

  func move(_ stream: BehaviourStream, on event: ClientEvent) {
    let client = event.client
    let ordinal = Ordinal(event).value
    let behaviour = behaviours[cohort(client)]
    switch stream {
    case .app: appMoves(client, ordinal, behaviour.pointee.app!)
    case .screens: screenMoves(client, ordinal, behaviour.pointee.screens!)
    case .listeners: listenerMoves(client, ordinal, behaviour.pointee.listeners!)
    case .actions:
      let entity = entity(client, bits: draw(client, .actions, ordinal, .circumstance))
      happen(.action(entity: entity), to: client)
      let gap = pause(behaviour.pointee.actions!, client, .actions, ordinal)
      move(.actions, of: client, to: ordinal + 1, at: now + gap)
    case .launches:
      launch(client, ordinal)
      let gap = pause(behaviour.pointee.launches!, client, .launches, ordinal)
      move(.launches, of: client, to: ordinal + 1, at: now + gap)
    case .pushes:
      let draws = random.stream(owner: client, .push, attempt: ordinal)
      move(
        .pushes, of: client, to: ordinal + 1, at: behaviour.pointee.pushes!.next(after: now, draws))
      push(client, ordinal)
    }
  }

  private func length(
    _ phases: CompiledAlternation, _ client: UInt32, _ stream: BehaviourStream, _ phase: UInt32
  ) -> Interval {
    pause(phase & 1 == 0 ? phases.on : phases.off, client, stream, phase)
  }

  private func appMoves(
    _ client: UInt32, _ phase: UInt32, _ phases: CompiledAlternation
  ) {
    let device = clients.device(client)!
    let over = now + length(phases, client, .app, phase)
    if phase & 1 == 1 {
      device.pointee.flags.insert(.putBehind)
      device.pointee.frontAt = over
    } else {
      device.pointee.flags.remove(.putBehind)
      device.pointee.frontAt = .never
    }
    move(.app, of: client, to: phase + 1, at: over)
    updateApp(client)
  }

  private func screenMoves(
    _ client: UInt32, _ phase: UInt32, _ phases: CompiledAlternation
  ) {
    let isOn = phase & 1 == 0
    let device = clients.device(client)!
    if isOn {
      device.pointee.flags.insert(.onScreen)
    } else {
      device.pointee.flags.remove(.onScreen)
    }
    happen(isOn ? .screenEntered : .screenLeft, to: client)
    let over = now + length(phases, client, .screens, phase)
    move(.screens, of: client, to: phase + 1, at: over)
  }

  private func listenerMoves(
    _ client: UInt32, _ phase: UInt32, _ phases: CompiledAlternation
  ) {
    let entity = listenedEntity(client, phase)
    let isOn = phase & 1 == 0
    happen(isOn ? .listenerAdded(entity: entity) : .listenerRemoved(entity: entity), to: client)
    let over = now + length(phases, client, .listeners, phase)
    move(.listeners, of: client, to: phase + 1, at: over)
  }

  /// The listener that goes is the one that came.
  private func listenedEntity(_ client: UInt32, _ phase: UInt32) -> UInt16 {
    entity(client, bits: draw(client, .listeners, phase & ~1, .listened))
  }

  /// What a client listens to when the run begins; nil where it does not.
  func entityListenedTo(_ client: UInt32) -> UInt16? {
    guard let device = clients.device(client)?.pointee, device.flags.contains(.listening) else {
      return nil
    }
    return listenedEntity(client, device.listenerPhase)
  }

  // MARK: The first screen

  /// Once its session has begun, an app reads what it shows first.
  func showFirstScreen(_ client: UInt32) {
    guard let device = clients.device(client) else { return }
    let reads = behaviours[cohort(client)].pointee.plan.firstScreen
    if reads == 0 { return }
    device.pointee.screens &+= 1
    readNext(client, left: reads, screen: device.pointee.screens)
  }

  private func readNext(_ client: UInt32, left: Int, screen: UInt32) {
    let key = EventCode.client(
      .firstScreen, client, stamp: screen & EventCode.stampMask, operand: UInt8(left))
    schedule(now, key)
  }

  func firstScreen(_ event: ClientEvent) {
    guard let device = clients.device(event.client),
      device.pointee.screens & EventCode.stampMask == event.stamp
    else { return }
    let index = UInt32(event.operand)
    let bits = random.bits(.firstScreen(event.stamp, of: event.client, readsLeft: index))
    let entity = entity(event.client, bits: bits)
    happen(.action(entity: entity), to: event.client)
    if index > 1 {
      readNext(event.client, left: Int(index) - 1, screen: device.pointee.screens)
    }
  }

  private func launch(_ client: UInt32, _ ordinal: UInt32) {
    let device = clients.device(client)!
    let newUser = behaviours[cohort(client)].pointee.plan.newUser
    if unitFraction(draw(client, .launches, ordinal, .circumstance)) < newUser {
      device.pointee.user &+= 1
    }
    happen(.launch(user: device.pointee.user), to: client)
  }
}
