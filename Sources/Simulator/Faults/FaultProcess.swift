import Faults
import GatewayModel
import Measurements
import Primitives
import Sessions
import VirtualTime

/// What happens when the world changes: the fold of the active faults is applied to the gateway, and
/// the clients concerned learn what their system would inform them of.
final class FaultProcess<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let network: NetworkView<Machine>
  private let books: Books
  private let gateway: GatewayProcess<Machine>
  private let devices: Devices<Machine>
  private let impacts: Impacts<Machine>
  private let quiet: QuietSpells<Machine>
  /// For each fault that drains, how far it has come: the client to look at next.
  @exclusivity(unchecked) private var drainCursors: [Int: UInt32] = [:]

  /// Takes over what one client is answered with.
  typealias Post = (inout Postings) -> Void

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ books: Books,
    _ gateway: GatewayProcess<Machine>, _ devices: Devices<Machine>,
    _ impacts: Impacts<Machine>, _ quiet: QuietSpells<Machine>
  ) {
    self.clients = clients
    self.network = network
    self.books = books
    self.gateway = gateway
    self.devices = devices
    self.impacts = impacts
    self.quiet = quiet
  }

  private var world: World { network.world }

  /// Everything that changes at one instant is folded before anything follows from it.
  /// - Parameter number: of the moment of the timeline.
  func take(_ number: Int, _ event: PendingEvent, _ postings: inout Postings, post: Post) {
    quiet.interrupt(at: number, event, &postings, post: post)
    let changes = world.timeline.changes[world.timeline.moments[number]]
    for change in changes {
      books.note(.fault(change.fault), Digest.everyone, at: postings.now)
      let isMomentary = world.timeline.effects[change.fault].isMomentary
      if case .begins = change.what, !isMomentary { world.begin(change.fault) }
      if case .ends = change.what { world.end(change.fault) }
    }
    network.worldChanged()
    gateway.tune(world, &postings, post: post)
    for change in changes {
      for effect in world.timeline.clientEffects(of: change) {
        apply(effect, of: change.fault, &postings, post)
      }
    }
  }

  private func apply(
    _ effect: ClientEffect, of fault: Int, _ postings: inout Postings, _ post: Post
  ) {
    switch effect {
    case .drop: drop(fault, &postings, post)
    case .drainBatch(let size): drainBatch(fault, size, &postings, post)
    case .inform:
      let touchesDevice = world.timeline.effects[fault].touchesDevices
      forEachConcerned(fault, &postings, post) {
        impacts.inform($0, touchesDevice: touchesDevice, &$1)
      }
    case .updateApps: forEachConcerned(fault, &postings, post) { devices.updateApp($0, &$1) }
    case .handOver: forEachConcerned(fault, &postings, post) { impacts.handOver($0, &$1) }
    case .logOut: forEachConcerned(fault, &postings, post) { impacts.logOut($0, &$1) }
    case .scheduleFlaps:
      forEachConcerned(fault, &postings, post) { impacts.postFlap($0, fault, &$1) }
    }
  }

  private func forEachConcerned(
    _ fault: Int, _ postings: inout Postings, _ post: Post,
    _ body: (UInt32, inout Postings) -> Void
  ) {
    for client in clients.all where world.concerns(fault, network.subject(client)) {
      body(client, &postings)
      post(&postings)
    }
  }

  // MARK: Dropping connections

  /// Whose connections a fault closes: those on the nodes that it takes down, otherwise those of the
  /// clients that it concerns.
  private func isHit(_ client: UInt32, by fault: Int, _ down: Set<Int>?) -> Bool {
    guard clients[client].node != ClientRecord<Machine>.noNode,
      clients[client].slot.connection != .none, !clients[client].link.contains(.severed)
    else { return false }
    if let down { return down.contains(Int(clients[client].node)) }
    return world.concerns(fault, network.subject(client))
  }

  /// nil where a fault takes no nodes down.
  private func downNodes(of fault: Int, at now: Instant) -> Set<Int>? {
    if case .none = world.timeline.effects[fault].downNodes { return nil }
    return Set(world.timeline.downNodes(of: fault, at: now))
  }

  /// Closes what is established or being set up; the clients learn it one one-way delay later.
  private func drop(_ fault: Int, _ postings: inout Postings, _ post: Post) {
    let closing = closing(by: fault)
    let hitAt = hitAt(fault, postings.now)
    let down = downNodes(of: fault, at: postings.now)
    for client in clients.all where isHit(client, by: fault, down) {
      impacts.sever(client, closing, hitAt: hitAt, &postings)
      post(&postings)
    }
    purge(fault, at: postings.now)
  }

  private func closing(by fault: Int) -> Closing {
    let effects = world.timeline.effects[fault]
    return Closing(
      effects.closesGracefully ? .normal : .reset, isLastWord: effects.closingGetsThrough)
  }

  /// A drain takes its time; what else closes connections does so when it, or its phase, begins.
  private func hitAt(_ fault: Int, _ now: Instant) -> Instant {
    world.timeline.effects[fault].closesGracefully ? world.timeline.faults[fault].at : now
  }

  private func drainBatch(
    _ fault: Int, _ size: Int, _ postings: inout Postings, _ post: Post
  ) {
    let closing = closing(by: fault)
    let hitAt = hitAt(fault, postings.now)
    let down = downNodes(of: fault, at: postings.now)
    var cursor = drainCursors[fault, default: 0]
    var left = size
    while left > 0 && cursor < UInt32(clients.count) {
      if isHit(cursor, by: fault, down) {
        impacts.sever(cursor, closing, hitAt: hitAt, &postings)
        post(&postings)
        left -= 1
      }
      cursor += 1
    }
    drainCursors[fault] = cursor
    gateway.purge(at: postings.now) { _, _ in false }
  }

  /// What a fault drops takes its queued work along, that of clients which had left before included:
  /// of a node that goes down all that waits there, otherwise all of the clients concerned.
  private func purge(_ fault: Int, at now: Instant) {
    let down = Set(world.timeline.downNodes(of: fault, at: now))
    let aim = world.aim(of: fault)
    gateway.purge(at: now) { station, request in
      if !down.isEmpty { return station.name.isPerNode && down.contains(Int(station.node)) }
      let subject = World.Subject(
        client: request.client, cohort: clients.cohort(request.client), node: nil)
      return aim.concerns(subject)
    }
  }
}
