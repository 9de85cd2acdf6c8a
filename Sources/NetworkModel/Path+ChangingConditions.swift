import Primitives

/// The course of one client's path through a run, which is known in advance.
public protocol PathTimeline {
  /// The latency and loss that faults make at a moment.
  func conditions(at instant: Instant) -> PathConditions
  /// True where a packet that would arrive at a moment, at either end, is swallowed for certain.
  func swallows(at instant: Instant) -> Bool
}

// Segments on a path that changes while copies of them are under way.
extension Path {
  /// As `segmentDelay`, where each copy of the segment meets what is in force at its own moment: the latency when
  /// it is sent; the loss when it is at the client's end of the path, which is when it is sent to the gateway, and
  /// when it would arrive at the client; a silence when it would arrive, at either end.
  ///
  /// Copy j is lost where u < p_0 p_1 ... p_j, u the one draw of the segment and p_j the loss that copy j
  /// meets: constant conditions give what `segmentDelay` gives. A silence is a loss of 1.
  /// - Parameter sent: the moment at which the first copy leaves.
  /// - Returns: `Interval.longest` where even the last copy meets a loss of 1.
  public func segmentDelay(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> Interval {
    let undisturbed = delay(key, direction, PathConditions(), random)
    var threshold = 1.0
    var draw: Double?
    var wait = Interval.zero
    for copy in 0...Self.mostRetransmissions {
      let left = sent + wait
      let conditions = timeline.conditions(at: left)
      let once = conditions.bent(undisturbed)
      var loss = 1.0
      if !timeline.swallows(at: left + once) {
        let met = direction == .out ? conditions : timeline.conditions(at: left + once)
        loss = totalLoss(met.extraLoss)
      }
      let isLast = copy == Self.mostRetransmissions
      if isLast || loss == 0 { return loss < 1 ? min(wait + once, .longest) : .longest }
      threshold *= loss
      let u = draw ?? Self.lossDraw(key, direction, random)
      draw = u
      if u >= threshold { return min(wait + once, .longest) }
      wait = wait + Self.retransmissionPause(after: copy)
    }
    return .longest
  }

  /// As `roundTrips`, on a path that changes.
  /// - Parameter begin: when the first of them begins.
  public func roundTrips(
    _ count: Int, from key: PacketKey, first: Direction, begunAt begin: Instant,
    on timeline: some PathTimeline, _ random: RandomSource
  ) -> Interval {
    var total = Interval.zero
    var key = key
    for _ in 0..<count {
      for direction in [first, first == .out ? .back : .out] where total < .longest {
        let delay = segmentDelay(key, direction, sentAt: begin + total, on: timeline, random)
        total = min(total + delay, .longest)
      }
      key.step += 1
    }
    return total
  }
}
