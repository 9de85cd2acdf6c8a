/// How far an attempt has come at the gateway.
enum Progress: UInt8, Comparable {
  case outside
  case inHandshakeQueue
  case inHandshake
  case admitted
  case inAuthQueue
  case inAuth
  case authenticated
  case inReadyQueue
  case inReady
  case readySent
  case inApiQueue
  case inApi
  case apiDone

  static func < (left: Progress, right: Progress) -> Bool { left.rawValue < right.rawValue }

  var isQueue: Bool {
    self == .inHandshakeQueue || self == .inAuthQueue || self == .inReadyQueue
      || self == .inApiQueue
  }

  static func waiting(for stage: Stage) -> Progress {
    switch stage {
    case .handshake: return .inHandshakeQueue
    case .auth: return .inAuthQueue
    case .ready: return .inReadyQueue
    case .api: return .inApiQueue
    }
  }

  static func served(by stage: Stage) -> Progress {
    switch stage {
    case .handshake: return .inHandshake
    case .auth: return .inAuth
    case .ready: return .inReady
    case .api: return .inApi
    }
  }
}

/// Why an attempt failed.
enum Reason: UInt8 {
  case refused
  case timeout
  case reset
  case shed
  case auth
  case permanent
}

/// One client: the `stoat` session with its socket, as far as it matters here.
struct Client {
  enum State: UInt8 {
    /// DISCONNECTED with a timer.
    case waiting
    /// RECONNECTING.
    case attempting
    /// CONNECTED, whatever has become of the socket.
    case connected
    /// DISCONNECTED without a timer.
    case gaveUp
    /// ERROR.
    case inError
  }

  static let noAttempt: Int32 = -1
  /// The connection that a client has when the run begins.
  static let firstConnection: Int32 = -2

  var state = State.connected
  /// Whether it has a connection over which something gets through.
  var live = true
  var attempt = Client.firstConnection
  var node = 0
  var progress = Progress.apiDone
  var begun: Int64 = 0
  var openedAt = Int64.min / 2
  var authenticatedAt = Int64.max
  var overflowed = false
  /// A first packet has been refused, and the answer is on its way.
  var isAnswered = false
  /// The socket is dead: nothing of this connection arrives any more.
  var cut = false
  /// Its network is gone: neither side hears of the other.
  var mute = false
  /// When it last lost its connection.
  var downAt: Int64 = 0
  /// It has a connection again, whose end is known already.
  var isPassing = false
  /// A heartbeat will not be answered in time because of a silence.
  var doomed = false
  var pingedAt = Int64.min / 2
  var pongAt = Int64.min / 2

  var connectDeadline = Int64.max
  /// The earliest pending event of the connect timer.
  var connectTimerAt = Int64.max

  var failures = 0
  var previousDelay = 0.0
  var lostAt: Int64 = 0
  /// Attempts since the last drop, and whether that was between the first incident and clear.
  var number: Int32 = 0
  var dropCounts = false
  /// The client's own factor on every latency.
  var distance = 1.0
}
