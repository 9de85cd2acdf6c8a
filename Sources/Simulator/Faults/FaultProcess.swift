import Faults
import GatewayModel
import Measurements
import Primitives
import Sessions
import VirtualTime

/// The process that takes the changes of the world: the fold of the active faults is applied to the
/// gateway, and the clients concerned learn what their system would inform them of.
final class FaultProcess<Clients: Clientele> {
  private let clients: Clients
  private let world: World
  private let gateway: Gateway
  private let statistics: RunStatistics
  private let quiet: QuietSpells<Clients>
  private let looseEnds: LooseEnds
  /// For each fault that drains, how far it has come.
  @exclusivity(unchecked) private var drainCursors: [Int: DrainCursor] = [:]

  /// Takes over what one client is answered with.
  typealias Post = (inout EventBuffer) -> Void

  init(
    _ clients: Clients, _ world: World, _ gateway: Gateway, _ statistics: RunStatistics,
    _ quiet: QuietSpells<Clients>, _ looseEnds: LooseEnds
  ) {
    self.clients = clients
    self.world = world
    self.gateway = gateway
    self.statistics = statistics
    self.quiet = quiet
    self.looseEnds = looseEnds
  }

  /// Takes everything that changes at one instant. It is folded before anything follows from it.
  /// - Parameter number: the number of the moment of the timeline.
  func take(_ number: Int, _ event: PendingEvent, _ buffer: inout EventBuffer, post: Post) {
    let changes = world.timeline.changes[world.timeline.moments[number]]
    let dropsFirst = world.timeline.dropsFirst(changes)
    quiet.lookAhead(beyond: number)
    // A client that the gateway drops at once is resumed when it is dropped.
    if !dropsFirst { quiet.interrupt(at: number, event, &buffer, post: post) }
    for change in changes {
      statistics.noteFault(change.fault, at: buffer.now)
      let isMomentary = world.timeline.effects[change.fault].isMomentary
      if case .begins = change.what, !isMomentary { world.begin(change.fault) }
      if case .ends = change.what { world.end(change.fault) }
    }
    clients.worldChanged(whileClosed: world.closedListener(at: buffer.now))
    tuneGateway(&buffer, post)
    for change in changes {
      for effect in world.timeline.clientEffects(of: change) {
        apply(effect, of: change.fault, event, &buffer, post)
        if dropsFirst { quiet.interrupt(at: number, event, &buffer, post: post) }
      }
    }
  }

  private func apply(
    _ effect: ClientEffect, of fault: Int, _ event: PendingEvent, _ buffer: inout EventBuffer,
    _ post: Post
  ) {
    switch effect {
    case .drop: drop(fault, event, &buffer, post)
    case .drainBatch(let size): drainBatch(fault, size, event, &buffer, post)
    case .drainPart(let part, let parts):
      drainBatch(fault, size(ofPart: part, of: parts, fault, at: buffer.now), event, &buffer, post)
    case .inform:
      let touchesDevice = world.timeline.effects[fault].touchesDevices
      inflict(.inform(touchesDevice: touchesDevice), by: fault, &buffer, post)
    case .updateApps: inflict(.updateApp, by: fault, &buffer, post)
    case .handOver: inflict(.handOver, by: fault, &buffer, post)
    case .logOut: inflict(.logOut, by: fault, &buffer, post)
    case .scheduleFlaps: beginFlapping(fault, &buffer, post)
    }
  }

  /// Applies the same effect to all clients that a fault concerns.
  private func inflict(
    _ effect: AppliedEffect, by fault: Int, _ buffer: inout EventBuffer, _ post: Post
  ) {
    for client in everybody where world.concerns(fault, clients.subject(client)) {
      clients.apply(effect, client, &buffer)
      post(&buffer)
    }
  }

  /// Begins the flapping of clients. A flapping of one node's paths hits the clients that are
  /// connected there at each turn, so all clients begin to flap.
  private func beginFlapping(_ fault: Int, _ buffer: inout EventBuffer, _ post: Post) {
    let isOfNode = if case .node = world.timeline.faults[fault].scope { true } else { false }
    for client in everybody where isOfNode || world.concerns(fault, clients.subject(client)) {
      clients.apply(.beginFlapping(fault: fault), client, &buffer)
      post(&buffer)
    }
  }

  private var everybody: Range<UInt32> { 0..<UInt32(clients.count) }

  /// Applies the faults in force to nodes and stations.
  private func tuneGateway(_ buffer: inout EventBuffer, _ post: Post) {
    let now = buffer.now
    let down = world.downNodes(at: now)
    let nodes = gateway.description.nodes
    gateway.keepUp(only: (0..<nodes).filter { !down.contains($0) }.map(UInt16.init), at: now)
    for id in gateway.stations {
      let isPerNode = gateway.description.isPerNode(id.role)
      let change = world.stationChange(id.role, node: isPerNode ? Int(id.node) : nil)
      let services = gateway.tune(
        id, capacity: change.capacity, slowness: change.slowness, at: now)
      for service in services {
        clients.serviceBegan(service, &buffer)
        post(&buffer)
      }
    }
  }

  // MARK: Dropping connections

  /// Returns true if a fault closes the connection of a client. If the fault takes nodes down, it
  /// closes the connections on these; otherwise it closes those of the clients that it concerns.
  private func isHit(_ client: UInt32, by fault: Int, _ down: Set<Int>?) -> Bool {
    let subject = clients.subject(client)
    guard let node = subject.node, clients.isAtGateway(client) else { return false }
    return closes(subject, node, by: fault, down)
  }

  private func closes(
    _ subject: World.Subject, _ node: UInt16, by fault: Int, _ down: Set<Int>?
  ) -> Bool {
    down.map { $0.contains(Int(node)) } ?? world.concerns(fault, subject)
  }

  /// Returns the same of a connection that its client has given up.
  private func isHit(givenUpBy client: UInt32, on node: UInt16, by fault: Int, _ down: Set<Int>?)
    -> Bool
  {
    let subject = World.Subject(client: client, cohort: clients.cohort(client), node: node)
    return closes(subject, node, by: fault, down)
  }

  /// Returns the nodes that a fault takes down; nil where it takes none down.
  private func downNodes(of fault: Int, at now: Instant) -> Set<Int>? {
    if case .none = world.timeline.effects[fault].downNodes { return nil }
    return Set(world.timeline.downNodes(of: fault, at: now))
  }

  /// Closes the connections that are established or being set up; the clients learn it one one-way
  /// delay later.
  private func drop(
    _ fault: Int, _ event: PendingEvent, _ buffer: inout EventBuffer, _ post: Post
  ) {
    let closing = closing(by: fault)
    let hitAt = hitAt(fault, buffer.now)
    let down = downNodes(of: fault, at: buffer.now)
    for client in everybody where isHit(client, by: fault, down) {
      clients.sever(client, closing, hitAt: hitAt, before: event, &buffer)
      post(&buffer)
    }
    purge(fault, down, at: buffer.now)
    looseEnds.drop { isHit(givenUpBy: $0, on: $1, by: fault, down) }
    gateway.freeSlots(at: buffer.now) { client, attempt, node in
      !clients.isPresent(client, attempt) && isHit(givenUpBy: client, on: node, by: fault, down)
    }
  }

  private func closing(by fault: Int) -> Closing {
    let effects = world.timeline.effects[fault]
    return Closing(
      effects.closesGracefully ? .normal : .reset, isLastWord: effects.closingGetsThrough)
  }

  /// Returns when the hit began. A drain takes its time; any other fault closes connections when
  /// it, or its phase, begins.
  private func hitAt(_ fault: Int, _ now: Instant) -> Instant {
    world.timeline.effects[fault].closesGracefully ? world.timeline.faults[fault].at : now
  }

  /// Returns how many connections belong to a part, so that all parts together have those that the node had at the
  /// first.
  private func size(ofPart part: Int, of parts: Int, _ fault: Int, at now: Instant) -> Int {
    let down = downNodes(of: fault, at: now)
    if part == 0 || drainCursors[fault]?.nodes != down {
      let connections = (0..<UInt32(clients.count)).count { isHit($0, by: fault, down) }
      drainCursors[fault] = DrainCursor(nodes: down, client: 0, connections: connections)
    }
    let all = drainCursors[fault]?.connections ?? 0
    return all * (part + 1) / parts - all * part / parts
  }

  private func drainBatch(
    _ fault: Int, _ size: Int, _ event: PendingEvent, _ buffer: inout EventBuffer, _ post: Post
  ) {
    let closing = Closing(.normal)
    let hitAt = hitAt(fault, buffer.now)
    let down = downNodes(of: fault, at: buffer.now)
    let last = drainCursors[fault]
    // The next node of a rolling restart has clients of any number.
    var cursor = last?.nodes == down ? last?.client ?? 0 : 0
    var left = size
    while left > 0 && cursor < UInt32(clients.count) {
      if isHit(cursor, by: fault, down) {
        clients.sever(cursor, closing, hitAt: hitAt, before: event, &buffer)
        post(&buffer)
        left -= 1
      }
      cursor += 1
    }
    drainCursors[fault] = DrainCursor(
      nodes: down, client: cursor, connections: last?.connections ?? 0)
    gateway.purge(at: buffer.now) { _, request in isThrownAway(request.client, request.tag) }
  }

  /// Returns true if the gateway has just closed the connection whose request waits: that is over.
  private func isThrownAway(_ client: UInt32, _ attempt: UInt32) -> Bool {
    if !clients.isSevered(client, attempt) { return false }
    looseEnds.workEnded(client, attempt)
    return true
  }

  /// Removes the queued work of the connections that a fault closes, including those that their clients had given
  /// up before.
  private func purge(_ fault: Int, _ down: Set<Int>?, at now: Instant) {
    gateway.purge(at: now) { station, request in
      let (client, attempt) = (request.client, request.tag)
      if clients.isPresent(client, attempt) { return isThrownAway(client, attempt) }
      let isPerNode = gateway.description.isPerNode(station.role)
      let node = isPerNode ? station.node : looseEnds.node(client, attempt)
      guard let node, isHit(givenUpBy: client, on: node, by: fault, down) else { return false }
      looseEnds.workEnded(client, attempt)
      return true
    }
  }
}

/// How far a drain has come.
private struct DrainCursor {
  /// The nodes that are drained; nil where it is aimed at clients.
  var nodes: Set<Int>?
  /// The client to look at next.
  var client: UInt32
  /// The connections that the node had when its drain began, where it is closed in parts.
  var connections: Int
}

extension FaultTimeline {
  /// Returns true if some changes do nothing to clients but that the gateway drops them first, and
  /// that systems learn of it. Another effect at that moment may keep a client from learning of its
  /// end.
  fileprivate func dropsFirst(_ changes: ArraySlice<Change>) -> Bool {
    let effects = changes.flatMap(clientEffects)
    guard case .drop = effects.first else { return false }
    return effects.allSatisfy { effect in
      switch effect {
      case .drop, .inform: true
      case .drainBatch, .drainPart, .updateApps, .handOver, .logOut, .scheduleFlaps: false
      }
    }
  }
}
