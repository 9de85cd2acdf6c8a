import NetworkModel
import Primitives

extension Field {
  /// A profile's name alone, or a mapping of `profile`, `latency`, `setup` and `loss`. What is not
  /// given comes from the profile, or from `base` where no profile is named.
  func network(over base: NetworkDescription) -> NetworkDescription {
    guard isMapping, let reader = mapping() else {
      return networkProfile() ?? base
    }
    var network = reader.value("profile", default: base) { $0.networkProfile() }
    network.latency = reader.value("latency", default: network.latency) { $0.latency() }
    network.setup = reader.value("setup", default: network.setup) { $0.setup(over: network.setup) }
    network.loss = reader.value("loss", default: network.loss) { $0.loss() }
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
      tcp: reader.value("tcp", default: base.tcp) { $0.count(0...15) },
      tls: reader.value("tls", default: base.tls) { $0.count(0...15) },
      upgrade: reader.value("upgrade", default: base.upgrade) { $0.count(0...15) },
      calls: reader.value("calls", default: base.calls) { $0.count(0...15) })
    reader.finish()
    guard setup.connection <= 14 else {
      problem("tcp, tls and upgrade are \(setup.connection) round trips together: at most 14")
      return nil
    }
    return setup
  }

  private func loss() -> Double? {
    guard isMapping else { return lossRate() }
    guard let reader = mapping() else { return nil }
    if let field = reader.take("gilbertElliott") {
      field.problem("not available in this version; write a share such as 0.1%")
    }
    reader.finish()
    return nil
  }
}
