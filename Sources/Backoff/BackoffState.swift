import Primitives

/// The memory of one client between failures: 28 bytes.
///
/// Times are kept in whole microseconds within +-4.4 years of the run's start, the previous delay
/// up to 8.9 years; beyond that they stay at the limit.
///
/// The order of calls when a connection is lost: `dropped`, `countFailure`, `nextDelay`. Of each
/// attempt: `attemptBegan`, then `opened` and `becameReady`, or `countFailure` and `nextDelay`.
/// Counting and drawing are apart, so that a failure without a device to retry on counts too.
public struct BackoffState: BitwiseCopyable, Hashable, Sendable {
  /// x: failures since the count last restarted.
  public var failures: UInt32 = 0

  // Four 48-bit words (drop, attempt, mark, previous delay), low and high parts apart so that
  // nothing is lost to alignment.
  private var dropLow: UInt32 = 0
  private var attemptLow: UInt32 = 0
  private var markLow: UInt32 = 0
  private var previousLow: UInt32 = 0
  private var dropHigh: UInt16 = Ticks.noneHigh
  private var attemptHigh: UInt16 = Ticks.noneHigh
  private var markHigh: UInt16 = Ticks.noneHigh
  private var previousHigh: UInt16 = 0

  /// A client that has not failed yet and has made no attempt.
  public init() {}

  /// A connection that was up is lost, or the first attempt is about to be made: `elapsed` counts
  /// from here, and the previous delay is forgotten. Does not count a failure.
  public mutating func dropped(at now: Instant) {
    drop = Ticks(now)
    previous = 0
  }

  /// A connection attempt starts.
  public mutating func attemptBegan(at now: Instant) {
    attempt = Ticks(now)
  }

  /// The transport opened: restarts the count under `reset: open`.
  public mutating func opened(at now: Instant, under policy: borrowing ResolvedPolicy) {
    if policy.reset == .open { restart() }
  }

  /// The session is connected: restarts the count under `ready` and `resync`, and begins the
  /// uptime under `uptime`.
  public mutating func becameReady(at now: Instant, under policy: borrowing ResolvedPolicy) {
    switch policy.reset {
    case .ready, .resync: restart()
    case .uptime: mark = Ticks(now)
    case .open, .idle, .every, .never: break
    }
  }

  /// Counts one failure, after the restarts that depend on the clock.
  public mutating func countFailure(at now: Instant, under policy: borrowing ResolvedPolicy) {
    restartIfDue(at: now, policy.reset)
    if failures < .max { failures += 1 }
  }

  /// The delay before the next attempt after `failures` failures (at least 1).
  ///
  /// Under `clock: attemptStart` the delay counts from the start of the attempt that failed. A
  /// connection that was up and is lost was no failed attempt: then it counts from the drop.
  /// - Parameters:
  ///   - answer: the server's answer that ended the attempt.
  ///   - random: the client's backoff stream of this attempt; the formula's draws are taken off it.
  ///   - perClient: the client's backoff stream of attempt 0, for draws made once in its life.
  public mutating func nextDelay(
    at now: Instant, after answer: ServerAnswer, random: inout RandomStream,
    perClient: RandomStream, under policy: borrowing ResolvedPolicy
  ) -> RetryDecision {
    if case .idle = policy.reset { mark = Ticks(now) }
    if let delay = policy.foldedDelay(after: max(failures, 1), random: random) {
      random.index &+= delay.draws
      previous = delay.microseconds
      return .retry(after: .microseconds(delay.microseconds))
    }
    return decision(
      at: Ticks(now), after: answer, random: &random, perClient: perClient, under: policy)
  }

  /// `nextDelay` of any policy.
  @inline(never)
  private mutating func decision(
    at now: Ticks, after answer: ServerAnswer, random: inout RandomStream, perClient: RandomStream,
    under policy: borrowing ResolvedPolicy
  ) -> RetryDecision {
    let countsFromAttempt = policy.clock == .attemptStart
    let situation = Situation(
      failures: max(failures, 1),
      previous: Double(previous) / 1e6,
      elapsed: drop.isNone ? 0 : seconds(now, since: drop),
      retryAfter: answer.retryAfter.seconds,
      code: Double(answer.code),
      age: !countsFromAttempt ? 0 : attempt.isNone ? .infinity : seconds(now, since: attempt))
    switch policy.outcome(in: situation, random: &random, perClient: perClient) {
    case .stop: return .stop
    case .invalid(let delay): return .invalid(delay)
    case .delay(let delay, let memory):
      previous = memory.nanoseconds / 1_000
      let isAgeTakenOff = policy.formula.subtractsAge
      let isFirst = policy.isFirstOverridden(at: situation.failures)
      guard countsFromAttempt, !isAgeTakenOff || isFirst else { return .retry(after: delay) }
      let origin = max(attempt, drop)
      let used = origin.isNone ? 0 : max(0, now.count - origin.count)
      return .retry(after: max(.zero, delay - .microseconds(used)))
    }
  }
}

extension BackoffState {
  private mutating func restart() {
    failures = 0
    previous = 0
  }

  @inline(__always)
  private mutating func restartIfDue(at now: Instant, _ rule: ResetRule) {
    switch rule {
    // Most clients: nothing to work out.
    case .ready, .open, .resync, .never: break
    case .uptime, .idle, .every: restartIfOverdue(at: Ticks(now), rule)
    }
  }

  @inline(never)
  private mutating func restartIfOverdue(at now: Ticks, _ rule: ResetRule) {
    switch rule {
    case .ready, .open, .resync, .never: break
    case .uptime(let time):
      // An attempt that began after the mark means that connection ended some other way.
      let isCurrent = !mark.isNone && !(attempt > mark)
      if isCurrent, now.count - mark.count >= Ticks.count(of: time) { restart() }
      mark = .none
    case .idle(let time):
      if !mark.isNone, now.count - mark.count > Ticks.count(of: time) { restart() }
    case .every(let time):
      if mark.isNone { mark = drop.isNone ? now : drop }
      guard now.count - mark.count >= Ticks.count(of: time) else { return }
      restart()
      mark = now
    }
  }

  private func seconds(_ now: Ticks, since then: Ticks) -> Double {
    Double(now.count - then.count) / 1e6
  }

  private var drop: Ticks {
    get { Ticks(low: dropLow, high: dropHigh) }
    set { (dropLow, dropHigh) = (newValue.low, newValue.high) }
  }

  private var attempt: Ticks {
    get { Ticks(low: attemptLow, high: attemptHigh) }
    set { (attemptLow, attemptHigh) = (newValue.low, newValue.high) }
  }

  /// The time that the reset rule in force last noted: ready since, last delay asked for, last
  /// restart.
  private var mark: Ticks {
    get { Ticks(low: markLow, high: markHigh) }
    set { (markLow, markHigh) = (newValue.low, newValue.high) }
  }

  /// The previous delay in microseconds.
  private var previous: Int64 {
    get { Int64(previousHigh) << 32 | Int64(previousLow) }
    set {
      let clamped = min(max(newValue, 0), 1 << 48 - 1)
      previousLow = UInt32(truncatingIfNeeded: clamped)
      previousHigh = UInt16(truncatingIfNeeded: clamped >> 32)
    }
  }
}

/// A moment in whole microseconds that fits in 48 bits, or none.
struct Ticks: Comparable {
  let count: Int64

  static let noneHigh: UInt16 = 0x8000
  /// The least of all, so that `max` with a moment gives the moment.
  static let none = Ticks(count: -1 << 47)

  var isNone: Bool { self == .none }

  init(count: Int64) { self.count = count }

  init(_ instant: Instant) {
    let floor = Self.count(of: Interval(nanoseconds: instant.nanoseconds))
    count = min(max(floor, Self.none.count + 1), 1 << 47 - 1)
  }

  init(low: UInt32, high: UInt16) {
    count = Int64(Int16(bitPattern: high)) << 32 | Int64(low)
  }

  var low: UInt32 { UInt32(truncatingIfNeeded: count) }
  var high: UInt16 { UInt16(truncatingIfNeeded: count >> 32) }

  /// Whole microseconds, rounded down.
  static func count(of interval: Interval) -> Int64 {
    let n = interval.nanoseconds
    return n / 1_000 - (n % 1_000 < 0 ? 1 : 0)
  }

  static func < (a: Ticks, b: Ticks) -> Bool { a.count < b.count }
}
