import NetworkModel
import Primitives
import Sessions

/// The boxes that forget quiet connections.
///
/// There is one look at a connection under way at a time. One that finds that packets have passed meanwhile is
/// posted anew.
final class IdleBoxes<Machine: SimulatedSession> {
  private let clients: ClientTable<Machine>
  private let statistics: RunStatistics
  private let wires: Wires<Machine>?
  private let closings: Closings<Machine>

  init(
    _ clients: ClientTable<Machine>, _ statistics: RunStatistics, _ wires: Wires<Machine>?,
    _ closings: Closings<Machine>
  ) {
    self.clients = clients
    self.statistics = statistics
    self.wires = wires
    self.closings = closings
  }

  /// A look at the connection of a client is due.
  /// - Returns: whether its box forgets it now; otherwise nothing has happened in the world.
  func look(at client: UInt32, _ buffer: inout EventBuffer) -> Bool {
    guard let wires else { preconditionFailure("no box is looked at where there is none") }
    wires.lookIsOver(of: client)
    // The heartbeats of a client that is fast-forwarded are close enough to each other.
    guard !clients[client].marks.contains(.fastForwarded), clients.isAtGateway(client),
      clients[client].connection.isWhole, let end = wires.end(of: client)
    else { return false }
    if wires.deadline(of: client) > buffer.now {
      wires.look(at: client, &buffer)
      return false
    }
    statistics.note(.forgotten, client, at: buffer.now, .forgotten)
    wires.forget(client, answersByReset: end == .reset)
    switch end {
    case .silent: closings.vanish(client, &buffer)
    case .reset: closings.cut(client, hitAt: buffer.now, &buffer)
    case .close: closings.sever(client, Closing(.reset), hitAt: buffer.now, &buffer)
    }
    return true
  }
}
