import GatewayModel
import Simulator

/// A stage of the gateway that every connection passes and that has a greatest throughput.
package struct GatewayStage: Hashable, Sendable {
  package let stage: SetUpStage
  /// Connections it can let through in a second, > 0, over all nodes.
  package let perSecond: Double
  /// Connections it lets through at once on top, >= 0.
  package let burst: Double

  package init(stage: SetUpStage, perSecond: Double, burst: Double) {
    self.stage = stage
    self.perSecond = perSecond
    self.burst = burst
  }

  /// `admission`, `handshake`, `auth`, `ready`, `egress` or `api`.
  package var name: String { stage.name }
}

extension GatewayDescription {
  /// The stages that limit anything, from the listener inwards, with all nodes up. An unlimited or
  /// instant one limits nothing.
  package var limitingStages: [GatewayStage] {
    SetUpStage.allCases.compactMap { stage in
      if stage == .admission {
        let copies = admission.scope == .node ? Double(nodes) : 1
        return admission.pace.map {
          GatewayStage(stage: stage, perSecond: $0.perSecond * copies, burst: $0.burst * copies)
        }
      }
      guard let (station, copies) = station(of: stage),
        let perSecond = station.greatestRate(of: station.servers, copies: copies)
      else { return nil }
      return GatewayStage(stage: stage, perSecond: perSecond, burst: 0)
    }
  }

  /// Returns the stage with the least throughput of some stages; nil where none of them limits.
  package func bottleneck(of stages: [SetUpStage]) -> GatewayStage? {
    limitingStages.filter { stages.contains($0.stage) }.min { $0.perSecond < $1.perSecond }
  }

  /// The station of a stage, and how many of it there are; nil for admission.
  package func station(of stage: SetUpStage) -> (StationDescription, copies: Int)? {
    switch stage {
    case .admission: nil
    case .station(let role): role == .egress && egress == nil ? nil : (self[role], count(of: role))
    }
  }
}

extension AdmissionDescription {
  /// How fast one limit lets attempts in, and how many at once on top; nil where it sets no pace, as slots do.
  var pace: (perSecond: Double, burst: Double)? {
    switch self {
    case .none, .slots: nil
    case .tokenBucket(let perSecond, let burst, _): (perSecond, burst)
    case .batch(let count, let every, _): (Double(count) / every.seconds, Double(count))
    }
  }

  /// The most that one limit lets in within no time. At the border of two stretches that is a batch of each.
  var atOnce: Double? {
    switch self {
    case .none, .slots: nil
    case .tokenBucket(_, let burst, _): burst
    case .batch(let count, _, _): 2 * Double(count)
    }
  }
}

extension StationDescription {
  /// Requests a second that stations with so many servers serve at most; nil where nothing limits it.
  /// - Parameters:
  ///   - servers: of each station; nil for unlimited ones.
  ///   - copies: how many equal stations there are.
  ///   - slowness: the factor of faults on the service times.
  func greatestRate(of servers: Int?, copies: Int = 1, slowness: Double = 1) -> Double? {
    if servers == 0 { return 0 }
    let mean = time.meanSeconds * slowness
    if mean == 0 { return nil }
    guard let servers else { return slowdown > 0 ? Double(copies) / (mean * slowdown) : nil }
    return Double(servers * copies) / (mean * (1 + slowdown * Double(servers)))
  }
}

extension [SetUpStage] {
  /// The stages that a set-up of such clients passes. Those of a fleet without connections ask the api
  /// alone.
  /// - Parameter clients: the stages that a client passes, of each kind of client.
  package static func passed(by clients: [[SetUpStage]]) -> [SetUpStage] {
    let passed = SetUpStage.allCases.filter { stage in clients.contains { $0.contains(stage) } }
    return passed.isEmpty ? [.station(.api)] : passed
  }
}
