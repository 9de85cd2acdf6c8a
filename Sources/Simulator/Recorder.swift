import Measurements
import Primitives
import Sessions

/// What is counted while a run goes on: scalars, series and histograms of fixed size.
struct Recorder {
  let clear: Instant?
  /// First attempts since a drop whose spread is looked at.
  static var spreadAttempts: Int { 12 }

  var attempts = 0
  var attemptsBeforeClear = 0
  var arrivals = 0
  var failures = [Int](repeating: 0, count: CloseReason.allCases.count)
  /// Arrivals per 100 ms, apart before and from clear on.
  var arrivalsBefore = TimeSeries(width: .milliseconds(100))
  var arrivalsAfter = TimeSeries(width: .milliseconds(100))

  var perSecond = PerSecondSeries()
  var spread: [SpreadRecorder]
  var detect = DurationRecorder()
  /// Busy time of attempts that did, and that never did, become ready.
  var usefulWork = Interval.zero
  var wastedWork = Interval.zero
  var milestones: [MilestoneRecorder]
  var calls = 0
  var callFailures = 0
  /// In the order of the systems.
  var pushes = SystemName.allCases.map { _ in PushFigures() }
  var reads = ReadFigures()
  var displays: DisplayClock
  var connected = 0
  /// When the gauges are due next.
  private(set) var nextSample = Instant.seconds(1)

  /// - Parameter timed: per milestone, whether how long it took is recorded.
  init(clear: Instant?, timed: [Bool], displays: Int) {
    self.clear = clear
    milestones = timed.map { MilestoneRecorder(after: $0 ? DurationRecorder() : nil) }
    self.displays = DisplayClock(kinds: displays)
    spread = (0..<Self.spreadAttempts).map { _ in SpreadRecorder() }
  }

  func isBeforeClear(_ now: Instant) -> Bool { clear.map { now < $0 } ?? true }

  mutating func attemptBegan(at now: Instant) {
    attempts += 1
    if isBeforeClear(now) { attemptsBeforeClear += 1 }
    perSecond.attempts.add(at: now)
  }

  mutating func callBegan(at now: Instant) {
    calls += 1
    perSecond.calls.add(at: now)
  }

  mutating func reached(_ milestone: Int, after: Interval) {
    milestones[milestone].count += 1
    milestones[milestone].after?.record(after)
  }

  mutating func arrived(at now: Instant) {
    arrivals += 1
    if isBeforeClear(now) { arrivalsBefore.add(at: now) } else { arrivalsAfter.add(at: now) }
  }

  mutating func failed(_ reason: CloseReason, at now: Instant) {
    failures[Int(reason.rawValue)] += 1
    switch reason {
    case .refused: perSecond.refused.add(at: now)
    case .shed: perSecond.shed.add(at: now)
    case .timeout: perSecond.timedOut.add(at: now)
    case .reset, .auth, .offline, .normal: break
    }
  }

  /// Records the gauges at the end of the bin that ends at `nextSample`.
  mutating func sample(waiting: Int, queue: Int, busy: Double) {
    let bin = perSecond.connected.bin(of: nextSample) - 1
    perSecond.connected.set(UInt32(connected), bin: bin)
    perSecond.waitingClients.set(UInt32(waiting), bin: bin)
    perSecond.queue.set(UInt32(queue), bin: bin)
    perSecond.busy.append(busy)
    nextSample = nextSample + .seconds(1)
  }
}

/// When the n-th attempts since a drop came to the door.
struct SpreadRecorder: Sendable {
  var sinceDrop = DurationRecorder(digits: .two)
  /// Absolute arrival times in 100 ms bins.
  var bins = TimeSeries(width: .milliseconds(100))

  mutating func record(_ sinceDrop: Interval, at now: Instant) {
    self.sinceDrop.record(sinceDrop)
    bins.add(at: now)
  }
}

/// How often a milestone was reached, and how long it took.
struct MilestoneRecorder: Sendable {
  var count = 0
  var after: DurationRecorder?
}

/// Time that all clients together spent under each display.
///
/// Sums of differences, in microseconds: entering subtracts the moment, leaving adds it.
struct DisplayClock: Sendable {
  private var sums: [Int64]
  private var counts: [Int]

  init(kinds: Int) {
    sums = Array(repeating: 0, count: kinds)
    counts = Array(repeating: 0, count: kinds)
  }

  mutating func enter(_ kind: Int, at now: Instant) {
    counts[kind] += 1
    sums[kind] -= now.nanoseconds / 1_000
  }

  mutating func leave(_ kind: Int, at now: Instant) {
    counts[kind] -= 1
    sums[kind] += now.nanoseconds / 1_000
  }

  /// Seconds under each display until `end`.
  func totals(at end: Instant) -> [Double] {
    zip(sums, counts).map { Double($0 + Int64($1) * (end.nanoseconds / 1_000)) / 1e6 }
  }
}
