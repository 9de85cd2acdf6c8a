import Primitives

extension BackoffPolicy {
  /// Returns the doubts about a policy as typed; none where it cannot be read.
  /// - Parameter asksToWait: whether answers of the gateway carry a Retry-After.
  public static func warnings(of text: String, asksToWait: Bool = false) -> [Warning] {
    (try? parse(text))?.warnings(asksToWait: asksToWait) ?? []
  }

  /// The doubts about a policy that can be waited by, and is probably not what was meant.
  /// - Parameter asksToWait: whether answers of the gateway carry a Retry-After.
  public func warnings(asksToWait: Bool = false) -> [Warning] {
    bareNumbers + (asksToWait ? [] : unusedRetryAfter)
  }

  private var subject: String { hasGivenName ? "'\(name)' (\(formula.text))" : "'\(formula.text)'" }

  /// A formula of the catalogue is as its client has it.
  private var isOfCatalogue: Bool {
    Catalogue.entries.contains(where: { $0.policy.formula == formula })
  }

  /// No answer says when to come back.
  private var unusedRetryAfter: [Warning] {
    guard formula.readsRetryAfter, !isOfCatalogue else { return [] }
    return [
      Warning(
        "retry-after-unused",
        "\(subject) reads retryAfter, and no answer carries one: it is always 0; "
          + "gateway.rejection: {answer: error, retryAfter: 10s} gives one")
    ]
  }

  /// Numbers without a unit that look like milliseconds and are seconds.
  ///
  /// Told by the delays of the first ten failures: beyond an hour where the formula has a bare number
  /// from 1,000 up, beyond a day where it has no unit at all. A formula of the catalogue is as its
  /// client has it.
  private var bareNumbers: [Warning] {
    // The whole catalogue is read only where there would be something to say.
    guard Catalogue.entry(named: name)?.policy.formula != formula,
      let literals = FormulaLiterals(formula.text), let limit = literals.longestLikely,
      let found = firstDelay(beyond: limit), !isOfCatalogue
    else { return [] }
    let times = found.failures == 1 ? "1 failure" : "\(found.failures) failures"
    return [
      Warning(
        "bare-numbers",
        "\(subject) waits up to \(plain(found.seconds)) s (\(rough(found.seconds))) after \(times): "
          + "bare numbers are seconds; \(literals.advice)")
    ]
  }

  /// The first of ten failures after which some client of a few waits longer than that.
  private func firstDelay(beyond limit: Double) -> (failures: Int, seconds: Double)? {
    for failures in 1...10 {
      guard
        let rows = try? delayTable(policy: self, failures: failures, clients: 100, seed: 1),
        let longest = rows.last?.max
      else { return nil }
      if longest > limit { return (failures, longest) }
    }
    return nil
  }
}

/// The numbers of a formula.
private struct FormulaLiterals {
  /// The largest without a unit; nil where each has one.
  let largestBare: Double?
  let hasUnits: Bool

  /// nil for a text that is no formula, as some of the catalogue's are.
  init?(_ text: String) {
    guard var reader = try? TokenReader(text), let tokens = try? reader.tokens() else { return nil }
    var bare: [Double] = []
    var hasUnits = false
    for token in tokens {
      switch token.kind {
      case .number(_, hasUnit: true): hasUnits = true
      case .number(let value, hasUnit: false): bare.append(value)
      case .share, .name, .symbol, .end: break
      }
    }
    largestBare = bare.max()
    self.hasUnits = hasUnits
  }

  private var looksLikeMilliseconds: Bool { (largestBare ?? 0) >= 1_000 }

  /// Seconds beyond which a delay raises doubt; nil where nothing does.
  var longestLikely: Double? {
    if looksLikeMilliseconds { return 3_600 }
    return hasUnits ? nil : 86_400
  }

  var advice: String {
    guard looksLikeMilliseconds, let largestBare else {
      return "write 10s or 10ms"
    }
    return "write \(plain(largestBare / 1_000))s or \(plain(largestBare))ms"
  }
}

/// A number in at most three decimals, without `.0`.
private func plain(_ number: Double) -> String {
  let rounded = (number * 1_000).rounded() / 1_000
  return Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
}

/// A time of more than an hour as people say it: `16.7 h`, `3.2 days`.
private func rough(_ seconds: Double) -> String {
  let (amount, unit) = seconds < 172_800 ? (seconds / 3_600, "h") : (seconds / 86_400, "days")
  let rounded = (amount * 10).rounded() / 10
  return "\(Int64(exactly: rounded).map { "\($0)" } ?? "\(rounded)") \(unit)"
}
