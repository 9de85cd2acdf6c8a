import Primitives
import Sessions

// How old a client's copies of the backend's entities are.
extension Backend {
  /// Keeps track of that age by the milestones that a session reaches.
  func noteCopies(
    _ milestone: Machine.Milestone, _ client: UInt32, of entity: UInt16,
    _ buffer: inout EventBuffer
  ) {
    guard let effect = Machine.effect(of: milestone), let copies = clients.copies else { return }
    let entity = Int(entity)
    switch effect {
    case .sessionBegan: copies[client].lockIsOld = EntitySet()
    case .sessionResolved: showFirstScreen(client, &buffer)
    case .fetched: copies[client].latestIsOld = EntitySet()
    case .readLock:
      if copies[client].lockIsOld.contains(entity) { statistics.recorder.reads.staleLock += 1 }
    case .lockHeldFallback:
      if copies[client].lockIsOld.contains(entity) { statistics.recorder.reads.staleLock -= 1 }
    case .readLatest:
      if copies[client].latestIsOld.contains(entity) {
        statistics.recorder.reads.staleLatest += 1
        copies[client].lockIsOld.insert(entity)
      } else {
        copies[client].lockIsOld.remove(entity)
      }
    case .readFallback: copies[client].lockIsOld.remove(entity)
    }
  }

  /// Once its session has begun, an app reads what it shows first.
  private func showFirstScreen(_ client: UInt32, _ buffer: inout EventBuffer) {
    guard let devices = clients.devices else { return }
    let reads = habits[client].plan.firstScreen
    if reads == 0 { return }
    devices[client].screens &+= 1
    buffer.readFirstScreen(client, left: reads, screen: devices[client].screens)
  }
}

extension EventBuffer {
  /// Posts the next read of a first screen: at once.
  mutating func readFirstScreen(_ client: UInt32, left: Int, screen: UInt32) {
    post(
      EventCode.client(
        .firstScreen, client, stamp: screen & EventCode.stampMask, operand: UInt8(left)),
      at: now)
  }
}
