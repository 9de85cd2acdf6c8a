import Faults
import NetworkModel
import Primitives
import Sessions

/// The effects of faults on one client: its connection is cut (`Closings`), its system informs it
/// of how the world now is, its device changes networks, its user is logged out.
final class ClientEffects<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let closings: Closings<Machine>
  private let driver: SessionDriver<Machine>
  private let devices: Devices<Machine>
  private let backend: Backend<Machine>
  private let messages: Messages<Machine>

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>,
    _ closings: Closings<Machine>, _ driver: SessionDriver<Machine>, _ devices: Devices<Machine>,
    _ backend: Backend<Machine>,
    _ messages: Messages<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.closings = closings
    self.driver = driver
    self.devices = devices
    self.backend = backend
    self.messages = messages
  }

  /// The gateway drops a client's connection.
  /// - Parameter hitAt: the begin of what cuts it.
  @inline(__always)
  func sever(
    _ client: UInt32, _ closing: Closing, hitAt: Instant, _ buffer: inout EventBuffer
  ) {
    closings.sever(client, closing, hitAt: hitAt, &buffer)
  }

  func apply(_ effect: AppliedEffect, _ client: UInt32, _ buffer: inout EventBuffer) {
    switch effect {
    case .inform(let touchesDevice):
      inform(client, touchesDevice: touchesDevice, &buffer)
    case .updateApp: devices.updateApp(client, &buffer)
    case .handOver: closings.vanish(client, &buffer)
    case .logOut: logOut(client, &buffer)
    case .beginFlapping(let fault): postFlap(client, fault, &buffer)
    }
  }

  // MARK: The connection and its user

  /// The user is logged out from elsewhere.
  private func logOut(_ client: UInt32, _ buffer: inout EventBuffer) {
    guard clients[client].marks.contains(.started) else { return }
    guard let message = clients[client].slot.machine.loggedOut else {
      guard let records = clients.devices else { return }
      records[client].user &+= 1
      return driver.happen(
        .logout(user: records[client].user), to: client, because: .auth, &buffer)
    }
    clients[client].marks.insert(.loggedOut)
    guard clients[client].slot.connection == .open,
      network.reach(client, at: buffer.now).carriesPackets,
      clients[client].connection.isWhole
    else { return }
    messages.push(message, about: nil, to: client, &buffer)
    let wasUp = clients[client].presence == .up
    let marks = clients.statistics[client].recoveryMarks
    closings.sever(client, Closing(.normal), hitAt: buffer.now, &buffer)
    // The user wants no connection any more: its end is neither an interruption nor a relapse.
    if wasUp { clients.statistics[client].recoveryMarks = marks.subtracting(.isInterrupted) }
  }

  // MARK: Informing

  /// Brings a client up to date with the world as it now is.
  /// - Parameter touchesDevice: its system may notice.
  private func inform(_ client: UInt32, touchesDevice: Bool, _ buffer: inout EventBuffer) {
    let now = buffer.now
    let wasUp = clients[client].presence == .up
    if touchesDevice, clients[client].marks.contains(.started) {
      devices.informDevice(client, &buffer)
    }
    driver.refresh(client, &buffer)
    if !network.isSilent(client, at: now) {
      backend.deliverNotification(client, &buffer)
    }
    if wasUp && clients[client].presence == .down { clients.noteHit(client, since: now) }
  }

  /// The client's own phase of a flapping changes.
  func flap(_ client: UInt32, fault: Int, _ buffer: inout EventBuffer) {
    let touchesDevice = network.world.timeline.effects[fault].touchesDevices
    inform(client, touchesDevice: touchesDevice, &buffer)
    postFlap(client, fault, &buffer)
  }

  /// Posts the next change of the client's own phase.
  private func postFlap(_ client: UInt32, _ fault: Int, _ buffer: inout EventBuffer) {
    let next = network.world.nextFlap(fault, client: client, after: buffer.now)
    if let over = network.world.timeline.end(of: fault), next >= over { return }
    buffer.post(EventCode.client(.flap, client, stamp: UInt32(fault)), at: next)
  }
}

/// The effect of a fault on a client, besides cutting its connection.
enum AppliedEffect {
  /// It learns what its system tells it of the world as it now is.
  case inform(touchesDevice: Bool)
  /// Its app goes to the background or comes back.
  case updateApp
  /// Its device moves to another network.
  case handOver
  case logOut
  /// It begins to flap at a phase of its own.
  case beginFlapping(fault: Int)
}
