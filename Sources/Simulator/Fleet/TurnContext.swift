import Sessions

/// The context of a session's turn that the statistics must know, and the session does not.
struct TurnContext {
  /// Why an attempt is over, should the session give it up in this turn.
  var cause = CloseReason.reset
  /// True if the turn is the user's doing.
  var isOwnAccord = false
  /// The entity that a user's action is about.
  var entity: UInt16 = 0

  static var usual: TurnContext { TurnContext() }

  static func because(_ cause: CloseReason) -> TurnContext { TurnContext(cause: cause) }
}
