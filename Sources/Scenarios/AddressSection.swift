import Faults
import NetworkModel
import Primitives
import Words

// How a scenario file spells the addresses of the service: what is read and what is written back.

extension Field {
  func addresses(over base: AddressPlan) -> AddressPlan? {
    guard let reader = mapping("a mapping such as {count: 2, next: 250ms}") else { return nil }
    defer { reader.finish() }
    let count = reader.value(AddressKeys.count, default: base.count)
    let (order, next) = (reader.take(AddressKeys.order), reader.take(AddressKeys.next))
    if count == 1 {
      for field in [order, next].compactMap(\.self) {
        field.problem("there is one address: say how many with count: 2, or leave this out")
      }
      return AddressPlan()
    }
    return AddressPlan(
      count: count, order: order.flatMap(AddressKeys.order.read) ?? base.order,
      next: next.flatMap(AddressKeys.next.read) ?? base.next)
  }

  /// True of this word.
  func isWord(_ word: String) -> Bool {
    if case .scalar(word, _) = node.value { true } else { false }
  }
}

extension AddressPlan {
  /// Its keys and their values, as a scenario file would say them; none of one address.
  var parameters: [(key: String, value: String)] {
    if !areSeveral { return [] }
    let next =
      switch next {
      case .after(let pause): durationText(pause)
      case .failure: "failure"
      }
    return [("count", "\(count)"), ("order", order.rawValue), ("next", next)]
  }
}

extension MappingReader {
  /// The fault `address`.
  func addressFault() -> FaultKind? {
    .address(
      number: value(AddressFaultKeys.number, default: 0),
      value(AddressFaultKeys.how, default: .silent))
  }
}

extension Fault {
  /// Returns what is wrong with a fault that kills an address which some client does not have; nil where nothing is.
  /// - Parameters:
  ///   - counts: addresses, by cohort.
  ///   - cohorts: their names.
  func unknownAddress(counts: [Int], cohorts: [String]) -> String? {
    guard case .address(let number, _) = kind else { return nil }
    var concerned = Array(zip(cohorts, counts))
    if case .cohort(let name) = scope { concerned = concerned.filter { $0.0 == name } }
    guard let least = concerned.min(by: { $0.1 < $1.1 }), number >= least.1 else { return nil }
    let whose = cohorts.count > 1 ? "cohort '\(printable(least.0))' has" : "its clients have"
    let addresses = least.1 == 1 ? "one address, number 0" : "the addresses 0 to \(least.1 - 1)"
    return "there is no address \(number): \(whose) \(addresses); see network.addresses.count"
  }
}
