import Faults
import GatewayModel
import Measurements
import Primitives
import Sessions
import VirtualTime

/// What happens when the world changes: the fold of the active faults is applied to the gateway, and
/// the clients concerned learn what their system would inform them of.
final class FaultProcess<Clients: Clientele> {
  private let clients: Clients
  private let world: World
  private let gateway: Gateway
  private let books: Books
  private let quiet: QuietSpells<Clients>
  /// For each fault that drains, how far it has come.
  @exclusivity(unchecked) private var drainCursors: [Int: DrainCursor] = [:]

  /// Takes over what one client is answered with.
  typealias Post = (inout Postings) -> Void

  init(
    _ clients: Clients, _ world: World, _ gateway: Gateway, _ books: Books,
    _ quiet: QuietSpells<Clients>
  ) {
    self.clients = clients
    self.world = world
    self.gateway = gateway
    self.books = books
    self.quiet = quiet
  }

  /// Everything that changes at one instant is folded before anything follows from it.
  /// - Parameter number: of the moment of the timeline.
  func take(_ number: Int, _ event: PendingEvent, _ postings: inout Postings, post: Post) {
    let changes = world.timeline.changes[world.timeline.moments[number]]
    let dropsFirst = world.timeline.dropsFirst(changes)
    quiet.lookAhead(beyond: number)
    // Whom the gateway drops at once is resumed when it is.
    if !dropsFirst { quiet.interrupt(at: number, event, &postings, post: post) }
    for change in changes {
      books.noteFault(change.fault, at: postings.now)
      let isMomentary = world.timeline.effects[change.fault].isMomentary
      if case .begins = change.what, !isMomentary { world.begin(change.fault) }
      if case .ends = change.what { world.end(change.fault) }
    }
    clients.worldChanged(whileClosed: world.closedListener(at: postings.now))
    tuneGateway(&postings, post)
    for change in changes {
      for effect in world.timeline.clientEffects(of: change) {
        apply(effect, of: change.fault, event, &postings, post)
        if dropsFirst { quiet.interrupt(at: number, event, &postings, post: post) }
      }
    }
  }

  private func apply(
    _ effect: ClientEffect, of fault: Int, _ event: PendingEvent, _ postings: inout Postings,
    _ post: Post
  ) {
    switch effect {
    case .drop: drop(fault, event, &postings, post)
    case .drainBatch(let size): drainBatch(fault, size, event, &postings, post)
    case .inform:
      let touchesDevice = world.timeline.effects[fault].touchesDevices
      inflict(.inform(touchesDevice: touchesDevice), by: fault, &postings, post)
    case .updateApps: inflict(.updateApp, by: fault, &postings, post)
    case .handOver: inflict(.handOver, by: fault, &postings, post)
    case .logOut: inflict(.logOut, by: fault, &postings, post)
    case .scheduleFlaps: beginFlapping(fault, &postings, post)
    }
  }

  /// Everybody whom a fault concerns suffers the same.
  private func inflict(
    _ impact: Impact, by fault: Int, _ postings: inout Postings, _ post: Post
  ) {
    for client in everybody where world.concerns(fault, clients.subject(client)) {
      clients.suffer(impact, client, &postings)
      post(&postings)
    }
  }

  /// A flapping of one node's paths hits whoever is connected there at each turn: everybody turns.
  private func beginFlapping(_ fault: Int, _ postings: inout Postings, _ post: Post) {
    let isOfNode = if case .node = world.timeline.faults[fault].scope { true } else { false }
    for client in everybody where isOfNode || world.concerns(fault, clients.subject(client)) {
      clients.suffer(.beginFlapping(fault: fault), client, &postings)
      post(&postings)
    }
  }

  private var everybody: Range<UInt32> { 0..<UInt32(clients.count) }

  /// Applies the faults in force to nodes and stations.
  private func tuneGateway(_ postings: inout Postings, _ post: Post) {
    let now = postings.now
    let down = world.downNodes(at: now)
    let nodes = gateway.description.nodes
    gateway.keepUp(only: (0..<nodes).filter { !down.contains($0) }.map(UInt16.init))
    for id in gateway.stations {
      let change = world.stationChange(id.role, node: id.role.isPerNode ? Int(id.node) : nil)
      let services = gateway.tune(
        id, capacity: change.capacity, slowness: change.slowness, at: now)
      for service in services {
        clients.serviceBegan(service, &postings)
        post(&postings)
      }
    }
  }

  // MARK: Dropping connections

  /// Whose connections a fault closes: those on the nodes that it takes down, otherwise those of the
  /// clients that it concerns.
  private func isHit(_ client: UInt32, by fault: Int, _ down: Set<Int>?) -> Bool {
    let subject = clients.subject(client)
    guard let node = subject.node, clients.isAtGateway(client) else { return false }
    return down.map { $0.contains(Int(node)) } ?? world.concerns(fault, subject)
  }

  /// nil where a fault takes no nodes down.
  private func downNodes(of fault: Int, at now: Instant) -> Set<Int>? {
    if case .none = world.timeline.effects[fault].downNodes { return nil }
    return Set(world.timeline.downNodes(of: fault, at: now))
  }

  /// Closes what is established or being set up; the clients learn it one one-way delay later.
  private func drop(
    _ fault: Int, _ event: PendingEvent, _ postings: inout Postings, _ post: Post
  ) {
    let closing = closing(by: fault)
    let hitAt = hitAt(fault, postings.now)
    let down = downNodes(of: fault, at: postings.now)
    for client in everybody where isHit(client, by: fault, down) {
      clients.sever(client, closing, hitAt: hitAt, before: event, &postings)
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
    _ fault: Int, _ size: Int, _ event: PendingEvent, _ postings: inout Postings, _ post: Post
  ) {
    let closing = Closing(.normal)
    let hitAt = hitAt(fault, postings.now)
    let down = downNodes(of: fault, at: postings.now)
    let last = drainCursors[fault]
    // The next node of a rolling restart has clients of any number.
    var cursor = last?.nodes == down ? last?.client ?? 0 : 0
    var left = size
    while left > 0 && cursor < UInt32(clients.count) {
      if isHit(cursor, by: fault, down) {
        clients.sever(cursor, closing, hitAt: hitAt, before: event, &postings)
        post(&postings)
        left -= 1
      }
      cursor += 1
    }
    drainCursors[fault] = DrainCursor(nodes: down, client: cursor)
    gateway.purge(at: postings.now) { _, request in
      clients.isSevered(request.client, request.tag)
    }
  }

  /// What a fault drops takes its queued work along, that of clients which had left before included:
  /// of a node that goes down all that waits there, otherwise all of the clients concerned.
  private func purge(_ fault: Int, at now: Instant) {
    let down = Set(world.timeline.downNodes(of: fault, at: now))
    let aim = world.aim(of: fault)
    gateway.purge(at: now) { station, request in
      if clients.isSevered(request.client, request.tag) { return true }
      if !down.isEmpty { return station.role.isPerNode && down.contains(Int(station.node)) }
      let subject = World.Subject(
        client: request.client, cohort: clients.cohort(request.client), node: nil)
      return aim.concerns(subject)
    }
  }
}

/// How far a drain has come.
private struct DrainCursor {
  /// The nodes that are drained; nil where it is aimed at clients.
  var nodes: Set<Int>?
  /// The client to look at next.
  var client: UInt32
}

extension FaultTimeline {
  /// Whether some changes do nothing to clients but that the gateway drops them first, and that systems learn
  /// of it. What else happens at that moment may keep a client from learning of its end.
  fileprivate func dropsFirst(_ changes: ArraySlice<Change>) -> Bool {
    let effects = changes.flatMap(clientEffects)
    guard case .drop = effects.first else { return false }
    return effects.allSatisfy { effect in
      switch effect {
      case .drop, .inform: true
      case .drainBatch, .updateApps, .handOver, .logOut, .scheduleFlaps: false
      }
    }
  }
}
