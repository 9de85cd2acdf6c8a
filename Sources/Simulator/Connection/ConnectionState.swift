import Primitives

/// The world's side of a client's present connection, or of its attempt at one: 4 bytes.
///
/// The client's own side is the session slot's (`connection`, `attempt`). All changes are the methods of this
/// file. Builds with assertions refuse a change that the states do not have; a test walks all of them.
struct ConnectionState: BitwiseCopyable, Hashable {
  private var facts = Facts()
  /// The low four bits count the attempts of the outage spell. The attempt's stage is above them.
  private var progress: UInt8 = 0
  /// The node in the low 12 bits, the SYN above them.
  private var entrance = ConnectionState.noNode

  /// A client without a connection.
  init() {}

  // MARK: The peer's messages

  /// The two messages of a set-up that have come: Authenticated, then Ready.
  enum Welcome: UInt8, CaseIterable {
    /// Neither. Exits: `authenticated`, `authenticatedEarly`, `readyEarly`; `greeted` where the set-up was played ahead.
    case nothing = 0
    /// Authenticated has been delivered. Exits: `greeted`.
    case authenticated = 1
    /// Both have been delivered. Without exit.
    case greeted = 3
    /// Authenticated is here and waits for the connection to open. Exits: `authenticated`, `bothEarly`.
    case authenticatedEarly = 4
    /// Ready is here and waits for Authenticated. Exits: `authenticatedThenReady`, `bothEarly`.
    case readyEarly = 8
    /// Authenticated has been delivered, and Ready, which is here, is the next. Exits: `greeted`.
    case authenticatedThenReady = 9
    /// Both are here and wait. Exits: `authenticatedThenReady`.
    case bothEarly = 12
  }

  /// nil for facts that cannot be together.
  var welcome: Welcome? { Welcome(rawValue: facts.intersection(.welcome).rawValue) }

  /// True if Authenticated has been delivered.
  var isAuthenticated: Bool { facts.contains(.authenticated) }
  /// True if Ready, or the whole initial payload, has been delivered.
  var isGreeted: Bool { facts.contains(.greeted) }
  /// True if Authenticated is here and waits for the connection to open.
  var holdsAuthenticated: Bool { facts.contains(.earlyAuthenticated) }
  /// True if Ready is here and waits for Authenticated.
  var holdsReady: Bool { facts.contains(.earlyReady) }

  /// A message is here that must wait.
  mutating func hold(_ message: Held) {
    switch message {
    case .authenticated: facts.insert(.earlyAuthenticated)
    case .ready: facts.insert(.earlyReady)
    }
    check()
  }

  /// A message of the set-up: Authenticated waits for the connection to open, Ready for Authenticated.
  enum Held { case authenticated, ready }

  mutating func deliverAuthenticated() {
    facts.insert(.authenticated)
    facts.remove(.earlyAuthenticated)
    check()
  }

  mutating func deliverReady() {
    facts.insert(.greeted)
    facts.remove(.earlyReady)
    check()
  }

  // MARK: The wire

  /// True if neither side has lost the other: nothing but the network's condition stands between them.
  var isWhole: Bool { facts.isDisjoint(with: [.severed, .vanished]) }
  /// True if the gateway has dropped the connection. Its client may not know yet.
  var isSevered: Bool { facts.contains(.severed) }
  /// True if the network under it is gone: neither side hears of the other again, nor of the loss.
  var isVanished: Bool { facts.contains(.vanished) }
  /// True if the client itself has begun the closing handshake.
  var isClosing: Bool { facts.contains(.closing) }
  /// True if the session reached its connected state over this connection.
  var hasSucceeded: Bool { facts.contains(.succeeded) }
  /// True if nothing has happened to the attempt at the client's end.
  var isUntouched: Bool { facts.isEmpty }
  /// True if it is in good order and nothing but heartbeats is to come.
  var isAtRest: Bool { facts == [.authenticated, .greeted, .succeeded] }

  /// The gateway drops the connection, and all that it holds of it.
  mutating func sever() {
    facts.insert(.severed)
    move(to: .outside)
  }

  /// A station drops the attempt, and the gateway closes its connection.
  mutating func drop() {
    facts.insert(.severed)
    move(to: .rejected)
  }

  /// The client has moved to another network.
  mutating func vanish() { facts.insert(.vanished) }

  mutating func beginClosing() { facts.insert(.closing) }

  mutating func succeed() { facts.insert(.succeeded) }

  // MARK: The attempt

  /// Attempts begun in the present outage spell; 15 stands for more. An outage spell is a time in
  /// which the client lacks the connection it wants.
  var attemptsInOutage: UInt8 { progress & 15 }

  /// An outage spell begins, in which so many attempts have begun.
  mutating func beginOutage(attempts: UInt8) {
    progress = progress & 0xF0 | min(attempts, 15)
  }

  /// A new attempt begins.
  mutating func begin() {
    facts = []
    progress = min(attemptsInOutage + 1, 15) | AttemptStage.outside.rawValue << 4
    leaveNode()
  }

  /// So many attempts of this outage spell have begun, and all are over.
  mutating func passOver(attempts: UInt8) {
    facts = []
    progress = min(attempts, 15) | AttemptStage.outside.rawValue << 4
    leaveNode()
  }

  /// The connection or attempt is over. The node is still known, for a notice.
  mutating func end() {
    facts = []
    progress = attemptsInOutage | AttemptStage.outside.rawValue << 4
  }

  /// The set-up came to a good end before the run.
  mutating func establish() { facts = [.authenticated, .greeted, .succeeded] }

  /// A set-up that was known to succeed has been played to its end.
  mutating func playWelcome() {
    facts = [.authenticated, .greeted]
    progress = attemptsInOutage | AttemptStage.ready.rawValue << 4
  }

  // MARK: At the gateway

  /// How far the present attempt has come at the gateway.
  var stage: AttemptStage {
    // Four of the 16 values mean no stage. Builds with assertions look for them; the look costs 0.2 % of a storm.
    @inline(__always) get {
      assert(AttemptStage(rawValue: progress >> 4) != nil, "\(progress >> 4) is no stage")
      return unsafeBitCast(progress >> 4, to: AttemptStage.self)
    }
  }

  @inline(__always)
  mutating func move(to stage: AttemptStage) {
    assert(
      self.stage == stage || self.stage.exits.contains(stage),
      "an attempt cannot go from \(self.stage) to \(stage)")
    progress = progress & 15 | stage.rawValue << 4
  }

  /// A station has begun to work for the attempt. Nothing changes where the gateway has dropped the connection
  /// meanwhile, or where the client has been played on and is farther.
  @inline(__always)
  mutating func serve(at role: StationRole) {
    if isSevered || isGreeted { return }
    move(to: .service(at: role))
  }

  /// A call is at the gateway that is the last step of the set-up, or comes after it.
  @inline(__always)
  mutating func call(_ stage: AttemptStage) {
    if self.stage.isReadyOrLater { move(to: stage) }
  }

  /// The node of a client that is on none.
  static var noNode: UInt16 { 0xFFF }

  /// The node that took the present connection in; `noNode` if none did.
  var node: UInt16 {
    @inline(__always) get { entrance & 0xFFF }
  }

  /// The SYN by which that node took it in, counted from 0; at most 15.
  var syn: Int {
    @inline(__always) get { Int(entrance >> 12) }
  }

  @inline(__always)
  mutating func answer(syn: Int) { entrance = entrance & 0xFFF | UInt16(syn) << 12 }

  @inline(__always)
  mutating func join(_ node: UInt16) { entrance = entrance & 0xF000 | node }

  mutating func leaveNode() { join(Self.noNode) }

  /// Traps, where assertions are on, if the peer's messages came in an order that there is not.
  @inline(__always)
  private func check() { assert(welcome != nil, "\(facts) cannot be together") }

  /// One byte: the low four bits are the welcome, the others the facts of the wire.
  private struct Facts: OptionSet, BitwiseCopyable, Hashable {
    let rawValue: UInt8
    static let authenticated = Facts(rawValue: 1)
    static let greeted = Facts(rawValue: 2)
    static let earlyAuthenticated = Facts(rawValue: 4)
    static let earlyReady = Facts(rawValue: 8)
    static let severed = Facts(rawValue: 16)
    static let succeeded = Facts(rawValue: 32)
    static let vanished = Facts(rawValue: 64)
    static let closing = Facts(rawValue: 128)
    static let welcome = Facts(rawValue: 15)
  }
}
