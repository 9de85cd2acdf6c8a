/// What happened in a run, as plain lists in the order of time. Every metric is made of these.
struct Facts {
  /// A first packet at the listener.
  struct Arrival {
    var time: Int64
    var client: Int32
    /// Which attempt since a drop between the first incident's begin and clear; else 0.
    var number: Int32
  }

  /// A service that began.
  struct Service {
    var begin: Int64
    var length: Int64
    var attempt: Int32
    var stage: Stage
  }

  /// A client came to have a connection, or to have none.
  struct Change {
    var time: Int64
    var client: Int32
    var connected: Bool
    /// A connection ends that outlived a silence, which lost a heartbeat: the moment at which that silence began.
    var silentSince: Int64?
  }

  /// An attempt that failed.
  struct Failure {
    var time: Int64
    /// Shed, dropped by a full backlog, or given up while it waited in a queue.
    var atGateway: Bool
  }

  enum Fate: UInt8 {
    case unfinished
    case ready
    case failed
  }

  /// What the clients and the buckets had come to at clear.
  struct Snapshot {
    /// Per client: how far its attempt in progress has come.
    var progress: [Progress]
    /// Per client: whether it has a silent socket that lives on.
    var livesOn: [Bool]
    var tokens: Double
  }

  var attempts = 0
  var shed = 0
  var overflow = 0
  var overflowDrops = 0
  var arrivals: [Arrival] = []
  var services: [Service] = []
  var changes: [Change] = []
  var failures: [Failure] = []
  /// When attempts became ready.
  var successes: [Int64] = []
  /// When clients gave up or ended in error.
  var quits: [Int64] = []
  /// Per attempt, in the order in which they began.
  var fates: [Fate] = []
  /// Per attempt: whether a first packet of it has reached the listener.
  var hasArrived: [Bool] = []
  /// Per attempt: which it is since a drop between the first incident's begin and clear; else 0.
  var numbers: [Int32] = []
  /// Attempts whose first packet that came last was dropped by a full backlog.
  var dropped: Set<Int32> = []
  /// How many requests wait at all stations at the end of each second.
  var queued: [Int] = []
  var atClear: Snapshot?
  var end: Int64 = 0
}
