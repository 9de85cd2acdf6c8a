import Faults
import GatewayModel
import Primitives
import Simulator

/// What each stage of the gateway can let through from a moment on, with the faults then in force.
struct StageRates: Sendable {
  /// The faults in force from an instant on, and what they leave of the stages, by their number: nil
  /// where a stage limits nothing.
  private struct Piece: Sendable {
    var from: Instant
    var perSecond: [Double?]
  }

  private let pieces: [Piece]

  /// - Parameter begin: the moment from which on rates are asked for.
  init(_ plan: SimulationPlan, from begin: Instant) {
    let end = Instant.start + plan.duration
    let timeline = FaultTimeline(plan.faults, nodes: plan.gateway.nodes, end: end)
    let world = World(
      timeline, cohorts: plan.cohorts.map(\.name), random: RandomSource(seed: plan.seed))
    var pieces = [Piece(from: .start, perSecond: Self.rates(plan.gateway, world, at: .start))]
    if !timeline.faults.contains(where: { $0.changesStages(after: begin, timeline.nodes) }) {
      self.pieces = pieces
      return
    }
    for moment in timeline.moments {
      let at = timeline.changes[moment.lowerBound].at
      for change in timeline.changes[moment] {
        if timeline.faults[change.fault].kind.isMomentary { continue }
        if case .begins = change.what { world.begin(change.fault) }
        if case .ends = change.what { world.end(change.fault) }
      }
      let piece = Piece(from: at, perSecond: Self.rates(plan.gateway, world, at: at))
      if at <= begin { pieces = [piece] } else { pieces.append(piece) }
    }
    self.pieces = pieces
  }

  private static func rates(
    _ gateway: GatewayDescription, _ world: World, at instant: Instant
  ) -> [Double?] {
    let down = world.downNodes(at: instant)
    let up = (0..<gateway.nodes).filter { !down.contains($0) }
    let isShut = up.isEmpty || !(world.commonReach == nil || world.commonReach == .open)
    return SetUpStage.allCases.map { isShut ? 0 : rate(of: $0, gateway, world, up) }
  }

  private static func rate(
    of stage: SetUpStage, _ gateway: GatewayDescription, _ world: World, _ up: [Int]
  ) -> Double? {
    if case .tokenBucket(let perSecond, _, let scope) = gateway.admission, stage == .admission {
      return scope == .node ? perSecond * Double(up.count) : perSecond
    }
    guard let (station, _) = gateway.station(of: stage), let name = StationName(stage) else {
      return nil
    }
    let nodes: [Int?] = stage == .handshake || stage == .ready ? up : [nil]
    var sum = 0.0
    for node in nodes {
      let change = world.stationChange(name, node: node)
      guard let servers = station.servers(at: change.capacity) else { return nil }
      let mean = station.time.meanSeconds * change.slowness
      if mean == 0 && servers > 0 { return nil }
      if servers > 0 { sum += Double(servers) / mean }
    }
    return sum
  }

  /// Connections that a stage can let through in [from, to]; infinite where it limits nothing.
  func capacity(of stage: SetUpStage, from: Instant, to: Instant) -> Double {
    var sum = 0.0
    for (index, piece) in pieces.enumerated() {
      let begin = max(piece.from, from)
      let end = index + 1 < pieces.count ? min(pieces[index + 1].from, to) : to
      if begin >= end { continue }
      guard let rate = piece.perSecond[Int(stage.rawValue)] else { return .infinity }
      sum += rate * (end - begin).seconds
    }
    return sum
  }

  /// Seconds from `from` until a stage has let `amount` through; nil where it never has.
  func seconds(of stage: SetUpStage, toPass amount: Double, from: Instant) -> Double? {
    if amount <= 0 { return 0 }
    var left = amount
    for (index, piece) in pieces.enumerated() {
      let begin = max(piece.from, from)
      let end = index + 1 < pieces.count ? pieces[index + 1].from : .never
      if begin >= end { continue }
      guard let rate = piece.perSecond[Int(stage.rawValue)] else { return (begin - from).seconds }
      if rate > 0, end == .never || left <= rate * (end - begin).seconds {
        return (begin - from).seconds + left / rate
      }
      left -= rate * (end - begin).seconds
      if end == .never { return nil }
    }
    return nil
  }
}

extension StationName {
  init?(_ stage: SetUpStage) {
    switch stage {
    case .admission: return nil
    case .handshake: self = .handshake
    case .auth: self = .auth
    case .ready: self = .ready
    case .api: self = .api
    }
  }
}

extension Fault {
  /// Whether it changes what any stage can let through after `moment`.
  fileprivate func changesStages(after moment: Instant, _ nodes: Int) -> Bool {
    guard end(nodes: nodes).map({ $0 > moment }) ?? true else { return false }
    return switch kind {
    case .outage, .restart, .capacity, .slow, .loss, .offline, .flapping: true
    case .latency, .authFailure, .background, .handover, .logout: false
    }
  }
}
