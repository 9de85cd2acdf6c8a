import Primitives

/// The answer of the server that ended a client's latest attempt: the values of `code` and `retryAfter` in a
/// formula.
@frozen
public struct ServerAnswer: BitwiseCopyable, Hashable, Sendable {
  /// As in HTTP: 503 for an error answer, 401 for a failed authentication; 0 where there was no answer, or one
  /// that carries no code.
  public var code: UInt16
  /// How long the server asks the client to stay away, at least 0; 0 where it does not ask.
  public var retryAfter: Interval

  @inlinable public init(code: UInt16, retryAfter: Interval = .zero) {
    self.code = code
    self.retryAfter = retryAfter
  }

  /// A reset, a refusal, silence, or the client's own time limit.
  @inlinable public static var none: ServerAnswer { ServerAnswer(code: 0) }
  /// The credentials were refused.
  @inlinable public static var unauthorized: ServerAnswer { ServerAnswer(code: 401) }

  /// The service is overloaded.
  @inlinable public static func unavailable(retryAfter: Interval) -> ServerAnswer {
    ServerAnswer(code: 503, retryAfter: retryAfter)
  }
}
