import Primitives
import Sessions

/// Does what sessions want done. There are two: the run itself (`Turns`), and the time before it
/// (`BeforeStart`).
protocol ActionPerformer<Machine>: AnyObject {
  associatedtype Machine: SimulatedSession
  var clients: ClientTable<Machine> { get }

  func open(_ client: UInt32, _ postings: inout Postings)
  func send(_ message: Machine.Message, from client: UInt32, _ postings: inout Postings)
  func close(_ client: UInt32, because cause: CloseReason, _ postings: inout Postings)
  func begin(_ call: Machine.Call, of client: UInt32, _ postings: inout Postings)
  func arm(
    _ timer: Machine.Timer, after: Interval, of client: UInt32, _ postings: inout Postings)
  func reached(
    _ milestone: Machine.Milestone, after: Interval, by client: UInt32, about entity: UInt16,
    _ postings: inout Postings)
}

extension ActionPerformer {
  /// What an action means.
  @inline(__always)
  func perform(
    _ action: Action<Machine>, for client: UInt32, _ context: TurnContext,
    _ postings: inout Postings
  ) {
    switch action {
    case .open: open(client, &postings)
    case .send(let message): send(message, from: client, &postings)
    case .close: close(client, because: context.cause, &postings)
    case .call(let call): begin(call, of: client, &postings)
    case .forget(let call): clients[client].slot.forget(call)
    case .arm(let timer, let after): arm(timer, after: after, of: client, &postings)
    case .disarm(let timer): clients[client].slot.disarm(timer)
    case .reached(let milestone, let after):
      reached(milestone, after: after, by: client, about: context.entity, &postings)
    }
  }
}
