import Scenarios
import Words

/// The values of a key among which one is looked for: `gateway.nodes=1..64`.
package struct SearchRange: Hashable, Sendable {
  /// Keys with dots between them, as in an `Override`.
  package let key: String
  package private(set) var scale: QuantityScale
  package let low: Double
  package let high: Double
  /// How problems with it are located: the option as it was typed, without its value.
  package let option: String

  /// Takes `key=from..to` apart.
  /// - Parameter option: `--least`, for example.
  package init(_ text: String, option: String) throws(SearchError) {
    let label = "\(option) \(shownOption(text))"
    guard let override = Override(text), let dots = override.value.firstRange(of: "..") else {
      throw SearchError("\(label): write key.path=from..to, such as gateway.nodes=1..64")
    }
    key = override.path
    self.option = option
    try Self.check(key, label)
    guard !override.value.contains("...") else {
      throw SearchError("\(label): write two dots, as in gateway.nodes=1..64")
    }
    let ends = [override.value[..<dots.lowerBound], override.value[dots.upperBound...]]
      .map { trimmedBlanks(String($0)) }
    if ends.allSatisfy({ $0.hasSuffix("%") }), let wrong = ends.first(where: { !Self.isShare($0) })
    {
      throw SearchError("\(label): '\(wrong)' is out of range: a share is 0% to 100%")
    }
    guard let scale = QuantityScale(ends[0], ends[1]), let low = scale.value(of: ends[0]),
      let high = scale.value(of: ends[1])
    else {
      throw SearchError(
        "\(label): '\(ends[0])' and '\(ends[1])' are no numbers of one kind; write 1..64, 5s..10m, "
          + "100/s..2000/s or 10%..90%")
    }
    guard low >= 0 else { throw SearchError("\(label): the range must not go below 0") }
    guard low <= high else {
      throw SearchError("\(label): the range goes down; write the smaller end first")
    }
    guard low < high else { throw SearchError("\(label): the range is a single value") }
    // Whole numbers beyond 2^53 are no longer told apart.
    guard high < 1e15 else {
      throw SearchError("\(label): '\(ends[1])' is out of range: a value is less than 1e15")
    }
    self.scale = scale
    self.low = low
    self.high = high
  }

  private static func isShare(_ text: String) -> Bool {
    (try? parseShare(text)).map { (0...1).contains($0) } ?? false
  }

  private static func check(_ key: String, _ label: String) throws(SearchError) {
    if key.split(separator: ".").last == "backoff" {
      throw SearchError("\(label): a formula is no number; several --backoff compare formulas")
    }
    switch key.split(separator: ".").first {
    case "seed": throw SearchError("\(label): seeds are chosen with --seed and --replications")
    case "name", "about": throw SearchError("\(label): no result depends on it")
    case "slo":
      throw SearchError("\(label): a promise is what is kept or broken, not a value to look for")
    case _: return
    }
  }

  /// The range as the key takes it: whole ends do not say that it takes whole numbers only.
  func fitted(to base: SweepBase) -> SearchRange {
    guard scale == .count || scale == .number && low.rounded() == low && high.rounded() == high
    else {
      return self
    }
    var fractions = self
    fractions.scale = .number
    var wholes = self
    wholes.scale = .count
    return (try? base.decode([fractions.override(low + 0.5)])) == nil ? wholes : fractions
  }

  /// The value in place of the scenario's.
  package func override(_ value: Double) -> Override {
    let text = scale.text(value)
    return Override(path: key, value: text, label: "\(option) \(key)=\(text)")
  }

  /// Returns true if this key is the one at `path`, or contains it.
  package func covers(_ path: String) -> Bool { path == key || path.hasPrefix(key + ".") }

  package func text(_ value: Double) -> String { scale.text(value) }
}
