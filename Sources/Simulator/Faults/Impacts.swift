import Faults
import NetworkModel
import Primitives
import Sessions

/// What faults do to one client: its connection is cut (`Closings`), its system informs it of how the
/// world now is, its device changes networks, its user is logged out.
final class Impacts<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let closings: Closings<Machine>
  private let turns: Turns<Machine>
  private let devices: Devices<Machine>
  private let backend: Backend<Machine>
  private let messages: Messages<Machine>

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>,
    _ closings: Closings<Machine>, _ turns: Turns<Machine>, _ devices: Devices<Machine>,
    _ backend: Backend<Machine>,
    _ messages: Messages<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.closings = closings
    self.turns = turns
    self.devices = devices
    self.backend = backend
    self.messages = messages
  }

  /// The gateway drops a client's connection.
  /// - Parameter hitAt: the begin of what cuts it.
  @inline(__always)
  func sever(
    _ client: UInt32, _ closing: Closing, hitAt: Instant, _ postings: inout Postings
  ) {
    closings.sever(client, closing, hitAt: hitAt, &postings)
  }

  func suffer(_ impact: Impact, _ client: UInt32, _ postings: inout Postings) {
    switch impact {
    case .inform(let touchesDevice):
      inform(client, touchesDevice: touchesDevice, &postings)
    case .updateApp: devices.updateApp(client, &postings)
    case .handOver: handOver(client, &postings)
    case .logOut: logOut(client, &postings)
    case .beginFlapping(let fault): postFlap(client, fault, &postings)
    }
  }

  // MARK: The connection and its user

  /// The connection dies without a word; what is being set up runs into the system's time limit.
  private func handOver(_ client: UInt32, _ postings: inout Postings) {
    let now = postings.now
    let connection = clients[client].slot.connection
    if connection == .none || clients[client].link.contains(.vanished) { return }
    let wasUp = clients[client].presence == .up
    clients[client].link.insert(.vanished)
    if connection == .connecting {
      let giveUp = network[pathOf: client].system.giveUp
      // Told apart from the end of the system's patience with the SYNs.
      postings.close(
        client, clients[client].slot.attempt, Closing(.timeout, lost: 1), at: now + giveUp)
    }
    turns.refresh(client, &postings)
    if wasUp && clients[client].presence == .down { clients.noteHit(client, since: now) }
  }

  /// The user is logged out from elsewhere.
  private func logOut(_ client: UInt32, _ postings: inout Postings) {
    guard clients[client].marks.contains(.started) else { return }
    guard let message = clients[client].slot.machine.loggedOut else {
      guard let records = clients.devices else { return }
      records[client].user &+= 1
      return turns.happen(
        .logout(user: records[client].user), to: client, because: .auth, &postings)
    }
    clients[client].marks.insert(.loggedOut)
    guard clients[client].slot.connection == .open,
      network.reach(client, at: postings.now).carriesPackets,
      clients[client].link.isDisjoint(with: [.severed, .vanished])
    else { return }
    messages.push(message, about: nil, to: client, &postings)
    closings.sever(client, Closing(.normal), hitAt: postings.now, &postings)
  }

  // MARK: Informing

  /// Brings a client up to date with the world as it now is.
  /// - Parameter touchesDevice: its system may notice.
  private func inform(_ client: UInt32, touchesDevice: Bool, _ postings: inout Postings) {
    let now = postings.now
    let wasUp = clients[client].presence == .up
    if touchesDevice, clients[client].marks.contains(.started) {
      devices.informDevice(client, &postings)
    }
    turns.refresh(client, &postings)
    if !network.isSilent(client, at: now) {
      backend.deliverNotification(client, &postings)
    }
    if wasUp && clients[client].presence == .down { clients.noteHit(client, since: now) }
  }

  /// The client's own phase of a flapping changes.
  func flap(_ client: UInt32, fault: Int, _ postings: inout Postings) {
    let touchesDevice = network.world.timeline.effects[fault].touchesDevices
    inform(client, touchesDevice: touchesDevice, &postings)
    postFlap(client, fault, &postings)
  }

  /// Posts the next change of the client's own phase.
  private func postFlap(_ client: UInt32, _ fault: Int, _ postings: inout Postings) {
    let next = network.world.nextFlap(fault, client: client, after: postings.now)
    if let over = network.world.timeline.end(of: fault), next >= over { return }
    postings.post(EventCode.client(.flap, client, stamp: UInt32(fault)), at: next)
  }
}

/// What a fault does to a client, beside cutting its connection.
enum Impact {
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
