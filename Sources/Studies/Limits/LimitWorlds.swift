import GatewayModel
import Primitives
import Scenarios
import VirtualTime
import Words

/// The place of the only limit of a gateway.
package enum SingleLimit: String, Hashable, Sendable, CaseIterable {
  /// Admission that turns attempts away before they have cost anything.
  case listener
  /// The cores that do TLS handshakes, of all nodes together.
  case handshake
  /// The authentication pool.
  case auth
  /// The workers that answer HTTP calls.
  case api

  /// The name in the middle of a sentence.
  package var text: String {
    switch self {
    case .listener: "the listener"
    case .handshake: "the handshakes"
    case .auth: "the authentication pool"
    case .api: "the api"
    }
  }
}

/// A scenario as it is, or the same behind a gateway with one single limit.
package struct LimitWorld: Hashable, Sendable {
  /// The name of the scenario it was made of.
  package let base: String
  /// nil for the scenario as it is.
  package let limit: SingleLimit?
  /// Set-ups a second that the single limit lets through, over all nodes, > 0.
  package let perSecond: Double
  /// Its name is the base's, with `-` and the limit behind it.
  package let scenario: Scenario

  /// The title as the head of a column: `as it is`, `listener`, `handshake`, `auth`, `api`.
  package var title: String { limit?.rawValue ?? "as it is" }
}

/// The rate of a single limit, in set-ups a second over all nodes.
package enum LimitRate: Hashable, Sendable {
  /// That of each scenario's narrowest stage.
  case ownOfScenario
  /// The same for every scenario, > 0.
  case perSecond(Double)

  package func value(for scenario: Scenario) -> Double {
    switch self {
    case .ownOfScenario: scenario.ownLimit
    case .perSecond(let rate): rate
    }
  }
}

extension Scenario {
  /// The rate of a single limit where no stage of the scenario has one, in set-ups a second.
  package static let standardLimit = 500.0

  /// The scenario as it is, and once for each kind of limit with that one alone.
  ///
  /// The limit serves that rate over all nodes. Admission is off but at the listener, and every other
  /// station keeps its service times and has unlimited servers. The listeners' backlog stays.
  package func limitWorlds(_ rate: LimitRate = .ownOfScenario) -> [LimitWorld] {
    let perSecond = rate.value(for: self)
    precondition(perSecond > 0 && perSecond.isFinite, "a rate above 0")
    let asItIs = LimitWorld(base: name, limit: nil, perSecond: perSecond, scenario: self)
    return [asItIs]
      + SingleLimit.allCases.map { limit in
        var scenario = self
        scenario.name = "\(name)-\(limit.rawValue)"
        scenario.about = [about, "With one single limit, \(rateText(perSecond)) at \(limit.text)."]
          .filter { !$0.isEmpty }.joined(separator: " ")
        scenario.gateway = gateway.limited(at: limit, perSecond: perSecond)
        return LimitWorld(base: name, limit: limit, perSecond: perSecond, scenario: scenario)
      }
  }

  /// The rate that its narrowest stage lets through, in set-ups a second; the standard limit if no
  /// stage limits it.
  var ownLimit: Double { bottleneck?.perSecond ?? Self.standardLimit }
}

extension GatewayDescription {
  /// The same gateway with that limit and no other.
  func limited(at limit: SingleLimit, perSecond: Double) -> GatewayDescription {
    let standard = GatewayProfiles.default
    var gateway = self
    gateway.admission = .none
    gateway.rejection = RejectionDescription(place: .beforeHandshake)
    for station in [\GatewayDescription.handshake, \.auth, \.ready, \.api] {
      gateway[keyPath: station].servers = nil
      gateway[keyPath: station].slowdown = 0
    }
    switch limit {
    case .listener:
      let each = perSecond / Double(nodes)
      gateway.admission = .tokenBucket(perSecond: each, burst: max(1, each), scope: .node)
    case .handshake:
      gateway.handshake = handshake.serving(
        perSecond / Double(nodes), otherwise: standard.handshake)
    case .auth: gateway.auth = auth.serving(perSecond, otherwise: standard.auth)
    case .api: gateway.api = api.serving(perSecond, otherwise: standard.api)
    }
    return gateway
  }
}

extension StationDescription {
  /// The same servers and kind of distribution, as slow as it takes to serve that many a second.
  /// - Parameter standard: what a station that is unlimited or instant takes both from.
  fileprivate func serving(
    _ perSecond: Double, otherwise standard: StationDescription
  ) -> StationDescription {
    var own = servers == nil || time.meanSeconds == 0 ? standard : self
    own.slowdown = 0
    let mean = Double(own.servers!) / perSecond
    own.time = own.time.scaled(by: mean / own.time.meanSeconds)
    return own
  }
}

extension Distribution {
  /// The same shape with every value that many times as long, to the nanosecond.
  func scaled(by factor: Double) -> Distribution {
    func times(_ interval: Interval) -> Interval {
      Interval(saturatingSeconds: interval.seconds * factor)
    }
    return switch self {
    case .constant(let value): .constant(times(value))
    case .uniform(let low, let high): .uniform(low: times(low), high: times(high))
    case .exponential(let mean): .exponential(mean: times(mean))
    case .lognormal(let median, let sigma): .lognormal(median: times(median), sigma: sigma)
    case .foldedNormal(let mean, let deviation):
      .foldedNormal(mean: times(mean), deviation: times(deviation))
    }
  }
}
