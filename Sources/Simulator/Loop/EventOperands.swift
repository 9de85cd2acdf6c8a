import Sessions

// The meaning of the operands and stamps of events, and the bits in which it stands.

/// The operand of what arrives over a connection: transmissions lost so far, and whether it has
/// arrived already and only waited for a frozen app.
struct Arrival {
  var lost: Int
  var hasArrived = false

  init(lost: Int = 0, hasArrived: Bool = false) {
    self.lost = lost
    self.hasArrived = hasArrived
  }

  init(operand: UInt8) {
    lost = Int(operand & 15)
    hasArrived = operand & 0x80 != 0
  }

  var operand: UInt8 { UInt8(truncatingIfNeeded: lost) | (hasArrived ? 0x80 : 0) }
}

/// The operand of a message that is sent again: its code in the high 4 bits, transmissions lost in the
/// low 4.
struct Resending {
  /// How often a message is sent again at most.
  static var most: Int { 15 }

  var code: UInt8
  var lost: Int

  init(_ code: UInt8, lost: Int) {
    self.code = code
    self.lost = lost
  }

  init(operand: UInt8) {
    code = operand >> 4
    lost = Int(operand & 15)
  }

  var operand: UInt8 { code << 4 | UInt8(truncatingIfNeeded: lost) }
}

/// The operand of the end of a connection: reason in 3 bits, retransmissions lost in 4, and a mark: that it
/// comes through whatever stands in the way.
///
/// There are ten reasons. A conflict closes nothing: its number is that of a name without an address, and with the mark
/// that of a drop by an error answer. A refusal and who is shed have no last word: the number of a refusal with the mark
/// is that of another drop, and of who is shed the mark tells an error answer.
struct Closing {
  var reason: CloseReason
  var lost = 0
  /// The last word of a connection that a fault drops; it was on its way before the silence.
  var isLastWord = false
  /// An error answer has closed it, and no reset.
  var isError = false

  /// The client's own system says so.
  var isOwnFinding: Bool { reason == .offline || reason == .timeout || reason == .dns }

  init(
    _ reason: CloseReason, lost: Int = 0, isLastWord: Bool = false, isError: Bool = false
  ) {
    self.reason = reason
    self.lost = lost
    self.isLastWord = isLastWord
    self.isError = isError
  }

  init(operand: UInt8) {
    let code = CloseReason(rawValue: operand & 7)!
    let isMarked = operand >> 7 == 1
    lost = Int(operand >> 3 & 15)
    switch code {
    case .conflict: (reason, isError) = (isMarked ? .dropped : .dns, isMarked)
    case .refused: reason = isMarked ? .dropped : .refused
    case .shed: (reason, isError) = (.shed, isMarked)
    case .timeout, .reset, .auth, .offline, .normal, .dns, .dropped:
      (reason, isLastWord) = (code, isMarked)
    }
  }

  var operand: UInt8 {
    let code: CloseReason
    var isMarked = isLastWord
    switch reason {
    case .dns: code = .conflict
    case .dropped: (code, isMarked) = (isError ? .conflict : .refused, true)
    case .shed: (code, isMarked) = (.shed, isError)
    case .refused, .timeout, .reset, .auth, .offline, .normal, .conflict: code = reason
    }
    return code.rawValue | UInt8(lost) << 3 | (isMarked ? 128 : 0)
  }
}

extension Outcome {
  /// The station has dropped the call: a failure that the gateway tells.
  static var dropped: Outcome { Outcome(rawValue: 15) }
}

/// The operand of the refusal of one of several addresses: its place in 3 bits, whether it is a reset, and
/// retransmissions lost in 4.
struct Refusal {
  var place: Int
  var isReset: Bool
  var lost = 0

  init(place: Int, isReset: Bool) {
    self.place = place
    self.isReset = isReset
  }

  init(operand: UInt8) {
    place = Int(operand & 7)
    isReset = operand & 8 != 0
    lost = Int(operand >> 4)
  }

  var operand: UInt8 { UInt8(place) | (isReset ? 8 : 0) | UInt8(lost) << 4 }

  /// The same, sent once more; nil after the last.
  var again: Refusal? {
    if lost == Resending.most { return nil }
    var next = self
    next.lost += 1
    return next
  }
}

/// The stamp of a message about an entity: the low 12 bits of the attempt above 8 bits of the entity.
struct EntityStamp {
  private let bits: UInt32

  init(_ bits: UInt32) { self.bits = bits }
  init(attempt: UInt32, entity: UInt16) { bits = (attempt & 0xFFF) << 8 | UInt32(entity & 0xFF) }

  var stamp: UInt32 { bits }
  var entity: UInt16 { UInt16(bits & 0xFF) }

  func isOf(attempt: UInt32) -> Bool { (attempt ^ (bits >> 8)) & 0xFFF == 0 }
}

/// The stamp of the answer to a call: number of the call in 16 bits, transmissions lost in 4 above.
struct AnswerStamp {
  /// Low 8 bits: the session slot's stamp of the call; above it 8 bits of its era, see `CallMark`.
  var number: UInt32
  var lost: UInt32

  init(number: UInt32, lost: UInt32) {
    self.number = number & 0xFFFF
    self.lost = lost
  }

  init(_ stamp: UInt32) { self.init(number: stamp, lost: stamp >> 16) }

  var stamp: UInt32 { lost << 16 | number }
  /// The stamp by which the session slot knows the call.
  var call: UInt8 { UInt8(truncatingIfNeeded: number) }
}

/// How often a stream of behaviour has moved on, or the place of a message among those under way: 28 bits, the high 8 of them in the operand.
struct Ordinal {
  var value: UInt32

  init(_ value: UInt32) { self.value = value }
  init(_ event: ClientEvent) { value = UInt32(event.operand) << 20 | event.stamp }

  var stamp: UInt32 { value & EventCode.stampMask }
  var operand: UInt8 { UInt8(truncatingIfNeeded: value >> 20) }
}

/// The low bits of a call's events at the gateway: the session slot's stamp of the call in 8 bits, and above it 10
/// bits of its era. That is the number of the attempt that the call belongs to. Where it belongs to none, it is the
/// number of the client's calls so far over 32: with its stamp, 32,768 calls are told apart.
struct CallMark {
  let low: UInt32

  init(low: UInt32) { self.low = low }
  init(stamp: UInt32, era: UInt32) { low = stamp & 0xFF | (era & 0x3FF) << 8 }
  init(_ event: GatewayEvent) { low = event.low }
  /// Marks a call that no session awaits: thousands of one client may be done at one instant.
  /// - Parameter number: a number of its own, 15 bits of it.
  init(disowned number: UInt32) { self.init(stamp: number << 1, era: number >> 5) }

  var stamp: UInt32 { low & 0xFF }

  /// The same with a stamp that no session awaits: those are odd.
  var disowned: CallMark { CallMark(low: low & ~1) }

  /// The stamp, and above it the high 8 bits of the 10: what the call's answer carries.
  var answer: UInt32 { stamp | (low >> 10) << 8 }

  /// Eras since, below 1,024.
  /// - Parameter latest: the era of the client's latest call.
  func behind(_ latest: UInt32) -> UInt32 { (latest &- low >> 8) & 0x3FF }

  /// The era: the latest that fits.
  func era(latest: UInt32) -> UInt32 { latest &- behind(latest) }
}

/// The content of a call's request on its way through its station: in 20 bits the number of its
/// attempt, or its mark where it belongs to none, 4 bits of the code, 8 of the session slot's
/// stamp.
struct CallTag {
  let bits: UInt32

  init(_ bits: UInt32) { self.bits = bits }
  init(owner: UInt32, code: UInt8, stamp: UInt32) {
    bits = owner << 12 | UInt32(code) << 8 | stamp & 0xFF
  }

  /// The attempt, or the mark.
  var owner: UInt32 { bits >> 12 }
  var code: UInt8 { UInt8(bits >> 8 & 0xF) }
  var stamp: UInt32 { bits & 0xFF }

  func isOf(attempt number: UInt32) -> Bool { owner == number & 0xF_FFFF }
}
