import Metrics
import Sessions
import Words

/// The priming session, stepped by its published events.
///
/// A user is a text here and a number in the machine: the first seen is 1, the next 2. The effects
/// that an event asks for are told by the names of `PrimerEffects`.
struct PrimerReplay: ReplaySession {
  private let configuration: PrimerConfiguration
  private var lifecycle = PrimerLifecycle()
  private var users: [String: UInt16] = [:]

  init(_ configuration: PrimerConfiguration) { self.configuration = configuration }

  mutating func reset() {
    lifecycle = PrimerLifecycle()
    users = [:]
  }

  mutating func take(_ event: ReplayEvent) throws(ReplayError) -> ReplayAnswer {
    let published = try Self.published(event.name)
    let operand = try operand(of: published, in: event)
    let step = lifecycle.handle(published, operand: operand, under: configuration)
    return ReplayAnswer(fields: [
      .init("event", .name(event.name)),
      .init("accepted", .boolean(step.isAccepted)),
      .init("state", .name(lifecycle.state.name)),
      .init("entered", .names(step.entered.map { [$0.name] } ?? [])),
      .init("resolved", .boolean(step.isResolved)),
      .init("waitArmed", .boolean(lifecycle.isWaitArmed)),
      .init("layer", Self.name(of: step.layer)),
      .init("lockedFrom", Self.name(of: step.lockedFrom)),
      .init("effects", .names(step.effects.names)),
    ])
  }

  /// Returns the subject of the event: a user's number or an entity; 0 where there is none.
  private mutating func operand(
    of published: PrimerEvent, in event: ReplayEvent
  ) throws(ReplayError) -> UInt16 {
    switch published {
    case .start:
      guard let user = event.user else {
        throw ReplayError(line: 0, #"START needs a user, such as "user": "a""#)
      }
      return try number(of: user)
    case .read, .addListener, .removeListener, .change:
      guard let entity = event.entity else {
        throw ReplayError(line: 0, #"\#(event.name) needs an entity, such as "entity": 3"#)
      }
      return UInt16(entity)
    case .response, .staleResponse, .requestFailed, .waitFire, .socketConnected, .socketClosed:
      return 0
    }
  }

  private mutating func number(of user: String) throws(ReplayError) -> UInt16 {
    if let number = users[user] { return number }
    guard users.count < UInt16.max else {
      throw ReplayError(line: 0, "more than \(UInt16.max) users in one session")
    }
    let next = UInt16(users.count + 1)
    users[user] = next
    return next
  }

  private static func name(of layer: PrimerLayer?) -> ReplayAnswer.Value {
    layer.map { .name($0.name) } ?? .null
  }

  private static func published(_ name: String) throws(ReplayError) -> PrimerEvent {
    if let event = PrimerEvent.allCases.first(where: { $0.name == name }) { return event }
    let names = PrimerEvent.allCases.map(\.name)
    let near = didYouMean(name, in: names)
    throw ReplayError(
      line: 0, "unknown event '\(name)'; \(near ?? "there are \(names.joined(separator: ", "))")")
  }
}
