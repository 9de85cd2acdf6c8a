import Primitives
import VirtualTime

// How the streams of behaviour begin.
extension People {
  /// - Parameter isLongUnderWay: the client has lived long before the run, so its phases are
  ///   anywhere; otherwise it begins in front, on a screen, without a listener.
  func begin(_ client: UInt32, isLongUnderWay: Bool, _ buffer: inout EventBuffer) {
    guard let devices = clients.devices else { return }
    let isLong = isLongUnderWay
    if let app = habits[client].app {
      let isFront = begin(.app, app, of: client, isLong, isOn: true, &buffer)
      if !isFront { devices[client].flags.insert([.putBehind, .behind, .frozen]) }
    }
    if let screens = habits[client].screens {
      let isOn = begin(.screens, screens, of: client, isLong, isOn: true, &buffer)
      if isOn { devices[client].flags.insert(.onScreen) }
    }
    if let listeners = habits[client].listeners {
      let isOn = begin(.listeners, listeners, of: client, isLong, isOn: false, &buffer)
      if isOn { devices[client].flags.insert(.listening) }
    }
    if let actions = habits[client].actions {
      begin(.actions, actions, of: client, isLong, &buffer)
    }
    if let launches = habits[client].launches {
      begin(.launches, launches, of: client, isLong, &buffer)
    }
    if habits[client].pushes != nil {
      let first = habits.nextPush(to: client, after: buffer.now, 0)
      buffer.move(.pushes, of: client, to: 1, at: first)
    }
  }

  /// Begins a stream of pauses.
  private func begin(
    _ stream: BehaviourStream, _ pauses: SamplerTable, of client: UInt32, _ isLongUnderWay: Bool,
    _ buffer: inout EventBuffer
  ) {
    let now = buffer.now
    var ordinal: UInt32 = 0
    var next = now
    if isLongUnderWay {
      // Eight pauses ago, as below.
      let u = unitFraction(habits.draw(client, stream, 0, .elapsed))
      next = now - Interval(saturatingSeconds: pauses.meanSeconds * (8 + u))
    }
    repeat {
      next = next + habits.pause(pauses, client, stream, ordinal)
      ordinal += 1
    } while next <= now
    buffer.move(stream, of: client, to: ordinal, at: next)
  }

  /// Begins a stream of two phases and returns whether it begins in the first.
  private func begin(
    _ stream: BehaviourStream, _ phases: CompiledAlternation, of client: UInt32,
    _ isLongUnderWay: Bool, isOn: Bool, _ buffer: inout EventBuffer
  ) -> Bool {
    let now = buffer.now
    var phase: UInt32 = isOn ? 0 : 1
    var over = now + habits.pause(isOn ? phases.on : phases.off, client, stream, phase)
    if isLongUnderWay {
      // Eight cycles ago, at a random moment of one: the phases have forgotten how they began.
      let u = unitFraction(habits.draw(client, stream, 0, .circumstance))
      phase = 0
      over = now - Interval(saturatingSeconds: phases.meanCycle.seconds * (8 + u))
      over = over + habits.pause(phases.on, client, stream, phase)
      while over <= now {
        phase += 1
        over = over + habits.length(phases, client, stream, phase)
      }
    }
    buffer.move(stream, of: client, to: phase + 1, at: over)
    if let devices = clients.devices {
      if stream == .app, phase & 1 == 1 { devices[client].frontAt = over }
      if stream == .listeners { devices[client].listenerPhase = phase }
    }
    return phase & 1 == 0
  }

  /// Returns the entity that a client listens to when the run begins; nil where it listens to none.
  func entityListenedTo(_ client: UInt32) -> UInt16? {
    guard let devices = clients.devices, devices[client].flags.contains(.listening) else {
      return nil
    }
    return habits.listenedEntity(client, devices[client].listenerPhase)
  }

  /// Returns true if a user who has screens to look at is on none when the run begins.
  func isElsewhere(_ client: UInt32) -> Bool {
    guard let devices = clients.devices else { return false }
    return habits[client].screens != nil && !devices[client].flags.contains(.onScreen)
  }
}
