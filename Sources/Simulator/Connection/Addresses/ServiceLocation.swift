import Faults
import NetworkModel
import Primitives
import Sessions

/// The place at which clients look for the service: what they know of its name, and its addresses.
struct ServiceLocation<Machine: SimulatedSession> {
  /// nil where no client has to ask for the address.
  let names: Names<Machine>?
  /// nil where there is one address, which never dies.
  let addresses: Addresses<Machine>?

  init(
    _ clients: ClientTable<Machine>, _ network: NetworkView<Machine>, _ statistics: RunStatistics,
    _ plan: SimulationPlan
  ) {
    names = Names(clients, network, statistics, plan)
    addresses = Addresses(clients, network, statistics, plan)
  }

  /// True if an attempt finds the service at once, and there only.
  var isPlain: Bool { names == nil && addresses == nil }

  /// The addresses of a client whose attempts may have more than one; nil of others.
  @inline(__always)
  func several(for client: UInt32) -> Addresses<Machine>? {
    guard let addresses, addresses.areSeveral(for: client) else { return nil }
    return addresses
  }

  /// Returns what a first packet that arrives at a moment finds in place of the service; nil where it finds that.
  @inline(__always)
  func deadAddress(
    of packet: FirstPacket, _ client: UInt32, _ attempt: UInt32, at arrival: Instant
  ) -> DeadAddress? {
    if let dead = names?.deadAddress(of: client, at: arrival) { return dead }
    return addresses?.fate(ofPlace: packet.place, client, attempt, at: arrival)
  }

  // MARK: Playing ahead

  /// The knowledge that a client will have in an attempt that is played ahead.
  struct Foreknowledge {
    /// When its first packet goes out.
    let origin: Instant
    /// nil where it does not have to ask.
    fileprivate let name: Names<Machine>.Foreknowledge?

    /// True if its question for the name is an event of its own.
    func isEvent(from begin: Instant) -> Bool { name?.isEvent(from: begin) ?? false }
  }

  /// Returns what a client knows in an attempt that begins at a moment; nil where more may come of it than an answer
  /// to its first question.
  func foresee(_ client: UInt32, _ attempt: UInt32, at begin: Instant) -> Foreknowledge? {
    guard let names else { return Foreknowledge(origin: begin, name: nil) }
    return names.foresee(client, attempt, at: begin).map {
      Foreknowledge(origin: $0.knownAt, name: $0)
    }
  }

  /// True if a first packet of an attempt that is played ahead finds the service.
  func finds(
    _ packet: FirstPacket, _ client: UInt32, _ attempt: UInt32, at arrival: Instant,
    _ known: Foreknowledge
  ) -> Bool {
    if let names, let name = known.name,
      names.fate(ofAddress: name.address, of: client, at: arrival) != nil
    {
      return false
    }
    return addresses?.fate(ofPlace: packet.place, client, attempt, at: arrival) == nil
  }

  /// An attempt that is played ahead begins.
  func begin(_ client: UInt32, _ known: Foreknowledge) {
    if let names, let name = known.name { names.begin(client, name) }
  }
}
