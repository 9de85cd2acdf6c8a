/// Kinds of client events: arrivals from the network before timers.
enum ClientEventKind: Equatable {
  /// The connection is open. Operand: see `Arrival`.
  case opened
  /// The message with this code, 0...10, arrives. Operand: see `Arrival`. Messages of one connection
  /// arrive one after the other (`inOrder`), so that no two of one code share time and key.
  case message(UInt8)
  /// A message about an entity arrives. Operand: see `Resending`; stamp: see `EntityStamp`.
  case named
  /// Operand: see `Closing`.
  case closed
  /// The question for the name is answered. Stamp: the attempt.
  case nameAnswer
  /// A message is sent again. Operand: see `Resending`.
  case retransmit
  /// The call with this code, 0...7, is answered. Operand: the outcome; stamp: see `AnswerStamp`.
  case answer(UInt8)
  /// The client's own phase of a flapping changes. Stamp: the fault.
  case flap
  /// The client comes to life.
  case start
  /// A stream of behaviour moves on. Operand and stamp: see `Ordinal`.
  case behaviour(BehaviourStream)
  /// The timer with this code, 0...5, fires.
  case timer(UInt8)
  /// The system's allowance to an app behind is nearly used up, and is. Stamp: which time behind.
  case backgroundTimeNotice
  case freeze
  /// A notification of the system reaches the device. Stamp: number of the push.
  case notification
  /// An app reads what it shows first. Operand: reads left; stamp: which first screen.
  case firstScreen
  /// The first late heartbeat of a fast-forwarded client is about to be due. Stamp: of the timer,
  /// when the fast-forward began. No event of the world's.
  case resumption
  /// The system sends its next SYN: after the client's timers of that moment. Operand: see `FirstPacket`.
  case syn
  /// A message of the client's arrives at the gateway. Operand and stamp: its place among those under way, see
  /// `Ordinal`. Neither this nor a look is counted as an event of the world's.
  case uplink
  /// The box at the gateway's end is looked at: behind all that passes it at that moment.
  case idleLook
  /// The gateway gives up a message that did not get through, and the connection with it. Stamp: the attempt.
  case abort
  /// The next one of several addresses is due. Operand: its place. This and the next two are not counted as events of
  /// the world's: what comes of them is.
  case nextAddress
  /// One of several addresses has refused. Operand: see `Refusal`.
  case addressRefused
  /// The system gives up one of several addresses. Operand: its place.
  case addressTimedOut

  /// True if it only concerns which of several addresses an attempt tries.
  var isOfAddresses: Bool {
    (Self.nextAddress.number...Self.addressTimedOut.number).contains(number)
  }

  /// 6 bits. Events of one instant and one client happen in the order of these numbers.
  var number: UInt8 {
    @inline(__always) get {
      switch self {
      case .opened: 0
      case .message(let code): 1 + code
      case .named: 12
      case .closed: 13
      case .nameAnswer: 14
      case .retransmit: 15
      case .answer(let code): 16 + code
      case .flap: 24
      case .start: 25
      case .behaviour(let stream): 26 + stream.rawValue
      case .timer(let code): 32 + code
      case .backgroundTimeNotice: 38
      case .freeze: 39
      case .notification: 40
      case .firstScreen: 41
      case .resumption: 42
      case .syn: 43
      case .uplink: 44
      case .idleLook: 45
      case .abort: 46
      case .nextAddress: 47
      case .addressRefused: 48
      case .addressTimedOut: 49
      }
    }
  }

  @inline(__always)
  init(number: UInt8) {
    switch number {
    // The most frequent kind comes first.
    case 32..<38: self = .timer(number - 32)
    case 0: self = .opened
    case 1..<12: self = .message(number - 1)
    case 12: self = .named
    case 13: self = .closed
    case 14: self = .nameAnswer
    case 15: self = .retransmit
    case 16..<24: self = .answer(number - 16)
    case 24: self = .flap
    case 25: self = .start
    case 26: self = .behaviour(.app)
    case 27: self = .behaviour(.screens)
    case 28: self = .behaviour(.actions)
    case 29: self = .behaviour(.listeners)
    case 30: self = .behaviour(.pushes)
    case 31: self = .behaviour(.launches)
    case 38: self = .backgroundTimeNotice
    case 39: self = .freeze
    case 40: self = .notification
    case 41: self = .firstScreen
    case 42: self = .resumption
    case 43: self = .syn
    case 44: self = .uplink
    case 45: self = .idleLook
    case 46: self = .abort
    case 47: self = .nextAddress
    case 48: self = .addressRefused
    case 49: self = .addressTimedOut
    default: preconditionFailure("no client event has the number \(number)")
    }
  }
}
