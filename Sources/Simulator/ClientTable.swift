import Primitives
import Sessions

/// What the loop touches of a client on every event of its: 64 bytes for a Stoat client.
struct ClientRecord<Machine: SessionStateMachine>: BitwiseCopyable {
  var slot: SessionSlot<Machine>
  var link: Link = []
  /// The node that took the present connection in.
  var node = ClientRecord.noNode

  static var noNode: UInt16 { .max }

  init(_ machine: Machine) { slot = SessionSlot(machine) }
}

/// What the world knows of a client's present connection.
struct Link: OptionSet, BitwiseCopyable, Sendable {
  let rawValue: UInt8
  /// The Authenticated message has been delivered.
  static let authenticated = Link(rawValue: 1)
  /// The initial payload has been delivered.
  static let greeted = Link(rawValue: 2)
  /// Authenticated, or the payload, is here but must wait for what was sent before it.
  static let earlyAuthenticated = Link(rawValue: 4)
  static let earlyReady = Link(rawValue: 8)
  /// The gateway has dropped this connection; the client may not know yet.
  static let severed = Link(rawValue: 16)
  /// The session reached its connected state over this connection.
  static let succeeded = Link(rawValue: 32)
  /// The network it ran over is gone: neither side hears of the other again, or is told.
  static let vanished = Link(rawValue: 64)
  /// The client itself has begun the closing handshake.
  static let closing = Link(rawValue: 128)
}

/// What is remembered of a client for the results.
struct Ledger: BitwiseCopyable {
  /// When the present spell, up or down, began.
  var since = Instant.start
  /// Closed spells without a connection after having had one.
  var downtime = Interval.zero
  /// Begin of the fault that cut the connection, until the client knows or hears from the gateway.
  var hitAt = Instant.never
  /// Begin of the connection that ended the last spell without one that was not of the user's own
  /// making.
  var backAt = Instant.never
  /// Number of the last attempt before the present spell.
  var firstAttempt: UInt32 = 0
  /// Busy time the present attempt has cost the gateway, in microseconds.
  var work: UInt32 = 0
  /// 1 + the number of the last attempt that the gateway dropped.
  var severed: UInt32 = 0
  var spell = Spell.idle
  var marks: Marks = []
  var cohort: UInt8 = 0

  enum Spell: UInt8, BitwiseCopyable { case idle, up, down }

  struct Marks: OptionSet, BitwiseCopyable, Sendable {
    let rawValue: UInt8
    static let everConnected = Marks(rawValue: 1)
    static let affected = Marks(rawValue: 2)
    static let settled = Marks(rawValue: 4)
    /// The client has come to life.
    static let started = Marks(rawValue: 8)
    /// The present spell without a connection began after clear, by what the user did.
    static let ownAccord = Marks(rawValue: 32)
    /// The server takes the client's session for ended.
    static let loggedOut = Marks(rawValue: 16)
  }
}

/// All clients of a run: columns of plain records.
///
/// The only unsafe code of the loop: the records are reached by pointer, because a checked array
/// access per event costs more than the machine's turn.
struct ClientTable<Machine: SessionStateMachine>: ~Copyable {
  let count: Int
  let records: UnsafeMutablePointer<ClientRecord<Machine>>
  let ledgers: UnsafeMutablePointer<Ledger>
  /// Two columns that only runs have in which something happens by itself.
  private let devices: UnsafeMutablePointer<DeviceRecord>?
  private let copies: UnsafeMutablePointer<EntityCopies>?

  init(count: Int, machine: Machine, hasDevices: Bool, hasEntities: Bool) {
    self.count = count
    records = .allocate(capacity: count)
    records.initialize(repeating: ClientRecord(machine), count: count)
    ledgers = .allocate(capacity: count)
    ledgers.initialize(repeating: Ledger(), count: count)
    devices = hasDevices ? .allocate(capacity: count) : nil
    devices?.initialize(repeating: DeviceRecord(), count: count)
    copies = hasEntities ? .allocate(capacity: count) : nil
    copies?.initialize(repeating: EntityCopies(), count: count)
  }

  deinit {
    records.deallocate()
    ledgers.deallocate()
    devices?.deallocate()
    copies?.deallocate()
  }

  /// nil in a run without devices that do something by themselves.
  @inline(__always)
  func device(_ client: UInt32) -> UnsafeMutablePointer<DeviceRecord>? {
    devices.map { $0 + Int(client) }
  }

  /// nil in a run without entities.
  func copies(_ client: UInt32) -> UnsafeMutablePointer<EntityCopies>? {
    copies.map { $0 + Int(client) }
  }

  subscript(client: UInt32) -> ClientRecord<Machine> {
    @inline(__always) get { records[Int(client)] }
    @inline(__always) nonmutating _modify { yield &records[Int(client)] }
  }

  func ledger(_ client: UInt32) -> UnsafeMutablePointer<Ledger> { ledgers + Int(client) }
}
