import CHints
import Primitives
import Sessions

/// What the loop touches of a client on every event of its: 64 bytes, one cache line, for a Stoat
/// client.
struct ClientRecord<Machine: SessionStateMachine>: BitwiseCopyable {
  var slot: SessionSlot<Machine>
  var link: Link = []
  /// `node` in the low 12 bits, `syn` above them.
  private var entrance = ClientRecord.noNode
  var presence = Presence.idle
  var marks: Marks = []
  var cohort: UInt8 = 0
  /// The low four bits count the attempts of the outage spell. The attempt's stage is above them.
  private var progress: UInt8 = 0
  /// Where the work book keeps what the present attempt has cost; 0 for nothing.
  var work: UInt32 = 0

  static var noNode: UInt16 { 0xFFF }

  /// The node that took the present connection in.
  var node: UInt16 {
    @inline(__always) get { entrance & 0xFFF }
    @inline(__always) set { entrance = entrance & 0xF000 | newValue }
  }

  /// The SYN by which it did, counted from 0; at most 15.
  var syn: Int {
    @inline(__always) get { Int(entrance >> 12) }
    @inline(__always) set { entrance = entrance & 0xFFF | UInt16(newValue) << 12 }
  }

  init(_ machine: Machine) { slot = SessionSlot(machine) }

  /// Attempts begun in the present outage spell; 15 stands for more. An outage spell is a time in
  /// which the client lacks the connection it wants.
  var attemptsInOutage: UInt8 {
    @inline(__always) get { progress & 15 }
    @inline(__always) set { progress = progress & 0xF0 | min(newValue, 15) }
  }

  /// How far the present attempt has come at the gateway.
  var stage: AttemptStage {
    // What is stored is always one of them, and the test by number would cost a call.
    @inline(__always) get { unsafeBitCast(progress >> 4, to: AttemptStage.self) }
    @inline(__always) set {
      progress = progress & 15 | unsafeBitCast(newValue, to: UInt8.self) << 4
    }
  }

  /// A new attempt begins.
  mutating func countAttempt() {
    progress = min(attemptsInOutage + 1, 15) | AttemptStage.outside.rawValue << 4
  }
}

/// Whether a client has the connection it wants.
enum Presence: UInt8, BitwiseCopyable { case idle, up, down }

/// What is to be remembered of a client beside its session.
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
  /// Its heartbeats are healthy and not simulated one by one: see `Simulation+FastForward`.
  static let fastForwarded = Marks(rawValue: 128)
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
  /// The network it ran over is gone: neither side hears of the other again, nor
  /// of the loss.
  static let vanished = Link(rawValue: 64)
  /// The client itself has begun the closing handshake.
  static let closing = Link(rawValue: 128)
}

/// What is remembered of a client for the results, and of its connection: 48 bytes.
struct Ledger: BitwiseCopyable {
  /// When the client's presence last changed.
  var since = Instant.start
  /// The sum of the outage spells that are over. The one before the first connection is left out.
  var downtime = Interval.zero
  /// Of a client that is hit: the begin of the fault that cut its connection. Of a fast-forwarded
  /// client, which never is hit: when its first heartbeat is due that has not been accounted for.
  var hitAt = Instant.start
  /// From clear (without faults: from when it first wanted one) to the first moment at which the
  /// client was connected; nil before that.
  var recovery: Interval? {
    get { recoveredAfter < .zero ? nil : recoveredAfter }
    set { recoveredAfter = newValue ?? Self.notRecovered }
  }
  private var recoveredAfter = Ledger.notRecovered
  private static var notRecovered: Interval { .nanoseconds(-1) }
  /// When the latest thing that the peer has said over the present connection arrives: TCP keeps the
  /// order.
  var lastArrival = Ledger.noArrival
  static var noArrival: Instant { .start - .nanoseconds(1) }
  /// 1 + the number of the last attempt that the gateway dropped.
  var severed: UInt32 = 0
  var standing: RecoveryMarks = []
  /// Calls begun.
  var calls: UInt16 = 0
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
  /// A full backlog had dropped the latest first packet of the attempt that it gave up last.
  static let leftOverflowed = RecoveryMarks(rawValue: 16)
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
    records = column(of: ClientRecord(machine), count: count)
    ledgers = column(of: Ledger(), count: count)
    devices = hasDevices ? column(of: DeviceRecord(), count: count) : nil
    copies = hasEntities ? column(of: EntityCopies(), count: count) : nil
  }

  deinit {
    records.deallocate()
    ledgers.deallocate()
    devices?.deallocate()
    copies?.deallocate()
  }

  var prefetcher: Prefetcher<Machine> { Prefetcher(records: records, ledgers: ledgers) }

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
    // Lent in place: a copy of the record for each property that is read would be what costs most.
    @inline(__always) _read { yield records[Int(client)] }
    @inline(__always) nonmutating _modify { yield &records[Int(client)] }
  }

  func ledger(_ client: UInt32) -> UnsafeMutablePointer<Ledger> { ledgers + Int(client) }
}

/// One entry per client, on large pages where there are many: the owners of events come at random,
/// and with small pages every one of them costs a walk through the page tables, too.
private func column<Entry: BitwiseCopyable>(
  of entry: Entry, count: Int
) -> UnsafeMutablePointer<Entry> {
  let page = 2 << 20
  let bytes = count * MemoryLayout<Entry>.stride
  let isLarge = bytes >= 2 * page
  let memory = UnsafeMutableRawPointer.allocate(
    byteCount: isLarge ? (bytes + page - 1) / page * page : bytes,
    alignment: isLarge ? page : 64)
  if isLarge { squall_advise_huge(memory, (bytes + page - 1) / page * page) }
  return memory.initializeMemory(as: Entry.self, repeating: entry, count: count)
}

/// Fetches what the loop will touch of the owner of an event that is due soon.
struct Prefetcher<Machine: SessionStateMachine>: BitwiseCopyable {
  let records: UnsafeMutablePointer<ClientRecord<Machine>>
  let ledgers: UnsafeMutablePointer<Ledger>

  @inline(__always)
  func fetch(ownerOf key: UInt64) {
    switch EventCode.eventClass(of: key) {
    case .client:
      let record = records + Int(ClientEvent(key).client)
      squall_prefetch_write(record)
      if MemoryLayout<ClientRecord<Machine>>.stride > 64 {
        squall_prefetch_write(UnsafeRawPointer(record) + 64)
      }
    case .gateway:
      let client = Int(GatewayEvent(key).client)
      squall_prefetch_write(records + client)
      squall_prefetch_write(ledgers + client)
    case .fault: break
    }
  }
}
