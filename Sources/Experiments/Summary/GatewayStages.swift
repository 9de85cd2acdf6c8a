import GatewayModel

/// A stage of the gateway that every connection passes and that has a greatest throughput.
public struct GatewayStage: Hashable, Sendable {
  /// `admission`, `handshake`, `auth` or `ready`.
  public let name: String
  /// Connections it can let through in a second, > 0.
  public let perSecond: Double
  /// Connections it lets through at once on top, >= 0.
  public let burst: Double
}

extension GatewayDescription {
  /// The stages that limit anything, from the door inwards. An unlimited or instant one limits
  /// nothing.
  public var limitingStages: [GatewayStage] {
    var stages: [GatewayStage] = []
    if case .tokenBucket(let perSecond, let burst) = admission {
      stages.append(GatewayStage(name: "admission", perSecond: perSecond, burst: burst))
    }
    let stations = [("handshake", handshake, nodes), ("auth", auth, 1), ("ready", ready, nodes)]
    for (name, station, copies) in stations {
      let mean = station.time.meanSeconds
      guard let servers = station.servers, mean > 0 else { continue }
      stages.append(
        GatewayStage(name: name, perSecond: Double(servers * copies) / mean, burst: 0))
    }
    return stages
  }

  /// The stage with the least throughput; nil where nothing limits.
  public var bottleneck: GatewayStage? { limitingStages.min { $0.perSecond < $1.perSecond } }
}
