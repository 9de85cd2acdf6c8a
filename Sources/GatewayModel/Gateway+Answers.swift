import Primitives

// The gateway's answers to those whom it turns away.
extension Gateway {
  /// How long an error answer asks the client of an attempt to stay away, at least 0; 0 where it does not ask.
  public func retryAfter(for client: UInt32, _ attempt: UInt32) -> Interval {
    guard let hint else { return .zero }
    return hint.table.sample(random.bits(owner: client, .retryAfter, attempt: attempt, index: 0))
  }

  /// True if a station answers a request that it drops with an error.
  public func dropsWithError(at role: StationRole) -> Bool {
    description[role].queue.answer(at: role) == .error
  }
}
