import GatewayModel
import Primitives
import VirtualTime

/// The built-in gateways.
package enum GatewayProfiles {
  /// Four nodes that together serve a fleet of ten thousand, but not all of it in one second: each
  /// admits 125 clients a second, after the handshake, and whom it turns away has cost it that.
  ///
  /// Listen backlog: Linux `somaxconn` since 5.4. Handshake: an ECDSA P-256 handshake of TLS 1.3
  /// takes about half a millisecond of a server core. The pools are assumptions to be calibrated.
  package static let `default` = GatewayDescription(
    profile: "default", nodes: 4, backlog: 4096,
    handshake: StationDescription(servers: 4, time: .constant(.microseconds(500))),
    auth: StationDescription(servers: 100, time: .exponential(mean: .milliseconds(5))),
    ready: StationDescription(servers: 16, time: .constant(.milliseconds(5))),
    api: StationDescription(servers: 64, time: .constant(.milliseconds(5))),
    admission: .tokenBucket(perSecond: 125, burst: 125, scope: .node),
    rejection: RejectionDescription(cost: .microseconds(200)), abandonment: .work)

  /// One node, unlimited and instant: for runs that are checked against arithmetic.
  package static let ideal = GatewayDescription(
    profile: "ideal", nodes: 1, backlog: nil, handshake: .ideal, auth: .ideal, ready: .ideal,
    api: .ideal, admission: .none, abandonment: .work)

  package static let all = [`default`, ideal]
}

extension Field {
  /// A profile's name alone, or a mapping; what is not given comes from the profile.
  func gateway() -> GatewayDescription {
    guard isMapping, let reader = mapping() else {
      return gatewayProfile() ?? GatewayProfiles.default
    }
    var gateway = reader.value("profile", default: GatewayProfiles.default) { $0.gatewayProfile() }
    gateway.nodes = reader.value("nodes", default: gateway.nodes) { $0.count(1...1000) }
    gateway.backlog = reader.value("backlog", default: gateway.backlog) {
      $0.countOrUnlimited(1...1_000_000)
    }
    gateway.handshake = reader.value("handshake", default: gateway.handshake) {
      $0.station("cores", over: gateway.handshake)
    }
    gateway.auth = reader.value("auth", default: gateway.auth) {
      $0.station("workers", over: gateway.auth)
    }
    gateway.ready = reader.value("ready", default: gateway.ready) {
      $0.station("workers", over: gateway.ready)
    }
    gateway.api = reader.value("api", default: gateway.api) {
      $0.station("workers", over: gateway.api)
    }
    gateway.admission = reader.value("admission", default: gateway.admission) { $0.admission() }
    gateway.rejection = reader.value("rejection", default: gateway.rejection) {
      $0.rejection(over: gateway.rejection)
    }
    gateway.abandonment = reader.value("abandonment", default: gateway.abandonment) {
      $0.word(Abandonment.self)
    }
    reader.finish()
    return gateway
  }

  private func gatewayProfile() -> GatewayDescription? {
    guard let name = word(of: GatewayProfiles.all.map(\.profile)) else { return nil }
    return GatewayProfiles.all.first { $0.profile == name }
  }

  private func station(_ servers: String, over base: StationDescription) -> StationDescription? {
    guard let reader = mapping("a mapping such as {\(servers): 16, time: 5ms}") else { return nil }
    let station = StationDescription(
      servers: reader.value(servers, default: base.servers) {
        $0.countOrUnlimited(1...100_000)
      },
      time: reader.value("time", default: base.time) { $0.distribution() })
    reader.finish()
    return station
  }
}
