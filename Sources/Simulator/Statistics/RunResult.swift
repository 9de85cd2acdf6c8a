import GatewayModel
import Measurements
import Primitives
import Sessions

/// The result of one run: plain numbers, ready to be summarised. It holds no client's private
/// state.
public struct RunResult: Sendable {
  public var course: RunCourse
  public var load: RunLoad
  /// The recovery of the whole fleet.
  public var recovery: RunRecovery
  public var gateway: GatewayFigures
  public var sessions: SessionFigures
  public var log: RunLog
  /// The cohorts in the order of the plan; empty where there is only one.
  public var cohorts: [CohortResult]

  public init(
    course: RunCourse, load: RunLoad, recovery: RunRecovery, gateway: GatewayFigures,
    sessions: SessionFigures = SessionFigures(), log: RunLog = RunLog(),
    cohorts: [CohortResult] = []
  ) {
    self.course = course
    self.load = load
    self.recovery = recovery
    self.gateway = gateway
    self.sessions = sessions
    self.log = log
    self.cohorts = cohorts
  }
}

/// How far a run went, and the moments that its figures count from.
public struct RunCourse: Sendable {
  public var clients: Int
  public var end: Instant
  /// nil where a blocking fault has no end.
  public var clear: Instant?
  /// True if the run was broken off.
  public var isTruncated = false
  public var events = 0
  /// The digest of all that was observable.
  public var digest = Digest()
  /// The begin of the first incident; nil without one.
  public var incidentBegin: Instant?
  /// Clients without a connection just before the first incident; nil without one.
  public var awayBefore: Int?
  /// How things stood at clear; nil without faults, and where the run ended before clear.
  public var atClear: StandAtClear?

  public init(clients: Int, end: Instant, clear: Instant?) {
    self.clients = clients
    self.end = end
    self.clear = clear
  }
}

/// Attempts and calls: how many, when, and with which outcome.
public struct RunLoad: Sendable {
  public var attempts = 0
  public var attemptsBeforeClear = 0
  public var arrivals = 0
  /// First packets that arrived at the listener again, after a full backlog had dropped them.
  public var synRepeats = 0
  /// Attempts of which a first packet met an address that a fault had killed.
  public var attemptsAtDeadAddresses = 0
  public var failures: [(reason: CloseReason, count: Int)] = []
  public var arrivalsBeforeClear = TimeSeries(width: .milliseconds(100))
  public var arrivalsAfterClear = TimeSeries(width: .milliseconds(100))
  public var perSecond = PerSecondSeries()
  /// For attempt numbers 1 to 12 since a drop: arrivals since the drop; last the away clients' first
  /// arrivals after clear, since clear.
  public var spread: [SpreadResult] = []
  /// From the begin of a fault to the moment at which a client whose connection it cut noticed that.
  public var detect = DurationRecorder()
  /// From the loss of an affected client's connection until it had one again, or wanted none any more.
  public var interruption = DurationRecorder()
  /// Calls begun to the gateway, and how many of them failed.
  public var calls = 0
  public var callFailures = 0
  /// Connections that a box on the way forgot.
  public var idleKills = 0

  public init() {}
}

/// The outcomes of clients: of all, or of those of one cohort.
public struct RunRecovery: Sendable {
  public var outcomes = Outcomes()
  /// Clients that want a connection at clear and lacked one at some moment from the first
  /// incident's begin to clear; a client that no longer wanted one before being back is not among
  /// them.
  public var affected = 0
  /// Clients that were among them until they no longer wanted a connection. Their interruptions until then are in
  /// `RunLoad.interruption`.
  public var excused = 0
  /// Affected clients that were away at clear.
  public var affectedAway = 0
  /// Per affected client that was back: from clear to the first moment at which it was connected.
  public var recoveries: [Interval] = []
  /// Those of `recoveries` whose clients were away at clear.
  public var recoveriesOfAway: [Interval] = []
  /// Per affected client that is connected at the end: how long after clear that connection began.
  public var lastRecoveries: [Interval] = []
  /// Affected clients that lost a connection again after they were back.
  public var relapsed = 0
  /// Affected clients without a connection at the end who still try.
  public var affectedTrying = 0
  /// Per affected client that ever had a connection: time without one.
  public var downtimes: [Interval] = []
  /// How many of `downtimes` were still growing at the end.
  public var downtimeCensored = 0
  /// Per affected client that had lost its connection and had none at the end: for how long.
  public var openInterruptions: [Interval] = []

  public init() {}

  /// Makes room for the times of `clients` clients.
  mutating func reserve(_ clients: Int) {
    recoveries.reserveCapacity(clients)
    recoveriesOfAway.reserveCapacity(clients)
    lastRecoveries.reserveCapacity(clients)
    downtimes.reserveCapacity(clients)
  }

  mutating func add(_ part: RunRecovery) {
    outcomes.add(part.outcomes)
    affected += part.affected
    excused += part.excused
    affectedAway += part.affectedAway
    recoveries += part.recoveries
    recoveriesOfAway += part.recoveriesOfAway
    lastRecoveries += part.lastRecoveries
    relapsed += part.relapsed
    affectedTrying += part.affectedTrying
    downtimes += part.downtimes
    downtimeCensored += part.downtimeCensored
    openInterruptions += part.openInterruptions
  }
}

extension RunResult {
  /// Single interruptions of the affected; those that went on at the end with their lengths until then.
  public var interruptions: DurationRecorder {
    var all = load.interruption
    for length in recovery.openInterruptions { all.record(length) }
    return all
  }
}

/// The result of one cohort.
public struct CohortResult: Sendable {
  public var name: String
  public var clients = 0
  public var attempts = 0
  /// Clients that were away at clear.
  public var awayAtClear = 0
  /// Connections that a box on the way forgot.
  public var idleKills = 0
  public var recovery = RunRecovery()

  public init(name: String) { self.name = name }

  /// Several cohorts together.
  public init(name: String, sumOf parts: [CohortResult]) {
    self.init(name: name)
    for part in parts {
      clients += part.clients
      attempts += part.attempts
      awayAtClear += part.awayAtClear
      idleKills += part.idleKills
      recovery.add(part.recovery)
    }
  }
}

/// The work of the gateway.
public struct GatewayFigures: Sendable {
  public var usefulWork = Interval.zero
  public var wastedWork = Interval.zero
  /// Attempts that admission turned away.
  public var shed = 0
  /// Slots of admission in use at the end, and the most that ever were at once.
  public var slotsInUse = 0
  public var slotsPeak = 0
  /// First packets that a full backlog dropped.
  public var acceptOverflow = 0
  /// The longest that a link was ever behind what it was given.
  public var backlogPeak = Interval.zero
  public var stations: [(role: StationRole, statistics: StationStatistics)]
  /// Busy time by the second in which a service began, by role.
  public var work: [RoleWork] = []

  public init(stations: [(role: StationRole, statistics: StationStatistics)]) {
    self.stations = stations
  }
}

/// The figures that the session systems show of themselves.
public struct SessionFigures: Sendable {
  /// Per milestone: how often it was reached.
  public var milestones: [MilestoneCount] = []
  /// For each state: the time that clients spent in it, and how many there were.
  public var states: [StateTime] = []
  /// One for each session system of the fleet.
  public var pushes: [PushFigures] = []
  public var reads = ReadFigures()
  public var contention = ContentionFigures()

  public init() {}
}

/// The records that were written down on the way.
public struct RunLog: Sendable {
  /// The digest of all that was observable up to the end of each second, up to the last in which anything
  /// was.
  public var runningDigests: [Digest] = []
  /// All facts in the time that the plan asks about, in the order of time.
  public var facts: [RunFact] = []
  /// The events of the clients that the plan follows, and which faults began and ended: in the
  /// order of time.
  public var trace: [TraceEntry] = []
  /// The affected clients, first those that were back first, last those that never were; empty where the
  /// plan does not ask for it.
  public var ranking: [RankedClient] = []

  public init() {}
}

/// When the attempts of one number arrived at the listener.
public struct SpreadResult: Sendable {
  public var times: DurationRecorder
  /// The number of seconds over which an even stream would be as crowded; nil below 100 arrivals.
  public var effectiveSeconds: Double?
  /// Most arrivals within any 100 ms, to 10 ms.
  public var mostAtOnce: Int

  public init(times: DurationRecorder, effectiveSeconds: Double?, mostAtOnce: Int) {
    self.times = times
    self.effectiveSeconds = effectiveSeconds
    self.mostAtOnce = mostAtOnce
  }
}

/// How often a milestone was reached.
public struct MilestoneCount: Sendable {
  public var name: SystemWord
  public var count: Int
  /// How long it took; nil for a milestone that says nothing about that.
  public var after: DurationRecorder?

  public init(name: SystemWord, count: Int, after: DurationRecorder? = nil) {
    self.name = name
    self.count = count
    self.after = after
  }
}

/// The clients in one state of a session system.
public struct StateTime: Sendable {
  public var name: SystemWord
  /// The time of all clients together.
  public var seconds: Double
  /// The clients at the end of each second.
  public var clients: TimeSeries

  public init(
    name: SystemWord, seconds: Double, clients: TimeSeries = TimeSeries(width: .seconds(1))
  ) {
    self.name = name
    self.seconds = seconds
    self.clients = clients
  }
}

/// The outcome of the backend's pushes to clients of one session system.
public struct PushFigures: Sendable {
  public var system: SystemName
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

  public init(_ system: SystemName) { self.system = system }
}

/// How far the clients came that contend for the gateway's row.
public struct ContentionFigures: Hashable, Sendable {
  public var clients = 0
  /// The clients whose write has succeeded, and which know it.
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

  public init(staleLock: Int = 0, staleLatest: Int = 0) {
    self.staleLock = staleLock
    self.staleLatest = staleLatest
  }
}

/// The number of clients with each outcome; the five sum to the number of clients.
public struct Outcomes: Hashable, Sendable {
  public var recovered = 0
  /// The recovered clients that want no connection.
  public var idle = 0
  public var inError = 0
  public var gaveUp = 0
  public var stuck = 0
  public var stillTrying = 0
  /// The clients still trying whose user asked for a connection just now, after clear.
  public var connecting = 0

  public init(
    recovered: Int = 0, idle: Int = 0, inError: Int = 0, gaveUp: Int = 0, stuck: Int = 0,
    stillTrying: Int = 0, connecting: Int = 0
  ) {
    self.recovered = recovered
    self.idle = idle
    self.inError = inError
    self.gaveUp = gaveUp
    self.stuck = stuck
    self.stillTrying = stillTrying
    self.connecting = connecting
  }

  mutating func add(_ other: Outcomes) {
    recovered += other.recovered
    idle += other.idle
    inError += other.inError
    gaveUp += other.gaveUp
    stuck += other.stuck
    stillTrying += other.stillTrying
    connecting += other.connecting
  }
}

/// Series of one-second bins.
public struct PerSecondSeries: Sendable {
  public var attempts = TimeSeries(width: .seconds(1))
  public var calls = TimeSeries(width: .seconds(1))
  public var accepted = TimeSeries(width: .seconds(1))
  public var refused = TimeSeries(width: .seconds(1))
  public var shed = TimeSeries(width: .seconds(1))
  public var timedOut = TimeSeries(width: .seconds(1))
  /// Attempts that failed, for whatever reason; and those that the gateway turned away, dropped, or
  /// kept waiting for too long.
  public var failed = TimeSeries(width: .seconds(1))
  public var failedAtGateway = TimeSeries(width: .seconds(1))
  /// Attempts that became ready.
  public var succeeded = TimeSeries(width: .seconds(1))
  /// Clients that came back by a set-up, without those whose users had just asked for a connection.
  public var completed = TimeSeries(width: .seconds(1))
  /// Gauges at the end of each bin: connected clients, clients waiting, requests queued.
  public var connected = TimeSeries(width: .seconds(1))
  /// By cohort; empty where there is only one.
  public var connectedOfCohort: [TimeSeries] = []
  public var waitingClients = TimeSeries(width: .seconds(1))
  public var queue = TimeSeries(width: .seconds(1))
  /// Busy servers integrated since the run's start, in server-seconds, at the end of each bin.
  public var busy: [Double] = []
  /// Gauges of admission by slots; nil where it is another.
  public var slots: SlotSeries?

  public init() {}
}

/// The slots of all nodes at the end of each second.
public struct SlotSeries: Sendable {
  /// How many there are: the whole part of each limit.
  public var limit = TimeSeries(width: .seconds(1))
  public var inUse = TimeSeries(width: .seconds(1))
}
