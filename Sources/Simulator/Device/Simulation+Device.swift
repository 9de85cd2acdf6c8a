import Faults
import Primitives
import Sessions

// The device under the app: in front or behind, frozen or not, on this network or that.
extension Simulation {
  // MARK: In front and behind

  /// Brings a client's app where its user and the faults in force want it.
  func updateApp(_ client: UInt32) {
    guard let device = clients.device(client),
      clients[client].marks.contains(.started)
    else { return }
    let isBehind =
      device.pointee.flags.contains(.putBehind) || world.backgroundEnd(subject(client)) != nil
    if isBehind == device.pointee.flags.contains(.behind) { return }
    if isBehind { goBehind(client, device) } else { comeToFront(client, device) }
    refresh(client)
  }

  private func goBehind(_ client: UInt32, _ device: UnsafeMutablePointer<DeviceRecord>) {
    device.pointee.flags.insert(.behind)
    device.pointee.timesBehind &+= 1
    device.pointee.held = 0
    happen(.background, to: client)
    guard let allowance = clients[client].slot.machine.backgroundAllowance else {
      device.pointee.flags.insert(.frozen)
      return
    }
    let stamp = device.pointee.timesBehind & EventCode.stampMask
    let u = random.uniform(.allowance(of: client, behind: stamp))
    let span = allowance.upperBound - allowance.lowerBound
    let over = now + allowance.lowerBound + Interval(seconds: u * span.seconds)
    let notice = max(now, over - Self.noticeBeforeFreeze)
    schedule(notice, EventCode.client(.backgroundTimeNotice, client, stamp: stamp))
    schedule(over, EventCode.client(.freeze, client, stamp: stamp))
  }

  /// How long before it freezes an app the system says so.
  private static var noticeBeforeFreeze: Interval { .seconds(2) }

  private func comeToFront(
    _ client: UInt32, _ device: UnsafeMutablePointer<DeviceRecord>
  ) {
    // What has waited is of the connection that was there, not of one that begins now.
    let attempt = clients[client].slot.attempt
    let hasDeviceChanged = device.pointee.flags.contains(.deviceChanged)
    device.pointee.flags.subtract([.behind, .frozen, .deviceChanged])
    happen(.foreground, to: client)
    if hasDeviceChanged { informDevice(client) }
    let buffered = device.pointee.buffered
    device.pointee.buffered = 0
    for code in 0..<UInt8(16) where buffered & 1 << UInt16(code) != 0 {
      // Marked, because another of its kind may arrive at this very moment.
      let arrival = Arrival(hasArrived: true)
      schedule(
        now, EventCode.client(.message(code), client, stamp: attempt, operand: arrival.operand))
    }
  }

  /// Informs a session whether the device is online. A frozen session hears it when it comes to the
  /// front.
  func informDevice(_ client: UInt32) {
    if let device = clients.device(client), device.pointee.flags.contains(.frozen) {
      device.pointee.flags.insert(.deviceChanged)
      return
    }
    happen(reach(client) != .offline ? .deviceOnline : .deviceOffline, to: client)
  }

  /// The system says that the app's time behind is nearly used up.
  func noteBackgroundTime(_ event: ClientEvent) {
    if isStillBehind(event) { happen(.backgroundTimeNotice, to: event.client) }
  }

  /// The app's time behind is used up.
  func freeze(_ event: ClientEvent) {
    guard isStillBehind(event) else { return }
    happen(.freeze, to: event.client)
    clients.device(event.client)?.pointee.flags.insert(.frozen)
  }

  /// Whether the app is still behind for the time that an event is about: its stamp counts the times.
  private func isStillBehind(_ event: ClientEvent) -> Bool {
    guard let device = clients.device(event.client) else { return false }
    return device.pointee.flags.contains(.behind)
      && device.pointee.timesBehind & EventCode.stampMask == event.stamp
  }

  // MARK: Frozen

  /// Whether an event waits until the app is in front again.
  @inline(__always)
  func isHeldBack(_ event: ClientEvent) -> Bool {
    guard let device = clients.device(event.client), device.pointee.flags.contains(.behind) else {
      return false
    }
    let isFrozen = device.pointee.flags.contains(.frozen)
    switch event.kind {
    case .opened, .message, .named, .closed: return isFrozen
    case .answer(let code):
      guard let call = Machine.Call(rawValue: code) else { return false }
      return isFrozen && clients[event.client].slot.machine.isFrozen(call: call)
    case .timer(let code):
      guard let timer = Machine.Timer(rawValue: code) else { return false }
      return isFrozen && clients[event.client].slot.machine.isFrozen(timer: timer)
    // Nobody uses an app that is behind.
    case .behaviour(.screens), .behaviour(.actions), .behaviour(.listeners), .behaviour(.launches),
      .firstScreen:
      return true
    case .behaviour(.app), .behaviour(.pushes), .syn, .retransmit, .flap, .start,
      .backgroundTimeNotice, .freeze, .notification, .resumption:
      return false
    }
  }

  func holdBack(_ event: ClientEvent) {
    let client = event.client
    let device = clients.device(client)!
    var until = now
    if device.pointee.flags.contains(.putBehind) { until = max(until, device.pointee.frontAt) }
    if let end = world.backgroundEnd(subject(client)) { until = max(until, end) }
    // Nobody sees the app again.
    if until >= end { return }
    if until <= now {
      // The app comes back at this very moment.
      device.pointee.flags.remove(.putBehind)
      updateApp(client)
      return handle(event)
    }
    switch event.kind {
    case .message(let code): device.pointee.buffered |= 1 << UInt16(code)
    case .named, .closed: hold(event, device, from: until)
    // Arrivals come before timers, and timers in the order in which they fell due.
    case .timer: hold(event, device, from: until + .nanoseconds(500))
    case .opened, .answer, .behaviour, .firstScreen, .syn, .retransmit, .flap, .start,
      .backgroundTimeNotice, .freeze, .notification, .resumption:
      hold(event, at: until)
    }
  }

  /// What is held back one after the other comes a nanosecond apart.
  private func hold(
    _ event: ClientEvent, _ device: UnsafeMutablePointer<DeviceRecord>, from instant: Instant
  ) {
    device.pointee.held &+= 1
    hold(event, at: instant + .nanoseconds(Int64(device.pointee.held)))
  }

  private func hold(_ event: ClientEvent, at instant: Instant) {
    schedule(instant, event.word)
  }

  // MARK: Faults of the device

  func informApps(_ fault: Int) {
    for client in 0..<UInt32(clients.count) where world.concerns(fault, subject(client)) {
      updateApp(client)
    }
  }

  /// Connections die without a word; what is being set up runs into the system's time limit.
  func handOver(_ fault: Int) {
    for client in 0..<UInt32(clients.count) where world.concerns(fault, subject(client)) {
      let connection = clients[client].slot.connection
      if connection == .none || clients[client].link.contains(.vanished) { continue }
      let wasUp = clients[client].presence == .up
      clients[client].link.insert(.vanished)
      if connection == .connecting {
        let giveUp = paths[cohort(client)].pointee.system.giveUp
        // Told apart from the end of the system's patience with the SYNs.
        close(client, clients[client].slot.attempt, Closing(.timeout, lost: 1), at: now + giveUp)
      }
      refresh(client)
      if wasUp && clients[client].presence == .down { noteHit(client, since: now) }
    }
  }

  func logOut(_ fault: Int) {
    for client in 0..<UInt32(clients.count) where world.concerns(fault, subject(client)) {
      guard clients[client].marks.contains(.started) else { continue }
      guard let message = clients[client].slot.machine.loggedOut else {
        let device = clients.device(client)!
        device.pointee.user &+= 1
        happen(.logout(user: device.pointee.user), to: client, .auth)
        continue
      }
      clients[client].marks.insert(.loggedOut)
      guard clients[client].slot.connection == .open, reach(client).carriesPackets,
        clients[client].link.isDisjoint(with: [.severed, .vanished])
      else { continue }
      push(message, about: nil, to: client)
      sever(client, fault, .normal)
    }
  }
}
