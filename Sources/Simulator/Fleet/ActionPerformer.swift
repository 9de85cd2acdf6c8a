import Primitives
import Sessions

/// Does what sessions want done. There are two: the run itself (`SessionDriver`), and the time before it
/// (`InitialSession`).
protocol ActionPerformer<Machine>: AnyObject {
  associatedtype Machine: SimulatedSession
  var clients: ClientTable<Machine> { get }

  func open(_ client: UInt32, _ buffer: inout EventBuffer)
  func send(_ message: Machine.Message, from client: UInt32, _ buffer: inout EventBuffer)
  func close(_ client: UInt32, because cause: CloseReason, _ buffer: inout EventBuffer)
  func begin(_ call: Machine.Call, of client: UInt32, _ buffer: inout EventBuffer)
  func arm(
    _ timer: Machine.Timer, after: Interval, of client: UInt32, _ buffer: inout EventBuffer)
  func reached(
    _ milestone: Machine.Milestone, after: Interval, by client: UInt32, about entity: UInt16,
    _ buffer: inout EventBuffer)
}

extension ActionPerformer {
  /// Performs an action for a client.
  @inline(__always)
  func perform(
    _ action: Action<Machine>, for client: UInt32, _ context: TurnContext,
    _ buffer: inout EventBuffer
  ) {
    switch action {
    case .open: open(client, &buffer)
    case .send(let message): send(message, from: client, &buffer)
    case .close: close(client, because: context.cause, &buffer)
    case .call(let call): begin(call, of: client, &buffer)
    case .forget(let call): clients[client].slot.forget(call)
    case .arm(let timer, let after): arm(timer, after: after, of: client, &buffer)
    case .disarm(let timer): clients[client].slot.disarm(timer)
    case .reached(let milestone, let after):
      reached(milestone, after: after, by: client, about: context.entity, &buffer)
    }
  }
}
