import Primitives

/// The two ends of a client's present connection: 80 bytes, only in runs in which something depends on them.
struct WireRecord: BitwiseCopyable {
  /// When a packet of the connection was there last.
  var lastPassed = Instant.start
  /// When the box is looked at next; never where no look is due.
  var lookAt = Instant.never
  /// 1 + the number of the attempt whose connection the box has forgotten, so that it answers by a reset.
  var forgotten: UInt32 = 0
  /// How often the box has forgotten a connection of the client.
  var kills: UInt32 = 0
  /// The attempt to which the two lines belong.
  var lineAttempt: UInt32 = 0
  var out = Line()
  var back = Line()
}

/// A message on its way to the gateway, with the answer that is on its way back once it is there.
struct Uplink: BitwiseCopyable {
  enum Answer: BitwiseCopyable {
    case nothing
    /// The message with this code.
    case message(UInt8)
    case close
    /// The reset of a gateway that has dropped the connection.
    case reset
  }

  let client: UInt32
  let attempt: UInt32
  let answer: Answer
  /// When it was sent.
  let sent: Instant
  /// When the answer will be at the client; nil where that is not known before the message has arrived.
  let answerAt: Instant?
}
