import Primitives

extension Clientele {
  /// The affected clients, first those that were back first.
  func ranking(at now: Instant) -> [RankedClient] {
    let affected = (0..<UInt32(count)).compactMap { client -> RankedClient? in
      var alone = CohortResult(name: "")
      count(client, &alone, at: now)
      guard alone.recovery.affected > 0 else { return nil }
      return RankedClient(
        client: client, recovery: alone.recovery.recoveries.first,
        downtime: alone.recovery.downtimes.first ?? .zero)
    }
    return affected.sorted { $0.precedes($1) }
  }
}
