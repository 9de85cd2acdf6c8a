import GatewayModel
import Primitives
import VirtualTime

/// The built-in gateways.
package enum GatewayProfiles {
  /// Four nodes that together serve a fleet of ten thousand, but not all of it in one second. Each
  /// admits 125 clients a second, after the handshake. A client that it turns away has cost it the
  /// handshake.
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
  /// A profile's name alone, or a mapping. A key that is not given comes from the profile.
  func gateway() -> GatewayDescription {
    guard isMapping, let reader = mapping() else {
      return gatewayProfile() ?? GatewayProfiles.default
    }
    var gateway = reader.value(GatewayKeys.profile, default: GatewayProfiles.default) {
      $0.gatewayProfile()
    }
    gateway.nodes = reader.value(GatewayKeys.nodes, default: gateway.nodes)
    gateway.backlog = reader.value(GatewayKeys.backlog, default: gateway.backlog)
    gateway.handshake = reader.value(GatewayKeys.handshake, default: gateway.handshake) {
      $0.station(.handshake, over: gateway.handshake)
    }
    gateway.auth = reader.value(GatewayKeys.auth, default: gateway.auth) {
      $0.station(.auth, over: gateway.auth)
    }
    gateway.ready = reader.value(GatewayKeys.ready, default: gateway.ready) {
      $0.station(.ready, over: gateway.ready)
    }
    gateway.api = reader.value(GatewayKeys.api, default: gateway.api) {
      $0.station(.api, over: gateway.api)
    }
    gateway.admission = reader.value(GatewayKeys.admission, default: gateway.admission) {
      $0.admission()
    }
    gateway.rejection = reader.value(GatewayKeys.rejection, default: gateway.rejection) {
      $0.rejection(over: gateway.rejection)
    }
    gateway.abandonment = reader.value(GatewayKeys.abandonment, default: gateway.abandonment)
    if let field = reader.take(GatewayKeys.egress) {
      gateway.egress = field.isNone ? nil : field.egress()
    }
    reader.finish()
    return gateway
  }

  private func gatewayProfile() -> GatewayDescription? {
    guard let name = word(of: GatewayProfiles.all.map(\.profile)) else { return nil }
    return GatewayProfiles.all.first { $0.profile == name }
  }
}
