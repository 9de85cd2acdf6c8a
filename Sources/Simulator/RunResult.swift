import GatewayModel
import Measurements
import Primitives
import Sessions

/// What one run gave: plain numbers, ready to be summarised. Holds no client's private state.
public struct RunResult: Sendable {
  public var clients: Int
  /// When the run ended.
  public var end: Instant
  /// nil where a blocking fault has no end.
  public var clear: Instant?
  public var isTruncated: Bool
  public var events: Int
  public var digest: Digest

  public var attempts: Int
  public var attemptsBeforeClear: Int
  public var arrivals: Int
  public var failures: [(reason: CloseReason, count: Int)]
  public var arrivalsBeforeClear: TimeSeries
  public var arrivalsAfterClear: TimeSeries
  public var perSecond: PerSecondSeries
  /// For attempt numbers 1, 2, ... since a drop: arrival times since the drop.
  public var spread: [DurationRecorder]
  /// Largest share of one attempt number in one 100 ms bin; nil where none had enough arrivals.
  public var sameInstantShare: Double?
  public var detect: DurationRecorder

  public var outcomes: Outcomes
  /// Clients that wanted a connection and had none at some moment since the first fault began,
  /// except those that ended idle.
  public var affected: Int
  /// Per affected client that is connected at the end: how long after clear that connection began.
  public var recoveries: [Interval]
  /// Per affected client that ever had a connection: time without one.
  public var downtimes: [Interval]
  /// How many of `downtimes` were still growing at the end.
  public var downtimeCensored: Int

  public var usefulWork: Interval
  public var wastedWork: Interval
  public var shed: Int
  public var acceptOverflow: Int
  public var stations: [(role: StationRole, statistics: StationStatistics)]

  /// Per milestone of the session systems: how often it was reached.
  public var milestones: [MilestoneCount]
  /// Time that all clients together spent under each display.
  public var displays: [DisplayTime]
  /// Calls begun to the gateway, and how many of them failed.
  public var calls = 0
  public var callFailures = 0
  /// In the order of `SystemName`.
  public var pushes = SystemName.allCases.map { _ in PushFigures() }
  public var reads = ReadFigures()
  public var contention = ContentionFigures()
}

/// How often a milestone was reached.
public struct MilestoneCount: Sendable {
  public var name: SystemWord
  public var count: Int
  /// How long it took; nil for a milestone that says nothing about that.
  public var after: DurationRecorder?
}

/// How long clients stood under one display.
public struct DisplayTime: Sendable {
  public var name: SystemWord
  public var seconds: Double
}

/// What became of what the backend pushed.
public struct PushFigures: Sendable {
  /// Pushes made to clients whom they concern.
  public var made = 0
  /// Those that met no live connection.
  public var late = 0
  /// Those that no client ever gets: updates of entities, made while the socket was down.
  public var missed = 0
  /// Late ones that were still not delivered when the run ended.
  public var undelivered = 0
  /// From push to delivery, of those delivered.
  public var delay = DurationRecorder()
}

/// How far the clients came that contend for the gateway's row.
public struct ContentionFigures: Hashable, Sendable {
  public var clients = 0
  /// Those whose write has succeeded, and who know it.
  public var successes = 0
  /// When the last of them came to know it.
  public var lastSuccess = Instant.start
  /// How often the row was written.
  public var rowVersion = 0
}

/// How old the values were that reads returned.
public struct ReadFigures: Sendable {
  /// Reads served by a copy that was older than the server's, by layer.
  public var staleLock = 0
  public var staleLatest = 0
}

/// How many clients ended how; the five sum to the number of clients.
public struct Outcomes: Hashable, Sendable {
  public var recovered = 0
  /// Of the recovered: those that want no connection.
  public var idle = 0
  public var inError = 0
  public var gaveUp = 0
  public var stuck = 0
  public var stillTrying = 0
  /// Of those still trying: those whose user asked for a connection just now, after clear.
  public var connecting = 0
}

/// Series of one-second bins.
public struct PerSecondSeries: Sendable {
  public var attempts = TimeSeries(width: .seconds(1))
  public var calls = TimeSeries(width: .seconds(1))
  public var accepted = TimeSeries(width: .seconds(1))
  public var refused = TimeSeries(width: .seconds(1))
  public var shed = TimeSeries(width: .seconds(1))
  public var timedOut = TimeSeries(width: .seconds(1))
  /// Clients that came back.
  public var completed = TimeSeries(width: .seconds(1))
  /// Gauges at the end of each bin: connected clients, clients waiting, requests queued.
  public var connected = TimeSeries(width: .seconds(1))
  public var waitingClients = TimeSeries(width: .seconds(1))
  public var queue = TimeSeries(width: .seconds(1))
  /// Busy servers integrated since the run's start, in server-seconds, at the end of each bin.
  public var busy: [Double] = []
}
