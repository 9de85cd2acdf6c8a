/// An event at a client.
struct ClientEvent {
  let word: UInt64
  let client: UInt32
  private let number: UInt8
  /// A value whose meaning depends on the kind.
  let operand: UInt8
  /// Low 20 bits of the number of the attempt or of the timer, unless the kind says something else.
  let stamp: UInt32

  @inline(__always) init(_ word: UInt64) {
    self.word = word
    client = UInt32((word >> 34) & 0xFFF_FFFF)
    number = UInt8((word >> 28) & 0x3F)
    operand = UInt8((word >> 20) & 0xFF)
    stamp = UInt32(truncatingIfNeeded: word) & EventCode.stampMask
  }

  var kind: ClientEventKind {
    @inline(__always) get { ClientEventKind(number: number) }
  }

  /// The code of the timer that fires; nil of another kind.
  var timerCode: UInt8? {
    @inline(__always) get {
      let code = number &- ClientEventKind.timer(0).number
      return code < 6 ? code : nil
    }
  }
}
