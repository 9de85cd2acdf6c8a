import NetworkModel
import Primitives

extension NetworkDescription {
  /// A profile says nothing of the service's name, nor of what stands in front of the gateway: that comes from
  /// above.
  fileprivate func keeping(_ base: NetworkDescription) -> NetworkDescription {
    var network = self
    network.name = base.name
    network.addresses = base.addresses
    network.retransmission = base.retransmission
    network.idle = base.idle
    network.bandwidth = base.bandwidth
    return network
  }
}

extension Field {
  /// A profile's name alone, or a mapping of `profile`, `latency`, `setup` and `loss`. A key that
  /// is not given comes from the profile, or from `base` where no profile is named.
  func network(over base: NetworkDescription, _ files: NamedFiles) -> NetworkDescription {
    guard isMapping, let reader = mapping() else {
      return networkProfile()?.keeping(base) ?? base
    }
    var network = reader.value(NetworkKeys.profile, default: base) {
      $0.networkProfile()?.keeping(base)
    }
    network.latency = reader.value(NetworkKeys.latency, default: network.latency) {
      $0.latency(files)
    }
    network.setup = reader.value(NetworkKeys.setup, default: network.setup) {
      $0.setup(over: network.setup)
    }
    network.loss = reader.value(NetworkKeys.loss, default: network.loss) {
      $0.loss(over: network.loss)
    }
    network.retransmission = reader.value(
      NetworkKeys.retransmission, default: network.retransmission)
    if let field = reader.take(NetworkKeys.dns) { network.name = field.name(over: base.name) }
    network.addresses = reader.value(NetworkKeys.addresses, default: base.addresses) {
      $0.addresses(over: base.addresses)
    }
    if let field = reader.take(NetworkKeys.idle) {
      network.idle = field.isNone ? nil : field.idleBox(over: base.idle)
    }
    network.bandwidth = reader.read(NetworkKeys.bandwidth) ?? network.bandwidth
    reader.finish()
    return network
  }

  private func networkProfile() -> NetworkDescription? {
    word(of: NetworkProfiles.names).flatMap { NetworkProfiles.named($0) }
  }

  private func setup(over base: SetupRoundTrips) -> SetupRoundTrips? {
    guard let reader = mapping("a mapping of round trips such as {tcp: 1, tls: 1}") else {
      return nil
    }
    let setup = SetupRoundTrips(
      tcp: reader.value(SetupKeys.tcp, default: base.tcp),
      tls: reader.value(SetupKeys.tls, default: base.tls),
      upgrade: reader.value(SetupKeys.upgrade, default: base.upgrade),
      calls: reader.value(SetupKeys.calls, default: base.calls))
    reader.finish()
    guard setup.connection <= 14 else {
      problem("tcp, tls and upgrade are \(setup.connection) round trips together: at most 14")
      return nil
    }
    return setup
  }
}
