import Faults
import Primitives
import Sessions

/// The devices under the apps: in front or behind, frozen or not, online or not.
final class Devices<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let driver: SessionDriver<Machine>
  /// The end of the run.
  private let end: Instant

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>,
    _ driver: SessionDriver<Machine>,
    end: Instant
  ) {
    self.clients = clients
    self.network = network
    self.driver = driver
    self.end = end
  }

  // MARK: In front and behind

  /// Brings a client's app where its user and the faults in force want it.
  func updateApp(_ client: UInt32, _ buffer: inout EventBuffer) {
    guard let devices = clients.devices, clients[client].marks.contains(.started) else { return }
    let isBehind =
      devices[client].flags.contains(.putBehind)
      || network.world.backgroundEnd(network.subject(client)) != nil
    if isBehind == devices[client].flags.contains(.behind) { return }
    if isBehind {
      goBehind(client, devices, &buffer)
    } else {
      comeToFront(client, devices, &buffer)
    }
    driver.refresh(client, &buffer)
  }

  private func goBehind(
    _ client: UInt32, _ devices: Column<DeviceRecord>, _ buffer: inout EventBuffer
  ) {
    devices[client].flags.insert(.behind)
    devices[client].timesBehind &+= 1
    devices[client].held = 0
    driver.happen(.background, to: client, &buffer)
    guard let allowance = clients[client].slot.machine.backgroundAllowance else {
      devices[client].flags.insert(.frozen)
      return
    }
    let now = buffer.now
    let stamp = devices[client].timesBehind & EventCode.stampMask
    let u = network.random.uniform(.allowance(of: client, behind: stamp))
    let span = allowance.upperBound - allowance.lowerBound
    let over = now + allowance.lowerBound + Interval(seconds: u * span.seconds)
    let notice = max(now, over - Self.noticeBeforeFreeze)
    buffer.post(EventCode.client(.backgroundTimeNotice, client, stamp: stamp), at: notice)
    buffer.post(EventCode.client(.freeze, client, stamp: stamp), at: over)
  }

  /// The time from the system's notice to the freezing of the app.
  private static var noticeBeforeFreeze: Interval { .seconds(2) }

  private func comeToFront(
    _ client: UInt32, _ devices: Column<DeviceRecord>, _ buffer: inout EventBuffer
  ) {
    // The messages that have waited are of the connection that was there, not of one that begins
    // now.
    let attempt = clients[client].slot.attempt
    let hasDeviceChanged = devices[client].flags.contains(.deviceChanged)
    devices[client].flags.subtract([.behind, .frozen, .deviceChanged])
    driver.happen(.foreground, to: client, &buffer)
    if hasDeviceChanged { informDevice(client, &buffer) }
    let buffered = devices[client].buffered
    devices[client].buffered = 0
    for code in 0..<UInt8(16) where buffered & 1 << UInt16(code) != 0 {
      // Marked, because another of its kind may arrive at this very moment.
      let arrival = Arrival(hasArrived: true)
      buffer.post(
        EventCode.client(.message(code), client, stamp: attempt, operand: arrival.operand),
        at: buffer.now)
    }
  }

  /// Informs a session whether the device is online. A frozen session hears it when it comes to the
  /// front.
  func informDevice(_ client: UInt32, _ buffer: inout EventBuffer) {
    if let devices = clients.devices, devices[client].flags.contains(.frozen) {
      devices[client].flags.insert(.deviceChanged)
      return
    }
    let isOnline = network.reach(client, at: buffer.now) != .offline
    driver.happen(isOnline ? .deviceOnline : .deviceOffline, to: client, &buffer)
  }

  /// The system says that the app's time behind is nearly used up.
  func noteBackgroundTime(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    if isStillBehind(event) {
      driver.happen(.backgroundTimeNotice, to: event.client, &buffer)
    }
  }

  /// The app's time behind is used up.
  func freeze(_ event: ClientEvent, _ buffer: inout EventBuffer) {
    guard isStillBehind(event) else { return }
    driver.happen(.freeze, to: event.client, &buffer)
    if let devices = clients.devices { devices[event.client].flags.insert(.frozen) }
  }

  /// Returns true if the app is still behind for the time that an event is about. The event's stamp
  /// counts these times.
  private func isStillBehind(_ event: ClientEvent) -> Bool {
    guard let devices = clients.devices else { return false }
    return devices[event.client].flags.contains(.behind)
      && devices[event.client].timesBehind & EventCode.stampMask == event.stamp
  }

  // MARK: Frozen

  /// Returns true if an event waits until the app is in front again.
  @inline(__always)
  func isHeldBack(_ event: ClientEvent) -> Bool {
    guard let devices = clients.devices, devices[event.client].flags.contains(.behind) else {
      return false
    }
    return isHeldBack(event, isFrozen: devices[event.client].flags.contains(.frozen))
  }

  private func isHeldBack(_ event: ClientEvent, isFrozen: Bool) -> Bool {
    switch event.kind {
    case .opened, .message, .named, .closed: return isFrozen
    case .answer(let code):
      guard let call = Machine.Call(rawValue: code) else { return false }
      return isFrozen && clients[event.client].slot.machine.isFrozen(call: call)
    case .timer(let code):
      // A cancelled one has nothing to wait for.
      guard let timer = Machine.Timer(rawValue: code),
        clients[event.client].slot.isCurrent(timer, stamp: event.stamp)
      else { return false }
      return isFrozen && clients[event.client].slot.machine.isFrozen(timer: timer)
    // The user does not use an app that is behind.
    case .behaviour(.screens), .behaviour(.actions), .behaviour(.listeners), .behaviour(.launches),
      .firstScreen:
      return true
    case .behaviour(.app), .behaviour(.pushes), .nameAnswer, .syn, .retransmit, .flap, .start,
      .backgroundTimeNotice, .freeze, .notification, .resumption, .uplink, .idleLook, .abort,
      .nextAddress, .addressRefused, .addressTimedOut:
      return false
    }
  }

  /// Puts off an event of an app that is behind.
  /// - Returns: whether it happens now after all, because the app comes back at this very moment.
  func holdBack(_ event: ClientEvent, _ buffer: inout EventBuffer) -> Bool {
    guard let devices = clients.devices else { return true }
    let client = event.client
    var until = buffer.now
    if devices[client].flags.contains(.putBehind) {
      until = max(until, devices[client].frontAt)
    }
    if let over = network.world.backgroundEnd(network.subject(client)) {
      until = max(until, over)
    }
    // The app does not come to the front again before the run ends.
    if until >= end { return false }
    if until <= buffer.now {
      devices[client].flags.remove(.putBehind)
      updateApp(client, &buffer)
      return true
    }
    switch event.kind {
    case .message(let code): devices[client].buffered |= 1 << UInt16(code)
    // Events held back one after the other come a nanosecond apart: arrivals before timers, and
    // timers in the order in which they fell due.
    case .named, .closed:
      devices[client].held &+= 1
      buffer.post(event.word, at: until + .nanoseconds(Int64(devices[client].held)))
    case .timer:
      devices[client].held &+= 1
      buffer.post(event.word, at: until + .nanoseconds(500 + Int64(devices[client].held)))
    case .opened, .nameAnswer, .answer, .behaviour, .firstScreen, .syn, .retransmit, .flap, .start,
      .backgroundTimeNotice, .freeze, .notification, .resumption, .uplink, .idleLook, .abort,
      .nextAddress, .addressRefused, .addressTimedOut:
      buffer.post(event.word, at: until)
    }
    return false
  }
}
