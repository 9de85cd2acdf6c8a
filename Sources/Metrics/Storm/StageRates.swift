import Faults
import GatewayModel
import Primitives
import Simulator

/// The rates at which each stage of the gateway can let clients through from a moment on, with the
/// faults then in force.
package struct StageRates: Sendable {
  /// The faults in force from an instant on, and the rates that they leave the stages, by their
  /// number: nil where a stage limits nothing.
  private struct Piece: Sendable {
    var from: Instant
    var perSecond: [Double?]
    /// Tokens that admission has saved up while it let no client in.
    var saved = 0.0
  }

  private let pieces: [Piece]

  /// - Parameters:
  ///   - begin: the moment from which on rates are asked for.
  ///   - isAnyoneInside: true if the gateway is at work on any client then.
  package init(_ plan: SimulationPlan, from begin: Instant, isAnyoneInside: Bool = false) {
    let timeline = plan.timeline
    let world = World(
      timeline, cohorts: plan.cohorts.map(\.name), random: RandomSource(seed: plan.seed))
    var opened: Set<Int> = []
    func piece(from instant: Instant, at moment: Instant) -> Piece {
      let emptied = Self.emptiedNodes(of: plan.gateway, world, at: moment)
      opened.subtract(emptied)
      let opening = Self.openNodes(of: plan.gateway, world, at: moment).subtracting(opened)
      let saved = Self.tokensSaved(plan.gateway, by: opening, isFirst: opened.isEmpty)
      opened.formUnion(opening)
      // A node that takes no client in still serves those it has taken in, unless it has dropped
      // them.
      let working = (isAnyoneInside ? Set(0..<plan.gateway.nodes) : opened).subtracting(emptied)
      let rates = SetUpStage.allCases.map { Self.rate(of: $0, plan.gateway, world, working) }
      return Piece(from: instant, perSecond: rates, saved: saved)
    }
    let isCalm = !timeline.faults.contains { $0.changesStages(after: begin, timeline.nodes) }
    let moments = isCalm ? [] : timeline.moments
    let hasCome = moments.prefix { timeline.changes[$0.lowerBound].at <= begin }
    for moment in hasCome { world.take(timeline.changes[moment], of: timeline) }
    var pieces = [piece(from: .start, at: begin)]
    for moment in moments.dropFirst(hasCome.count) {
      world.take(timeline.changes[moment], of: timeline)
      let at = timeline.changes[moment.lowerBound].at
      pieces.append(piece(from: at, at: at))
    }
    self.pieces = pieces
  }

  /// Nodes that take clients in.
  private static func openNodes(
    of gateway: GatewayDescription, _ world: World, at instant: Instant
  ) -> Set<Int> {
    let isShut = !(world.commonReach == nil || world.commonReach == .open)
    return isShut ? [] : Set(0..<gateway.nodes).subtracting(world.downNodes(at: instant))
  }

  /// Nodes that are shut by a fault that has dropped all clients they had taken in.
  private static func emptiedNodes(
    of gateway: GatewayDescription, _ world: World, at instant: Instant
  ) -> Set<Int> {
    let timeline = world.timeline
    return world.active.reduce(into: []) { nodes, number in
      let effects = timeline.effects[number]
      guard effects.atBegin.contains(.drop), effects.flapping == nil else { return }
      let shutsAll = timeline.faults[number].scope == .everyone && effects.barrier != .open
      nodes.formUnion(
        shutsAll ? Array(0..<gateway.nodes) : timeline.downNodes(of: number, at: instant))
    }
  }

  /// At most what each lets in at once.
  private static func tokensSaved(
    _ gateway: GatewayDescription, by opening: Set<Int>, isFirst: Bool
  ) -> Double {
    guard let most = gateway.admission.atOnce else { return 0 }
    let buckets =
      gateway.admission.scope == .node ? opening.count : isFirst && !opening.isEmpty ? 1 : 0
    return most * Double(buckets)
  }

  private static func rate(
    of stage: SetUpStage, _ gateway: GatewayDescription, _ world: World, _ working: Set<Int>
  ) -> Double? {
    if working.isEmpty { return 0 }
    if stage == .admission, let perSecond = gateway.admission.pace?.perSecond {
      return gateway.admission.scope == .node ? perSecond * Double(working.count) : perSecond
    }
    guard case .station(let role) = stage, role != .egress || gateway.egress != nil else {
      return nil
    }
    let station = gateway[role]
    let nodes: [Int?] = gateway.isPerNode(role) ? working.sorted() : [nil]
    var sum = 0.0
    for node in nodes {
      let change = world.stationChange(role, node: node)
      let servers = station.servers(at: change.capacity)
      guard let rate = station.greatestRate(of: servers, slowness: change.slowness) else {
        return nil
      }
      sum += rate
    }
    return sum
  }

  /// Connections that a stage can let through in [from, to]; infinite where it limits nothing.
  package func capacity(of stage: SetUpStage, from: Instant, to: Instant) -> Double {
    var sum = 0.0
    for (index, piece) in pieces.enumerated() {
      let begin = max(piece.from, from)
      let end = index + 1 < pieces.count ? min(pieces[index + 1].from, to) : to
      if begin >= end { continue }
      guard let rate = piece.perSecond[stage.index] else { return .infinity }
      if stage == .admission, piece.from > from { sum += piece.saved }
      sum += rate * (end - begin).seconds
    }
    return sum
  }

  /// How often faults change the rates after a moment.
  func changes(after instant: Instant) -> Int { pieces.count { $0.from > instant } }

  /// Seconds from `from` until a stage has let `amount` through; nil where it never has.
  func seconds(of stage: SetUpStage, toPass amount: Double, from: Instant) -> Double? {
    if amount <= 0 { return 0 }
    var left = amount
    for (index, piece) in pieces.enumerated() {
      let begin = max(piece.from, from)
      let end = index + 1 < pieces.count ? pieces[index + 1].from : .never
      if begin >= end { continue }
      guard let rate = piece.perSecond[stage.index] else { return (begin - from).seconds }
      if stage == .admission, piece.from > from {
        left -= piece.saved
        if left <= 0 { return (begin - from).seconds }
      }
      if rate > 0, end == .never || left <= rate * (end - begin).seconds {
        return (begin - from).seconds + left / rate
      }
      left -= rate * (end - begin).seconds
      if end == .never { return nil }
    }
    return nil
  }
}

extension World {
  /// Takes the changes of one moment.
  fileprivate func take(_ changes: ArraySlice<FaultTimeline.Change>, of timeline: FaultTimeline) {
    for change in changes where !timeline.effects[change.fault].isMomentary {
      if case .begins = change.what { begin(change.fault) }
      if case .ends = change.what { end(change.fault) }
    }
  }
}

extension Fault {
  /// Returns true if it changes the rate of any stage after `moment`.
  fileprivate func changesStages(after moment: Instant, _ nodes: Int) -> Bool {
    guard end(nodes: nodes).map({ $0 > moment }) ?? true else { return false }
    // A loss takes nothing from a stage, but sums over time are split, and so rounded, where it changes.
    if case .loss = kind { return true }
    let effects = effects
    return effects.stations != nil || effects.barrier != .open || effects.downNodes != .none
  }
}
