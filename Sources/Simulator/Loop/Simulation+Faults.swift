import Faults
import GatewayModel
import Measurements
import NetworkModel
import Primitives
import Sessions
import VirtualTime

// What happens when the world changes: the fold of the active faults is applied to the gateway, and
// the clients concerned learn what their system would inform them of.
extension Simulation {
  /// Everything that changes at one instant is folded before anything follows from it.
  func handleFaults(_ number: Int, _ event: PendingEvent) {
    let moment = timeline.moments[number]
    if isDisturbance(moment) { resumeEveryone(before: event) }
    fastForwarding.nextDisturbance = disturbance(from: number + 1)
    for index in moment {
      let change = timeline.changes[index]
      digest.add(Fact.fault(change.fault).rawValue, client: Digest.everyone, at: now)
      let isMomentary = timeline.effects[change.fault].isMomentary
      if case .begins = change.what, !isMomentary { world.begin(change.fault) }
      if case .ends = change.what { world.end(change.fault) }
    }
    inForce.commonReach = world.commonReach
    inForce.perturbsPaths = world.perturbsPaths
    applyToGateway()
    for index in moment {
      let change = timeline.changes[index]
      for effect in timeline.clientEffects(of: change) { apply(effect, of: change.fault) }
    }
    if recovery.hasCounted && now == recorder.clear { countThoseAway(at: now) }
  }

  private func apply(_ effect: ClientEffect, of fault: Int) {
    switch effect {
    case .drop: drop(fault)
    case .drainBatch(let size): drainBatch(fault, size)
    case .inform: informEveryone(fault)
    case .updateApps: informApps(fault)
    case .handOver: handOver(fault)
    case .logOut: logOut(fault)
    case .scheduleFlaps: scheduleFlaps(fault)
    }
  }

  private func applyToGateway() {
    let down = world.downNodes(at: now)
    inForce.closedListener = world.closedListener(at: now)
    gateway.setUp(nodes: (0..<plan.gateway.nodes).filter { !down.contains($0) }.map(UInt16.init))
    for id in gateway.stations {
      let name = StationName(rawValue: id.name.name)!
      let change = world.stationChange(name, node: id.name.isPerNode ? Int(id.node) : nil)
      let services = gateway.tune(
        id, capacity: change.capacity, slowness: change.slowness, at: now)
      for service in services { begun(service) }
    }
  }

  // MARK: Dropping connections

  private func isHit(_ client: UInt32, by fault: Int) -> Bool {
    let record = clients[client]
    guard record.node != ClientRecord<Machine>.noNode, record.slot.connection != .none,
      !record.link.contains(.severed)
    else { return false }
    if case .none = timeline.effects[fault].downNodes {
      return world.concerns(fault, subject(client))
    }
    return timeline.downNodes(of: fault, at: now).contains(Int(record.node))
  }

  /// Closes what is established or being set up; the clients learn it one one-way delay later.
  private func drop(_ fault: Int) {
    let reason: CloseReason = timeline.effects[fault].closesGracefully ? .normal : .reset
    for client in 0..<UInt32(clients.count) where isHit(client, by: fault) {
      sever(client, fault, reason)
    }
    purge(fault)
  }

  private func drainBatch(_ fault: Int, _ size: Int) {
    var cursor = inForce.drainCursors[fault, default: 0]
    var left = size
    while left > 0 && cursor < UInt32(clients.count) {
      if isHit(cursor, by: fault) {
        sever(cursor, fault, .normal)
        left -= 1
      }
      cursor += 1
    }
    inForce.drainCursors[fault] = cursor
    purgeSevered()
  }

  func sever(_ client: UInt32, _ fault: Int, _ reason: CloseReason) {
    clients[client].link.insert(.severed)
    clients[client].stage = .outside
    let attempt = clients[client].slot.attempt
    clients.ledger(client).pointee.severed = attempt &+ 1
    note(.dropped, client)
    let wasUp = clients[client].presence == .up
    refresh(client)
    let effects = timeline.effects[fault]
    if wasUp { noteHit(client, since: effects.closesGracefully ? timeline.faults[fault].at : now) }
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.message(at: now))
    let delay = paths[cohort(client)].pointee.segmentDelay(
      key, .back, conditions(client), random)
    var end = now + delay
    let latest = clients.ledger(client).pointee.lastArrival
    // Where pushes are counted, the end does not overtake them. It never shares its moment with the
    // answer to the frame by which the client itself closes.
    if end == latest || end < latest && clients.device(client) != nil {
      end = latest + .nanoseconds(1)
    }
    close(client, attempt, Closing(reason, isLastWord: effects.closingGetsThrough), at: end)
  }

  func noteHit(_ client: UInt32, since instant: Instant) {
    if clients[client].marks.contains(.hit) { return }
    clients[client].marks.insert(.hit)
    clients.ledger(client).pointee.hitAt = instant
  }

  private func purgeSevered() {
    let ledgers = clients.ledgers
    gateway.purge(at: now) { _, request in
      ledgers[Int(request.client)].severed == request.tag &+ 1
    }
  }

  /// What a fault drops takes its queued work along, that of clients which had left before included:
  /// of a node that goes down all that waits there, otherwise all of the clients concerned.
  private func purge(_ fault: Int) {
    let down = Set(timeline.downNodes(of: fault, at: now))
    let ledgers = clients.ledgers
    let records = clients.records
    let aim = world.aim(of: fault)
    gateway.purge(at: now) { station, request in
      if ledgers[Int(request.client)].severed == request.tag &+ 1 { return true }
      if !down.isEmpty { return station.name.isPerNode && down.contains(Int(station.node)) }
      let subject = World.Subject(
        client: request.client, cohort: Int(records[Int(request.client)].cohort), node: nil)
      return aim.concerns(subject)
    }
  }

  // MARK: Informing clients

  /// Brings every client that a fault concerns up to date with the world as it now is.
  private func informEveryone(_ fault: Int) {
    for client in 0..<UInt32(clients.count) where world.concerns(fault, subject(client)) {
      inform(client, of: fault)
    }
  }

  private func inform(_ client: UInt32, of fault: Int) {
    let wasUp = clients[client].presence == .up
    if timeline.effects[fault].touchesDevices, clients[client].marks.contains(.started) {
      informDevice(client)
    }
    refresh(client)
    if reach(client).carriesPackets { deliverNotification(client) }
    if wasUp && clients[client].presence == .down { noteHit(client, since: now) }
  }

  // MARK: Flapping, each client at its own phase

  private func scheduleFlaps(_ fault: Int) {
    for client in 0..<UInt32(clients.count) where world.concerns(fault, subject(client)) {
      scheduleFlap(client, fault)
    }
  }

  private func scheduleFlap(_ client: UInt32, _ fault: Int) {
    let next = world.nextFlap(fault, client: client, after: now)
    if let over = timeline.end(of: fault), next >= over { return }
    schedule(next, EventCode.client(.flap, client, stamp: UInt32(fault)))
  }

  func flap(_ client: UInt32, fault: Int) {
    inform(client, of: fault)
    scheduleFlap(client, fault)
  }
}
