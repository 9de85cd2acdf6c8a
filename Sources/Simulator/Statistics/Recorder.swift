import Measurements
import Primitives
import Sessions

/// The counts of a run while it goes on: scalars, series and histograms of fixed size.
struct Recorder: ~Copyable {
  let clear: Instant?
  /// First attempts since a drop whose spread is looked at.
  static var spreadAttempts: Int { 12 }

  var attempts = 0
  var attemptsBeforeClear = 0
  var arrivals = 0
  /// First packets that arrived at the listener again, after a full backlog had dropped them.
  var synRepeats = 0
  /// Attempts of which a first packet met a dead address.
  var attemptsAtDeadAddresses = 0
  /// Attempts that failed in each second: two entries for each reason, elsewhere and at the gateway.
  private let failures = FixedTable(count: 2 * CloseReason.allCases.count) { _ in
    SeriesTally(width: .seconds(1))
  }
  /// Arrivals per 100 ms, apart before and from clear on.
  var arrivalsBefore = SeriesTally(width: .milliseconds(100))
  var arrivalsAfter = SeriesTally(width: .milliseconds(100))

  var counted = CountedPerSecond()
  /// The gauges alone.
  var perSecond = PerSecondSeries()
  /// By the number of the attempt since a drop, from 1; the last one is each away client's first
  /// arrival after clear.
  let spread: FixedTable<SpreadRecorder>
  var detect = DurationTally()
  var interruption = DurationTally()
  let milestones: FixedTable<MilestoneRecorder>
  var calls = 0
  var callFailures = 0
  /// The pushes, by subfleet.
  let pushes: FixedTable<PushRecorder>
  var reads = ReadFigures()
  var states: StateClock
  /// Connected clients, by cohort.
  let connected: FixedTable<GaugeSeries>
  /// Clients that want a connection and have none; clients that may still change by themselves.
  var down = GaugeSeries()
  var unsettled = GaugeSeries()
  /// When the gauges of the gateway are due next.
  private(set) var nextSample = Instant.seconds(1)

  /// - Parameters:
  ///   - timed: per milestone, whether how long it took is recorded.
  ///   - systems: by subfleet.
  init(
    clear: Instant?, timed: [Bool], states: Int, systems: [SystemName], cohorts: Int
  ) {
    self.clear = clear
    pushes = FixedTable(count: systems.count) { PushRecorder(systems[$0]) }
    connected = FixedTable(count: cohorts) { _ in GaugeSeries() }
    milestones = FixedTable(count: timed.count) { MilestoneRecorder(isTimed: timed[$0]) }
    self.states = StateClock(kinds: states)
    spread = FixedTable(count: Self.spreadAttempts + 1) { _ in SpreadRecorder() }
  }

  func isBeforeClear(_ now: Instant) -> Bool { clear.map { now < $0 } ?? true }

  mutating func attemptBegan(at now: Instant) {
    attempts += 1
    if isBeforeClear(now) { attemptsBeforeClear += 1 }
    counted.attempts.add(at: now)
  }

  mutating func callBegan(at now: Instant) {
    calls += 1
    counted.calls.add(at: now)
  }

  @inline(__always)
  func reached(_ milestone: Int, after: Interval) {
    milestones[milestone].count += 1
    if milestones[milestone].isTimed { milestones[milestone].after.record(after) }
  }

  mutating func arrived(at now: Instant) {
    arrivals += 1
    countArrival(at: now)
  }

  /// Counts an arrival in its series alone.
  @inline(__always)
  mutating func countArrival(at now: Instant) {
    if isBeforeClear(now) { arrivalsBefore.add(at: now) } else { arrivalsAfter.add(at: now) }
  }

  /// - Parameter isAtGateway: the gateway turned it away, or kept it waiting for too long.
  @inline(__always)
  func failed(_ reason: CloseReason, isAtGateway: Bool, at now: Instant) {
    failures[2 * Int(reason.rawValue) + (isAtGateway ? 1 : 0)].add(at: now)
  }

  /// Counts an attempt that failed in a second.
  @inline(__always)
  func failed(_ reason: CloseReason, isAtGateway: Bool, second: Int) {
    failures[2 * Int(reason.rawValue) + (isAtGateway ? 1 : 0)].add(bin: second)
  }

  /// Records the slots of the gateway, ahead of its other gauges.
  mutating func sample(slots: Int, of limit: Int) {
    let bin = perSecond.queue.bin(of: nextSample) - 1
    var series = perSecond.slots ?? SlotSeries()
    // The only reference to each series is that of the local copy.
    perSecond.slots = nil
    series.limit.set(UInt32(clamping: limit), bin: bin)
    series.inUse.set(UInt32(clamping: slots), bin: bin)
    perSecond.slots = series
  }

  /// Records the gauges of the gateway at the end of the bin that ends at `nextSample`.
  mutating func sample(queue: Int, busy: Double) {
    let bin = perSecond.queue.bin(of: nextSample) - 1
    perSecond.queue.set(UInt32(queue), bin: bin)
    perSecond.busy.append(busy)
    nextSample = nextSample + .seconds(1)
  }
}

extension Recorder {
  /// Returns the counts of attempts and calls.
  func load(until end: Instant) -> RunLoad {
    var load = RunLoad()
    load.attempts = attempts
    load.attemptsBeforeClear = attemptsBeforeClear
    load.arrivals = arrivals
    load.synRepeats = synRepeats
    load.attemptsAtDeadAddresses = attemptsAtDeadAddresses
    load.failures = failureCounts
    load.arrivalsBeforeClear = arrivalsBefore.series
    load.arrivalsAfterClear = arrivalsAfter.series
    load.perSecond = seriesPerSecond(until: end)
    load.spread = spread.map(SpreadResult.init)
    load.detect = detect.recorder
    load.interruption = interruption.recorder
    load.calls = calls
    load.callFailures = callFailures
    return load
  }

  private var failureCounts: [(reason: CloseReason, count: Int)] {
    CloseReason.allCases.map { reason in
      (reason, failures(reason).counts.reduce(0) { $0 + Int($1) })
    }
  }

  /// Returns the series of the counts, of the failures, which are kept by reason, and of the
  /// gauges.
  private func seriesPerSecond(until end: Instant) -> PerSecondSeries {
    var series = perSecond
    setGauges(of: &series, until: end)
    series.attempts = counted.attempts.series
    series.calls = counted.calls.series
    series.accepted = counted.accepted.series
    series.succeeded = counted.succeeded.series
    series.completed = counted.completed.series
    series.refused = failures(.refused)
    series.shed = failures(.shed)
    series.timedOut = failures(.timeout)
    for reason in CloseReason.allCases {
      series.failed = series.failed + failures(reason)
      series.failedAtGateway =
        series.failedAtGateway + failures[2 * Int(reason.rawValue) + 1].series
    }
    return series
  }

  private func setGauges(of series: inout PerSecondSeries, until end: Instant) {
    let connected = connected.entries.map { $0.values(until: end) }
    let all = connected[0].indices.map { second in connected.reduce(0) { $0 + $1[second] } }
    series.connected = TimeSeries(all)
    if connected.count > 1 { series.connectedOfCohort = connected.map { TimeSeries($0) } }
    let waiting = zip(down.values(until: end), unsettled.values(until: end)).map(min)
    series.waitingClients = TimeSeries(waiting)
  }

  private func failures(_ reason: CloseReason) -> TimeSeries {
    failures[2 * Int(reason.rawValue)].series + failures[2 * Int(reason.rawValue) + 1].series
  }
}

/// The counts of each second: see `PerSecondSeries`.
struct CountedPerSecond: ~Copyable {
  var attempts = SeriesTally(width: .seconds(1))
  var calls = SeriesTally(width: .seconds(1))
  var accepted = SeriesTally(width: .seconds(1))
  var succeeded = SeriesTally(width: .seconds(1))
  var completed = SeriesTally(width: .seconds(1))
}

/// When the n-th attempts since a drop arrived at the listener.
struct SpreadRecorder: ~Copyable {
  var sinceDrop = DurationTally(digits: .two)
  /// Absolute arrival times in 10 ms bins.
  var bins = SparseSeries(width: .milliseconds(10))

  mutating func record(_ sinceDrop: Interval, at now: Instant) {
    self.sinceDrop.record(sinceDrop)
    bins.add(at: now)
  }
}

extension SpreadResult {
  init(_ recorder: borrowing SpreadRecorder) {
    let bins = recorder.bins.occupied
    self.init(
      times: recorder.sinceDrop.recorder, effectiveSeconds: bins.effectiveSeconds(binsOf: 10),
      mostAtOnce: bins.largestSum(of: 10))
  }
}

/// How often a milestone was reached, and how long it took.
struct MilestoneRecorder: ~Copyable {
  let isTimed: Bool
  var count = 0
  var after = DurationTally()

  init(isTimed: Bool) { self.isTimed = isTimed }
}

extension MilestoneCount {
  init(_ name: SystemWord, _ recorder: borrowing MilestoneRecorder) {
    self.init(
      name: name, count: recorder.count, after: recorder.isTimed ? recorder.after.recorder : nil)
  }
}

/// The counts of the pushes to the clients of one subfleet: see `PushFigures`.
struct PushRecorder: ~Copyable {
  let system: SystemName
  var made = 0
  var late = 0
  var missed = 0
  var delay = DurationTally()

  init(_ system: SystemName) { self.system = system }
}

extension PushFigures {
  init(_ recorder: borrowing PushRecorder) {
    self.init(recorder.system)
    made = recorder.made
    late = recorder.late
    missed = recorder.missed
    delay = recorder.delay.recorder
  }
}
