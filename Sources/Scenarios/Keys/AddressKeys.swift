import Faults
import NetworkModel
import Primitives

/// The keys of `network.addresses`.
enum AddressKeys {
  static let count = Key(
    "count", .count(1...AddressPlan.most), standard: "1", example: "2",
    "How many addresses the service has.")
  static let order = Key(
    "order", Form<AddressPlan.Order>.word, standard: "fixed", example: "random",
    """
    The order in which an attempt tries them. `fixed`: 0, 1 and so on, alike for all clients. `random`: drawn anew \
    for each attempt.
    """)
  static let next = Key(
    "next", .nextAddress, standard: "250ms", example: "failure",
    """
    How long an attempt waits for an answer before it also tries the next address; it tries that at once when an \
    address has failed. `failure`: only then. A refusal fails at once. Silence fails when the client's system gives \
    up, which is after most connect timeouts.
    """, source: "RFC 8305 recommends 250 ms; browsers wait 300 ms, curl 200 ms")

  static let group = KeyGroup(
    "network.addresses",
    """
    The addresses of the service, as clients try them in one attempt ("happy eyeballs"). The first one that \
    takes the attempt in carries it; what else reaches the gateway counts as `syn_repeats`.
    """, [count.words, order.words, next.words])
}

extension Form where Value == AddressPlan.Next {
  private static var range: ClosedRange<Interval> { .milliseconds(10) ... .minutes(1) }

  /// A duration, or `failure`.
  fileprivate static var nextAddress: Form {
    Form(.either([.duration(range), .word(["failure"])])) { field in
      if field.isWord("failure") { return .failure }
      if case .scalar(let text, _) = field.node.value, !text.contains(where: \.isNumber) {
        field.problem("found \(field.node.found); a duration such as 250ms, or failure")
        return nil
      }
      return field.duration(range).map { .after($0) }
    }
  }
}

/// The keys of the fault `address`.
enum AddressFaultKeys {
  static let number = Key(
    "number", .count(0...AddressPlan.most - 1), standard: "0", example: "1",
    "The number of the address, from 0.")
  static let how = Key(
    "how", Form<DeadAddress>.word, standard: "silent", example: "refuse",
    "What becomes of first packets to it. `silent`: they vanish. `refuse`: they are refused.")
  static let all = [number.words, how.words]
}
