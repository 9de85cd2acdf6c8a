/// An event as the loop takes it.
enum LoopEvent {
  /// The world changes: a moment of the fault timeline.
  case fault(moment: Int)
  /// The first timer of a lane of time limits may be due.
  case lane(Int)
  case gateway(GatewayEvent)
  case client(ClientEvent)

  @inline(__always)
  init(_ word: UInt64) {
    switch EventCode.eventClass(of: word) {
    case .client: self = .client(ClientEvent(word))
    case .gateway: self = .gateway(GatewayEvent(word))
    case .fault:
      let number = Int(word & EventCode.numberMask)
      self = word >= EventCode.laneMark ? .lane(number) : .fault(moment: number)
    }
  }
}
