import Scenarios
import Sessions

/// A rule around a formula, as the formula language writes it.
package struct BackoffRule: Hashable, Sendable {
  /// `reset`, `clock`, `attempts` or `connectTimeout`.
  package let name: String
  /// `uptime(10s)`.
  package let value: String

  package var text: String { "\(name): \(value)" }
}

/// The rules of the own formula that a search keeps.
struct CarriedRules: Sendable {
  /// The rules that all clients share and that are not their session's own, in a fixed order.
  let rules: [BackoffRule]
  /// Names of the rules that some clients bring and others do not: a search cannot keep them all.
  let differing: [String]

  /// The names of the rules that a search keeps. It searches how long to wait, and `first` is such
  /// a time. These rules say when to count anew, from when to wait, how often, and when an attempt
  /// has failed.
  private static let names = ["reset", "clock", "attempts", "connectTimeout"]

  /// - Parameter scenarios: a backoff that cannot be read says nothing here.
  init(of scenarios: [Scenario]) {
    let fleets = scenarios.flatMap(\.clients.ownAndBareRules)
    var rules: [BackoffRule] = []
    var differing: [String] = []
    for name in Self.names {
      let own = Set(fleets.map { $0.own[name] })
      let isBrought = fleets.contains { $0.own[name] != $0.bare[name] }
      guard isBrought else { continue }
      if own.count == 1, let value = own.first.flatMap({ $0 }) {
        rules.append(BackoffRule(name: name, value: value))
      } else {
        differing.append(name)
      }
    }
    self.rules = rules
    self.differing = differing
  }
}

extension ClientsDescription {
  /// The rules around a cohort's own formula, and around one that brings none, for each cohort that
  /// takes variants.
  fileprivate var ownAndBareRules: [(own: [String: String], bare: [String: String])] {
    mix.filter { system(of: $0).hasBackoff && $0.backoff == nil }.compactMap { cohort in
      guard let bare = try? BackoffPolicy.parse("1s"),
        let own = try? configuration(of: cohort, variant: nil).policy,
        let session = try? configuration(of: cohort, variant: bare).policy
      else { return nil }
      return (own.axesByName, session.axesByName)
    }
  }
}

extension ResolvedPolicy {
  fileprivate var axesByName: [String: String] {
    Dictionary(uniqueKeysWithValues: axes.map { ($0.name, $0.value) })
  }
}

extension FormulaFamily {
  /// The same family with rules behind it, but for those that it has itself.
  func carrying(_ rules: [BackoffRule]) -> FormulaFamily {
    // A colon stands nowhere in a formula but behind the name of a rule.
    let own = template.split(separator: ":").dropLast().map { piece in
      String(piece.reversed().drop { $0 == " " }.prefix(while: isParameterLetter).reversed())
    }
    let missing = rules.filter { !own.contains($0.name) }
    if missing.isEmpty { return self }
    let whole = ([template] + missing.map(\.text)).joined(separator: ", ")
    do {
      return try FormulaFamily(name: name, whole, parameters)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
