/// The register of events: how an event stands in the low word of a pending event.
///
/// The low word breaks ties between events of one instant. Its order is therefore a rule of the model:
/// faults, then notices of time limits, then the gateway by node and kind, then the clients by number
/// and kind.
///
/// | class | bits, from the highest |
/// |---|---|
/// | fault | class 2, 16 (all ones: a lane of time limits), moment or lane 46 |
/// | gateway | class 2, owner 10, kind 6, client 28, low 18 bits of the attempt or call |
/// | client | class 2, client 28, kind 6, operand 8, stamp 20 |
enum EventCode {
  enum Class: UInt64 { case fault, gateway, client }

  private static var classShift: UInt64 { 62 }

  // MARK: Faults and lanes

  /// Several changes at one instant are one moment.
  static func fault(moment: Int) -> UInt64 { UInt64(moment) }

  /// The first timer of a lane is due: after the faults of that instant, before all else.
  static func lane(_ number: Int) -> UInt64 { laneMark | UInt64(number) }

  private static var faultShift: UInt64 { 46 }
  static var numberMask: UInt64 { 1 << faultShift - 1 }
  static var laneMark: UInt64 { 0xFFFF << faultShift }

  // MARK: The gateway

  @inline(__always)
  static func gateway(_ kind: GatewayEventKind, owner: Int, client: UInt32, low: UInt32) -> UInt64 {
    Class.gateway.rawValue << classShift | UInt64(owner) << 52 | UInt64(kind.number) << 46
      | UInt64(client) << 18 | UInt64(low & 0x3_FFFF)
  }

  // MARK: The clients

  @inline(__always)
  static func client(_ kind: ClientEventKind, _ client: UInt32, stamp: UInt32, operand: UInt8 = 0)
    -> UInt64
  {
    Class.client.rawValue << classShift | UInt64(client) << 34 | UInt64(kind.number) << 28
      | UInt64(operand) << 20 | UInt64(stamp & stampMask)
  }

  /// Stamps are compared in 20 bits.
  static var stampMask: UInt32 { 0xF_FFFF }

  @inline(__always)
  static func eventClass(of word: UInt64) -> Class {
    // No word has the fourth number; a test for it would cost more than the rest.
    switch word >> classShift {
    case 2: .client
    case 1: .gateway
    default: .fault
    }
  }
}
