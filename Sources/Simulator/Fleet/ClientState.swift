import Primitives

/// The state of a client with regard to the connection it wants: it wants none, has it, or lacks
/// it.
enum Presence: UInt8, BitwiseCopyable { case idle, up, down }

/// The facts about a client that are remembered beside its session.
struct Marks: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8
  static let everConnected = Marks(rawValue: 1)
  static let affected = Marks(rawValue: 2)
  static let settled = Marks(rawValue: 4)
  /// The client has come to life.
  static let started = Marks(rawValue: 8)
  /// The server takes the client's session for ended.
  static let loggedOut = Marks(rawValue: 16)
  /// The present outage spell began after clear, by what the user did.
  static let ownAccord = Marks(rawValue: 32)
  /// A fault has cut the connection, and the client does not know yet.
  static let hit = Marks(rawValue: 64)
  /// Its heartbeats are healthy and not simulated one by one: see `FastForward`.
  static let fastForwarded = Marks(rawValue: 128)
}

/// How a client stands to what is measured.
struct RecoveryMarks: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8
  /// It had no connection, and wanted one, just before clear.
  static let awayAtClear = RecoveryMarks(rawValue: 1)
  /// It wanted none at clear, and so is no measure of the recovery.
  static let absentAtClear = RecoveryMarks(rawValue: 2)
  /// Its first arrival after clear has come.
  static let hasArrived = RecoveryMarks(rawValue: 4)
  /// It lost a connection again after it was back.
  static let relapsed = RecoveryMarks(rawValue: 8)
  /// A first packet of the present attempt has been sent while the one before was still on its way.
  static let repeatsEarly = RecoveryMarks(rawValue: 16)
  /// The time limit of the present attempt is posted when its first packet arrives: see
  /// `RetryPassages`.
  static let limitOwed = RecoveryMarks(rawValue: 32)
  /// The latest outage spell began with the loss of a connection. Stale while the client has one.
  static let isInterrupted = RecoveryMarks(rawValue: 64)
  /// It was affected, and wanted no connection before it was back: it does not count any more.
  static let excused = RecoveryMarks(rawValue: 128)
}
