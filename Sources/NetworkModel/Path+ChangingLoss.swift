import Primitives

// Segments on a path whose loss changes while copies of them are under way.
extension Path {
  /// The loss that faults add at a moment, as a probability in [0, 1].
  public typealias ExtraLoss = (Instant) -> Double

  /// As `segmentDelay`, where each copy of the segment meets the loss in force at its own moment: a copy
  /// to the gateway when it is sent, a copy to the client when it would arrive, as both is when it is at
  /// the client's end of the path.
  ///
  /// Copy j is lost where u < p_0 p_1 ... p_j, u the one draw of the segment and p_j the loss that copy j
  /// meets: a constant loss gives what `segmentDelay` gives.
  /// - Parameter sent: the moment at which the first copy leaves.
  /// - Returns: `Interval.longest` where even the last copy meets a loss of 1.
  public func segmentDelay(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, _ conditions: PathConditions,
    _ random: RandomSource, _ extraLoss: ExtraLoss
  ) -> Interval {
    let once = delay(key, direction, conditions, random)
    let first = direction == .out ? sent : sent + once
    let u = Self.lossDraw(key, direction, random)
    var threshold = 1.0
    var wait = Interval.zero
    var timeout = Self.minimumTimeout
    for _ in 0..<Self.mostRetransmissions {
      threshold *= totalLoss(extraLoss(first + wait))
      if u >= threshold { return once + wait }
      wait = wait + timeout
      timeout = min(timeout + timeout, Self.maximumTimeout)
    }
    return totalLoss(extraLoss(first + wait)) < 1 ? once + wait : .longest
  }

  /// As `roundTrips`, under a loss that changes.
  /// - Parameter begin: when the first of them begins.
  public func roundTrips(
    _ count: Int, from key: PacketKey, first: Direction, begunAt begin: Instant,
    _ conditions: PathConditions, _ random: RandomSource, _ extraLoss: ExtraLoss
  ) -> Interval {
    var total = Interval.zero
    var key = key
    for _ in 0..<count {
      for direction in [first, first == .out ? .back : .out] where total < .longest {
        let delay = segmentDelay(
          key, direction, sentAt: begin + total, conditions, random, extraLoss)
        total = min(total + delay, .longest)
      }
      key.step += 1
    }
    return total
  }
}
