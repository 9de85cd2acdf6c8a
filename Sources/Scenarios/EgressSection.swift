import GatewayModel
import Primitives
import Words

// How a scenario file spells the link through which first payloads leave.

extension Form where Value == Double {
  static var bitRate: Form { Form(.bitRate) { $0.bitRate() } }
}

extension Form where Value == Int {
  static func bytes(_ range: ClosedRange<Int>) -> Form {
    Form(.bytes(range)) { $0.bytes(range) }
  }
}

extension Field {
  /// Bits a second, more than 0, at most 1e15.
  func bitRate() -> Double? {
    guard let found = quantity("a bit rate such as 100Mbit/s", parseBitRate) else { return nil }
    if found > 0, found <= 1e15 { return found }
    problem("\(node.found) is out of range: more than 0bit/s, at most \(bitRateText(1e15))")
    return nil
  }

  func bytes(_ range: ClosedRange<Int>) -> Int? {
    guard let found = quantity("a size such as 50kB", parseBytes) else { return nil }
    if range.contains(found) { return found }
    problem(
      "\(node.found) is out of range: \(bytesText(range.lowerBound)) to "
        + bytesText(range.upperBound))
    return nil
  }

  func egress() -> EgressDescription? {
    guard let reader = mapping("none, or a mapping such as {rate: 1Gbit/s, payload: 50kB}") else {
      return nil
    }
    defer { reader.finish() }
    let rate = reader.required(EgressKeys.rate, "a bit rate such as 1Gbit/s")
    let payload = reader.required(EgressKeys.payload, "a size such as 50kB")
    let queue = reader.value(EgressKeys.queue, default: .milliseconds(100))
    let scope = reader.value(EgressKeys.per, default: .node)
    guard let rate, let payload else { return nil }
    return EgressDescription(rate: rate, payload: payload, queue: queue, scope: scope)
  }
}

extension EgressDescription {
  /// Its keys and their values, as a scenario file would say them.
  var parameters: [(key: String, value: String)] {
    [
      ("rate", bitRateText(rate)), ("payload", bytesText(payload)), ("queue", durationText(queue)),
      ("per", scope.rawValue),
    ]
  }
}
