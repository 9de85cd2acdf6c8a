import Primitives
import Sessions

// Who is measured: the clients that want a connection at clear and lacked one since the first
// incident began; where each of them stands at clear, and when it is back.
extension Simulation {
  /// Looks at all clients just before the first incident, and just before clear.
  func takeStand(before instant: Instant) {
    if instant >= recovery.incidentDue {
      recovery.awayBefore = down
      recovery.incidentDue = .never
      for client in 0..<UInt32(clients.count) where clients[client].presence == .down {
        clients[client].marks.insert(.affected)
      }
    }
    guard instant >= recovery.clearDue else { return }
    let clear = recovery.clearDue
    recovery.clearDue = .never
    standAtClear()
    // Otherwise the faults that end at this moment come first.
    if !timeline.moments.contains(where: { timeline.changes[$0.lowerBound].at == clear }) {
      countThoseAway(at: clear)
    }
  }

  private func standAtClear() {
    for client in 0..<UInt32(clients.count) {
      let record = clients.records + Int(client)
      let ledger = clients.ledger(client)
      switch record.pointee.presence {
      case .up: ledger.pointee.recovery = .zero
      case .down:
        record.pointee.marks.insert(.affected)
        ledger.pointee.standing.insert(.awayAtClear)
      case .idle:
        record.pointee.marks.remove(.affected)
        ledger.pointee.standing.insert(.absentAtClear)
      }
    }
  }

  /// What the gateway must do at least before the away are back, once the faults that end at clear
  /// have ended.
  func countThoseAway(at clear: Instant) {
    var stand = StandAtClear(cohorts: plan.cohorts.count)
    let places = StandingPlaces()
    for client in 0..<UInt32(clients.count) {
      guard clients.ledger(client).pointee.standing.contains(.awayAtClear) else { continue }
      stand.away += 1
      if clients[client].presence == .down { count(client, &stand, places) }
    }
    places.expand(into: &stand, admitsAfterHandshake: gateway.admitsAfterHandshake)
    stand.tokens = gateway.tokens(at: clear)
    recovery.atClear = stand
  }

  private func count(
    _ client: UInt32, _ stand: inout StandAtClear, _ places: borrowing StandingPlaces
  ) {
    let record = clients.records + Int(client)
    let isDead = !record.pointee.link.isDisjoint(with: [.severed, .vanished])
    let hasSucceeded = record.pointee.link.contains(.succeeded)
    // Its socket lives on, and is only out of reach because of the weather.
    if hasSucceeded && !isDead { return }
    stand.waiting += 1
    stand.hasWaiting[cohort(client)] = true
    // Who does not know yet that the connection is gone has all the way to go.
    places.add(
      record.pointee.slot.machine.system, record.pointee.stage,
      isUnderWay: record.pointee.slot.connection != .none && !isDead)
  }

  /// A client has got a connection that its user has not just asked for.
  func noteRecovery(of client: UInt32, downSince: Instant) {
    let ledger = clients.ledger(client)
    guard ledger.pointee.recovery == nil, let clear = recorder.clear, now >= clear else { return }
    // Without faults the time runs from when the client first wanted a connection.
    ledger.pointee.recovery = now - (recovery.hasCounted ? clear : downSince)
  }

  /// A client has lost its connection, or wants one and has none yet.
  func noteRelapse(
    _ record: UnsafeMutablePointer<ClientRecord<Machine>>, _ ledger: UnsafeMutablePointer<Ledger>
  ) {
    guard ledger.pointee.recovery != nil else { return }
    if record.pointee.marks.contains(.hit), let clear = recorder.clear,
      ledger.pointee.hitAt < clear
    {
      // What ended it is a silence from before clear: it was not back.
      ledger.pointee.recovery = nil
    } else {
      ledger.pointee.standing.insert(.relapsed)
    }
  }
}

/// Waiting clients by session system, stage of the attempt, and whether one is under way: what is
/// true of all clients in one place is worked out once.
private struct StandingPlaces: ~Copyable {
  private static var stages: Int { 16 }
  private let counts = FixedTable(count: SystemName.allCases.count * stages * 2) { _ in 0 }

  @inline(__always)
  func add(_ system: SystemName, _ stage: AttemptStage, isUnderWay: Bool) {
    let place = Int(system.number) * Self.stages + Int(stage.rawValue)
    counts[2 * place + (isUnderWay ? 1 : 0)].pointee += 1
  }

  func expand(into stand: inout StandAtClear, admitsAfterHandshake: Bool) {
    for system in SystemName.allCases {
      for raw in 0..<Self.stages {
        let place = 2 * (Int(system.number) * Self.stages + raw)
        let (resting, underWay) = (counts[place].pointee, counts[place + 1].pointee)
        guard resting + underWay > 0, let stage = AttemptStage(rawValue: UInt8(raw)) else {
          continue
        }
        if stage.isInside { stand.isAnyoneInside = true }
        stand.yetToBegin += resting
        for needed in system.setUpStages
        where !stage.isPast(needed, admitsAfterHandshake: admitsAfterHandshake) {
          stand.before[Int(needed.rawValue)] += resting + underWay
          stand.beforeAll[Int(needed.rawValue)] += resting
        }
      }
    }
  }
}

/// What stood between the clients and their connections at clear.
public struct StandAtClear: Sendable {
  /// Clients that wanted a connection and had none just before clear.
  public var away = 0
  /// Of these, those whose socket did not live on when the faults ended.
  public var waiting = 0
  /// Of those, by the number of the stage, the clients that still had to pass it.
  public var before = SetUpStage.allCases.map { _ in 0 }
  /// The same of the clients that had no attempt under way.
  public var beforeAll = SetUpStage.allCases.map { _ in 0 }
  /// Waiting clients that had no attempt under way.
  public var yetToBegin = 0
  /// Whether the gateway was at work on an attempt of any of them.
  public var isAnyoneInside = false
  /// Tokens that admission had, over the nodes that were up.
  public var tokens = 0.0
  /// By cohort: whether any of its clients waited.
  public var hasWaiting: [Bool]

  public init(cohorts: Int) { hasWaiting = Array(repeating: false, count: cohorts) }
}
