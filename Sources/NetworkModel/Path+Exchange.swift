import Primitives
import VirtualTime

// A message on an established connection and its answer.
extension Path {
  /// Returns the time from a client's sending a message at `instant` to the arrival of the peer's
  /// answer, which is given at once.
  public func exchangeDelay(
    at instant: Instant, client: UInt32, attempt: UInt32, _ conditions: PathConditions,
    _ random: RandomSource
  ) -> Interval {
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.message(at: instant))
    let latency = latencies.of(client, random)
    return segmentDelay(key, .out, latency, conditions, random)
      + segmentDelay(key, .back, latency, conditions, random)
  }

  /// As `exchangeDelay`, on a path that changes.
  public func exchangeDelay(
    at sent: Instant, client: UInt32, attempt: UInt32, on timeline: some PathTimeline,
    _ random: RandomSource
  ) -> Interval {
    let key = PacketKey(client: client, attempt: attempt, step: PacketStep.message(at: sent))
    let out = segmentDelay(key, .out, sentAt: sent, on: timeline, random)
    if out == .longest { return out }
    let back = segmentDelay(key, .back, sentAt: sent + out, on: timeline, random)
    return min(out + back, .longest)
  }

  /// Exchanges at a steady pace.
  public struct Series {
    public var client: UInt32
    public var attempt: UInt32
    /// When the first message is sent, and how long after it each next one.
    public var begin: Instant
    public var every: Interval
    /// Exchanges begun before this moment are meant.
    public var end: Instant

    public init(
      client: UInt32, attempt: UInt32, begin: Instant, every: Interval, end: Instant
    ) {
      self.client = client
      self.attempt = attempt
      self.begin = begin
      self.every = every
      self.end = end
    }
  }

  /// The first exchange of a series whose answer takes longer than `patience` on an undisturbed path,
  /// counted from 0; nil where all are in time.
  ///
  /// - Complexity: O(1) without loss, where the client's slowest answer is in time; otherwise two draws for
  ///   each exchange, or four where the rare latency of a sampler's tail alone can be too long.
  public func firstLateExchange(
    of series: Series, patience: Interval, _ random: RandomSource
  ) -> Int? {
    if !isSteady { return firstLateUnsteadyExchange(of: series, patience: patience, random) }
    let own = latencies.of(series.client, random)
    let longest = latencies.longest(of: own)
    let schedule = schedule(of: series.client, PathConditions(), random)
    let tolerable = lossesTolerable(within: patience - longest - longest, schedule)
    if loss == 0 && tolerable >= 0 { return nil }
    let isTailInTime = tolerable >= 0
    let usual = own.sample(Sampler.tailBegin - 1)
    let tolerableUsually =
      isTailInTime ? tolerable : lossesTolerable(within: patience - usual - usual, schedule)
    let surelyInTime = tolerableUsually < 0 ? 2 : probability(ofLosing: tolerableUsually + 1)
    let losses = random.stream(owner: series.client, .loss, attempt: series.attempt)
    let out = random.stream(owner: series.client, .pathOut, attempt: series.attempt)
    let back = random.stream(owner: series.client, backPurpose, attempt: series.attempt)
    var instant = series.begin
    var ordinal = 0
    while instant < series.end {
      let step = PacketStep.message(at: instant)
      let index = Self.lossIndex(step, .out)
      let isLossy =
        surelyInTime > 0
        && min(losses.uniform(at: index), losses.uniform(at: index + 1)) < surelyInTime
      let isSlow =
        !isTailInTime && max(out.bits(at: step), back.bits(at: step)) >= Sampler.tailBegin
      if isLossy || isSlow,
        exchangeDelay(
          at: instant, client: series.client, attempt: series.attempt, PathConditions(), random)
          > patience
      {
        return ordinal
      }
      ordinal += 1
      instant = instant + series.every
    }
    return nil
  }

  /// How many transmissions each way may be lost with the answer still in time, where the two
  /// latencies leave `slack`; -1 where not even a lossless exchange is sure to be.
  func lossesTolerable(within slack: Interval, _ schedule: CopySchedule) -> Int {
    var losses = -1
    var wait = Interval.zero
    while losses < CopySchedule.mostCopies && wait + wait <= slack {
      losses += 1
      wait = wait + schedule.pause(after: losses)
    }
    return losses
  }

  /// Probability of losing the first `count` transmissions, as `losses` computes it.
  private func probability(ofLosing count: Int) -> Double {
    var product = loss
    for _ in 1..<max(count, 1) { product *= loss }
    return product
  }
}
