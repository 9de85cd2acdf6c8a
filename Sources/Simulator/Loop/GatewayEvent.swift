import GatewayModel
import Primitives

/// An event at the gateway.
struct GatewayEvent {
  private let number: UInt8
  /// The node, a station of all nodes or the listener: see `GatewayOwners`.
  let owner: Int
  let client: UInt32
  /// Low 18 bits of the number of the attempt. For a call: see `CallMark`.
  let low: UInt32

  @inline(__always) init(_ word: UInt64) {
    number = UInt8((word >> 46) & 0x3F)
    owner = Int((word >> 52) & 0x3FF)
    client = UInt32((word >> 18) & 0xFFF_FFFF)
    low = UInt32(word & 0x3_FFFF)
  }

  var kind: GatewayEventKind {
    @inline(__always) get { GatewayEventKind(number: number) }
  }

  /// The number of the attempt whose low 18 bits these are: the latest that fits.
  /// - Parameter latest: the number of the client's latest attempt.
  func attempt(latest: UInt32) -> UInt32 { latest &- ((latest &- low) & 0x3_FFFF) }
}

/// Kinds of gateway events, in protocol order.
enum GatewayEventKind: Equatable {
  /// The SYN of this try, 0...15, arrives.
  case syn(Int)
  /// The request to authenticate arrives, after this many lost transmissions, 0...15.
  case request(lost: Int)
  case handshakeDone, authDone, readyDone
  /// The answer to an attempt that admission has turned away goes out.
  case rejectionDone
  /// A client says that it has given up.
  case notice
  /// A message that the gateway sends at a steady pace is due.
  case serverPing
  /// A payload has left by the link.
  case egressDone
  /// The call with this code, 0...7, arrives; and is served.
  case call(UInt8)
  case callDone(UInt8)

  /// The end of a service at a station through which attempts pass.
  init(endOf role: StationRole) {
    switch role {
    case .handshake: self = .handshakeDone
    case .auth: self = .authDone
    case .ready: self = .readyDone
    case .egress: self = .egressDone
    case .api: preconditionFailure("calls end by their code")
    }
  }

  /// 6 bits. Events of one instant and one owner happen in the order of these numbers.
  var number: UInt8 {
    @inline(__always) get {
      switch self {
      case .syn(let syn): UInt8(truncatingIfNeeded: syn)
      case .request(let lost): 16 + UInt8(truncatingIfNeeded: lost)
      case .handshakeDone: 32
      case .authDone: 33
      case .readyDone: 34
      case .rejectionDone: 35
      case .notice: 36
      case .serverPing: 37
      case .egressDone: 38
      case .call(let code): 40 + code
      case .callDone(let code): 48 + code
      }
    }
  }

  @inline(__always)
  init(number: UInt8) {
    switch number {
    case 0..<16: self = .syn(Int(number))
    case 16..<32: self = .request(lost: Int(number) - 16)
    case 32: self = .handshakeDone
    case 33: self = .authDone
    case 34: self = .readyDone
    case 35: self = .rejectionDone
    case 36: self = .notice
    case 37: self = .serverPing
    case 38: self = .egressDone
    case 40..<48: self = .call(number - 40)
    case 48..<56: self = .callDone(number - 48)
    default: preconditionFailure("no gateway event has the number \(number)")
    }
  }
}

/// The numbers by which the gateway's events call its parts: the nodes from 0, then the stations of
/// all nodes, then the listener, twice for each address: as it is to first packets whose answer arrives, and
/// to those whose answer is lost.
struct GatewayOwners {
  let nodes: Int

  /// The owner of events that no node has yet.
  var listener: Int { nodes + 2 }

  /// The owner of first packets to the address at a place, 0...7, of an attempt's order.
  /// - Parameter isHeard: false where the answer will be lost.
  func listener(at place: Int, isHeard: Bool) -> Int { listener + 2 * place + (isHeard ? 0 : 1) }

  /// The place and the fate of the answer of first packets of an owner.
  func door(of owner: Int) -> (place: Int, isHeard: Bool) {
    let number = owner - listener
    return (number >> 1, number & 1 == 0)
  }

  func number(of id: StationID) -> Int {
    switch id.role {
    case .handshake, .ready, .egress: Int(id.node)
    case .auth: nodes
    case .api: nodes + 1
    }
  }
}
