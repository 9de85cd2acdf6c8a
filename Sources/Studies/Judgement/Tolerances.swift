import Scenarios
import Systems
import Words

/// How much worse than its baseline a metric may be.
package struct Tolerances: Hashable, Sendable {
  /// The tolerance of the headline metrics, a fraction of the baseline; nil where only named metrics are judged.
  package let general: Double?
  /// The tolerances of single metrics, in the order in which they were named. These metrics are
  /// judged whatever they are.
  package let named: [Named]

  package struct Named: Hashable, Sendable {
    package let path: String
    package let tolerance: Double
  }

  /// The tolerance if none is given.
  package static let usual = 0.02

  /// - Parameter texts: `2%` for all, `recover.p99=5%` for one, `off` for none but those.
  /// - Throws: where one cannot be read, names no metric that is a number, or stands there twice, and where
  ///   nothing is left to judge.
  package init(_ texts: [String]) throws(BaselineError) {
    var general: Double?
    var isOff = false
    var named: [Named] = []
    for text in texts {
      guard let equals = text.firstIndex(of: "=") else {
        guard general == nil, !isOff else {
          throw BaselineError("--tolerance \(text): there is one for all metrics already")
        }
        if text == "off" { isOff = true } else { general = try Self.share(text, in: text) }
        continue
      }
      let path = trimmedBlanks(String(text[..<equals]))
      try Self.check(path, in: text)
      guard !named.contains(where: { $0.path == path }) else {
        throw BaselineError("--tolerance \(text): \(path) has one already")
      }
      let share = try Self.share(String(text[text.index(after: equals)...]), in: text)
      named.append(Named(path: path, tolerance: share))
    }
    guard !isOff || !named.isEmpty else {
      throw BaselineError(
        "--tolerance off: nothing is left to judge; name a metric too, such as recover.p99=5%")
    }
    self.general = isOff ? nil : general ?? Self.usual
    self.named = named
  }

  /// Returns the tolerance of a metric that is judged.
  package func tolerance(of path: String) -> Double {
    named.first { $0.path == path }?.tolerance ?? general ?? Self.usual
  }

  private static func share(_ text: String, in option: String) throws(BaselineError) -> Double {
    let text = trimmedBlanks(text)
    if let share = try? parseShare(text) { return share }
    // A count may become several times as large.
    if text.hasSuffix("%"), let percent = try? parseNumber(String(text.dropLast())), percent >= 0 {
      return percent / 100
    }
    throw BaselineError(
      "--tolerance \(option): write a share from 0% up, such as 2% or recover.p99=5%")
  }

  /// `2 %`, `0.5 %`
  package static func text(_ tolerance: Double) -> String {
    let percent = (tolerance * 1e6).rounded() / 1e4
    return "\(percent == percent.rounded() ? "\(Int(percent))" : "\(percent)") %"
  }

  private static func check(_ path: String, in option: String) throws(BaselineError) {
    guard let unit = MetricNames.unit(of: path) else {
      throw BaselineError("--tolerance \(option): \(MetricNames.noMetric(named: path))")
    }
    guard unit != .word else {
      throw BaselineError(
        "--tolerance \(option): \(path) is a word, which cannot be a little worse")
    }
  }
}

/// Why a run cannot be held against a baseline: what was found and what would be right.
package struct BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
