/// A figure from which a new scenario is made, known to an engineer of the fleet and its gateway.
package enum ScenarioFigure: String, CaseIterable, Hashable, Sendable {
  case clients, gateways, handshakes, logins, admission, backoff, outage, mode, share, network

  /// The key of the scenario that it is.
  package var path: String {
    switch self {
    case .clients: "clients.count"
    case .gateways: "gateway.nodes"
    case .handshakes: "gateway.handshake.rate"
    case .logins: "gateway.auth.rate"
    case .admission: "gateway.admission.rate"
    case .backoff: "clients.backoff"
    case .outage: "faults.0.for"
    case .mode: "faults.0.mode"
    case .share: "faults.0.scope.share"
    case .network: "network.profile"
    }
  }

  /// The question for the figure.
  package var question: String {
    switch self {
    case .clients: "How many clients are connected?"
    case .gateways: "How many gateway nodes are there?"
    case .handshakes: "How many TLS handshakes a second can one node do?"
    case .logins: "How many logins a second can the authentication do, for all nodes together?"
    case .admission: "How many new connections a second does one node let in? none: no limit"
    case .backoff:
      "How does a client wait before it tries again? A formula, or a name of the catalogue"
    case .outage: "For how long are the gateways away?"
    case .mode:
      "What becomes of connections then? refuse: they are closed, and new ones refused at once; blackhole: silence"
    case .share: "Which share of the clients loses them? 100%: all; 40%: a region"
    case .network: "Which network do the clients have? wifi, lte, 5g, 3g, fibre ..."
    }
  }

  /// The value that is taken where none is given.
  package var standard: String {
    switch self {
    case .clients: "10k"
    case .gateways: "4"
    case .handshakes: "800/s"
    case .logins: "3000/s"
    case .admission: "none"
    case .backoff: "uniform(0s, min(60s, 2^(x - 1)))"
    case .outage: "60s"
    case .mode: "refuse"
    case .share: "100%"
    case .network: "lte"
    }
  }

  /// Returns the override that puts the value in place of the scenario's.
  /// - Parameter label: the text that locates a problem with it.
  func override(_ value: String, label: String) -> Override {
    if self == .admission, value == "none" {
      return Override(path: "gateway.admission", text: value, label: label)
    }
    return Override(path: path, text: value, label: label)
  }
}
