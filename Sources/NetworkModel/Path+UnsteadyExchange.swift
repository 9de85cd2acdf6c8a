import Primitives
import VirtualTime

// A series of exchanges on a path whose losses come in bursts, or differ by direction.
extension Path {
  /// As `firstLateExchange`, on a path that is not steady and that no fault changes.
  ///
  /// Nearly all exchanges are judged by two draws and two looks at the weather: those of which neither packet can
  /// be lost often enough, and those whose first copies both get through.
  func firstLateUnsteadyExchange(
    of series: Series, patience: Interval, _ random: RandomSource
  ) -> Int? {
    let longest = latencies.sample(.max, of: series.client, random)
    let schedule = schedule(of: series.client, PathConditions(), random)
    let tolerable = lossesTolerable(within: patience - longest - longest, schedule)
    let losses = random.stream(owner: series.client, .loss, attempt: series.attempt)
    let bounds = DirectedLoss(
      out: probability(of: tolerable + 1, losses: weather.worst(.out)),
      back: probability(of: tolerable + 1, losses: weather.worst(.back)))
    var instant = series.begin
    var ordinal = 0
    while instant < series.end {
      let index = Self.lossIndex(PacketStep.message(at: instant), .out)
      let draws = DirectedLoss(
        out: losses.uniform(at: index), back: losses.uniform(at: index + 1))
      let isSafe = draws.out >= bounds.out && draws.back >= bounds.back
      if !isSafe,
        !isInTimeAtOnce(series, at: instant, draws, patience, random),
        exchangeDelay(
          at: instant, client: series.client, attempt: series.attempt, on: UndisturbedTimeline(),
          random) > patience
      {
        return ordinal
      }
      ordinal += 1
      instant = instant + series.every
    }
    return nil
  }

  /// The probability of so many losses in a row; 1 of none.
  private func probability(of count: Int, losses share: Double) -> Double {
    var product = 1.0
    for _ in 0..<max(count, 0) { product *= share }
    return product
  }

  /// Returns true if the first copies of both packets get through, and the answer is in time.
  private func isInTimeAtOnce(
    _ series: Series, at sent: Instant, _ draws: DirectedLoss, _ patience: Interval,
    _ random: RandomSource
  ) -> Bool {
    let client = series.client
    if draws.out < weather.loss(.out, of: client, at: sent, random) { return false }
    let key = PacketKey(
      client: client, attempt: series.attempt, step: PacketStep.message(at: sent))
    let whole =
      latencies.sample(bits(key, .out, random), of: client, random)
      + latencies.sample(bits(key, .back, random), of: client, random)
    if whole > patience { return false }
    return draws.back >= weather.loss(.back, of: client, at: sent + whole, random)
  }
}

/// A run in which no fault changes paths.
private struct UndisturbedTimeline: PathTimeline {
  func conditions(at instant: Instant) -> PathConditions { PathConditions() }
  func spreadAdd(at instant: Instant, bits: UInt64) -> Interval { .zero }
  func spreadMedian(at instant: Instant) -> Interval { .zero }
  func swallows(at instant: Instant) -> Bool { false }
}

// Packets of a run in which no fault changes paths: only the path's own weather does. Compiled apart, they ask nobody
// about faults.
extension Path {
  public func fate(
    ofSyn syn: Int, _ key: PacketKey, sentAt sent: Instant, _ random: RandomSource
  ) -> FirstPacketFate {
    fate(ofSyn: syn, key, sentAt: sent, on: UndisturbedTimeline(), random)
  }

  public func knock(
    ofSyn syn: Int, _ key: PacketKey, sentAt sent: Instant, _ random: RandomSource
  ) -> (out: Interval, back: Interval)? {
    knock(ofSyn: syn, key, sentAt: sent, on: UndisturbedTimeline(), random)
  }

  public func segmentDelay(
    _ key: PacketKey, _ direction: Direction, sentAt sent: Instant, _ random: RandomSource
  ) -> Interval {
    segmentDelay(key, direction, sentAt: sent, on: UndisturbedTimeline(), random)
  }

  public func exchangeDelay(
    at sent: Instant, client: UInt32, attempt: UInt32, _ random: RandomSource
  ) -> Interval {
    exchangeDelay(
      at: sent, client: client, attempt: attempt, on: UndisturbedTimeline(), random)
  }

  public func roundTrips(
    _ count: Int, from key: PacketKey, first: Direction, begunAt begin: Instant,
    _ random: RandomSource
  ) -> Interval {
    roundTrips(
      count, from: key, first: first, begunAt: begin, on: UndisturbedTimeline(), random)
  }
}
