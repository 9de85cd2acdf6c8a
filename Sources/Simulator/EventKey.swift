import Primitives
import Sessions
import VirtualTime

/// The low word of a pending event: what breaks ties between events of the same instant.
///
/// Faults: class 2 bits, first fault 16, index of the moment 46. Gateway: class 2, node 10, kind 6,
/// client 28, low 18 bits of the attempt (or of the call). Client: class 2, client 28, kind 6,
/// operand 8, stamp 20.
enum EventKey {
  enum Class: UInt64 { case fault, gateway, client }

  static func fault(moment: Int, _ fault: Int) -> UInt64 {
    UInt64(fault) << 46 | UInt64(moment)
  }

  /// The first timer of a lane is due: before all but the faults of that instant.
  static func lane(_ number: Int) -> UInt64 { laneMark | UInt64(number) }

  /// The number of the lane that a key of the faults' class means; nil for a fault's.
  @inline(__always)
  static func lane(of key: UInt64) -> Int? {
    key >= laneMark ? Int(key & 0x3FFF_FFFF_FFFF) : nil
  }

  private static var laneMark: UInt64 { 0xFFFF << 46 }

  @inline(__always)
  static func gateway(_ kind: GatewayEventKind, owner: Int, client: UInt32, low: UInt32) -> UInt64 {
    Class.gateway.rawValue << 62 | UInt64(owner) << 52 | UInt64(kind.rawValue) << 46
      | UInt64(client) << 18 | UInt64(low & 0x3_FFFF)
  }

  @inline(__always)
  static func client(_ kind: ClientEventKind, _ client: UInt32, stamp: UInt32, operand: UInt8 = 0)
    -> UInt64
  {
    Class.client.rawValue << 62 | UInt64(client) << 34 | UInt64(kind.rawValue) << 28
      | UInt64(operand) << 20 | UInt64(stamp & 0xF_FFFF)
  }
}

/// The parts of a gateway event's key.
struct GatewayEvent {
  let kind: GatewayEventKind
  let owner: Int
  let client: UInt32
  let low: UInt32

  @inline(__always) init(_ key: UInt64) {
    kind = GatewayEventKind(rawValue: UInt8((key >> 46) & 0x3F))
    owner = Int((key >> 52) & 0x3FF)
    client = UInt32((key >> 18) & 0xFFF_FFFF)
    low = UInt32(key & 0x3_FFFF)
  }
}

/// The parts of a client event's key.
struct ClientEvent {
  let client: UInt32
  let kind: ClientEventKind
  let operand: UInt8
  let stamp: UInt32

  let key: UInt64

  @inline(__always) init(_ key: UInt64) {
    self.key = key
    client = UInt32((key >> 34) & 0xFFF_FFFF)
    kind = ClientEventKind(rawValue: UInt8((key >> 28) & 0x3F))
    operand = UInt8((key >> 20) & 0xFF)
    stamp = UInt32(key & 0xF_FFFF)
  }
}

/// What happens at the gateway, in protocol order.
struct GatewayEventKind: Equatable {
  let rawValue: UInt8

  /// The `attempt`-th SYN, 0...15, is at the door.
  static func syn(_ attempt: Int) -> GatewayEventKind { .init(rawValue: UInt8(attempt)) }
  /// The request to authenticate comes, after this many lost transmissions, 0...15.
  static func request(_ lost: Int) -> GatewayEventKind { .init(rawValue: 16 + UInt8(lost)) }
  static let handshakeDone = GatewayEventKind(rawValue: 32)
  static let authDone = GatewayEventKind(rawValue: 33)
  static let readyDone = GatewayEventKind(rawValue: 34)
  /// The answer to an attempt that admission has turned away goes out.
  static let rejectionDone = GatewayEventKind(rawValue: 35)
  /// A client's notice that it has given up.
  static let notice = GatewayEventKind(rawValue: 36)
  /// What the gateway sends at a steady pace is due.
  static let serverPing = GatewayEventKind(rawValue: 37)
  /// Call `code`, 0...7, comes; and is answered.
  static func call(_ code: UInt8) -> GatewayEventKind { .init(rawValue: 40 + code) }
  static func callDone(_ code: UInt8) -> GatewayEventKind { .init(rawValue: 48 + code) }
}

/// What happens at a client: arrivals from the network before timers.
struct ClientEventKind: Equatable {
  let rawValue: UInt8

  static let opened = ClientEventKind(rawValue: 0)
  /// A message with this code, 0...10. Operand: transmissions lost. Messages of one connection arrive
  /// one after the other (`inOrder`), so that no two of one code share time and key.
  static func message(_ code: UInt8) -> ClientEventKind { .init(rawValue: 1 + code) }
  /// A message about an entity. Operand: its code above the number of transmissions lost; stamp: the
  /// low 12 bits of the attempt above the entity.
  static let named = ClientEventKind(rawValue: 12)
  /// Operand: see `Closing`.
  static let closed = ClientEventKind(rawValue: 13)
  /// The system sends its next SYN. Operand: the try.
  static let syn = ClientEventKind(rawValue: 14)
  /// A message is sent again. Operand: its code above the number of transmissions lost.
  static let retransmit = ClientEventKind(rawValue: 15)
  /// Call `code`, 0...7, is answered. Operand: the outcome; stamp: that of the call below 2^8, above
  /// it, in 8 bits, how often the stamps have been through, and the number of transmissions lost.
  static func answer(_ code: UInt8) -> ClientEventKind { .init(rawValue: 16 + code) }
  /// The client's own phase of a flapping changes. Stamp: the fault.
  static let flap = ClientEventKind(rawValue: 24)
  /// The client comes to life.
  static let start = ClientEventKind(rawValue: 25)
  /// A stream of behaviour moves on. Operand and stamp: how often it has before.
  static func behaviour(_ stream: BehaviourStream) -> ClientEventKind {
    .init(rawValue: 26 + stream.rawValue)
  }
  /// The system's allowance to an app behind is nearly used up, and is. Stamp: which time behind.
  static let backgroundTimeNotice = ClientEventKind(rawValue: 38)
  static let freeze = ClientEventKind(rawValue: 39)
  /// A notification of the system reaches the device. Stamp: number of the push.
  static let notification = ClientEventKind(rawValue: 40)
  /// An app reads what it shows first. Operand: reads left; stamp: which first screen.
  static let firstScreen = ClientEventKind(rawValue: 41)
  /// A resting client's first late heartbeat is about to be due. Stamp: of the timer, when the rest
  /// began. No event of the world's.
  static let waking = ClientEventKind(rawValue: 42)
  static func timer(_ code: UInt8) -> ClientEventKind { .init(rawValue: 32 + code) }
}

/// The operand of a `closed` event: reason, retransmissions lost, and whether it comes through
/// whatever stands in the way.
struct Closing {
  var reason: CloseReason
  var lost = 0
  /// The last word of a connection that a fault drops; it was on its way before the silence.
  var isLastWord = false

  /// The client's own system says so.
  var isOwnFinding: Bool { reason == .offline || reason == .timeout }

  init(_ reason: CloseReason, lost: Int = 0, isLastWord: Bool = false) {
    self.reason = reason
    self.lost = lost
    self.isLastWord = isLastWord
  }

  init(operand: UInt8) {
    reason = CloseReason(rawValue: operand & 7)!
    lost = Int(operand >> 3 & 15)
    isLastWord = operand >> 7 == 1
  }

  var operand: UInt8 { reason.rawValue | UInt8(lost) << 3 | (isLastWord ? 128 : 0) }
}
