import Foundation
import Metrics
import Systems
import Words

/// A metric as a page names it and writes its values.
struct Headline: Hashable {
  let path: String
  let unit: Unit

  /// The units of the files, and that of a figure which is divided by another one.
  enum Unit: String {
    case count, share, ratio, word, times
    case seconds = "s"
    case truth = "bool"
  }

  /// - Parameter unit: as the files name it; nil where they do not say it.
  init(_ path: String, unit: String? = nil) {
    self.path = path
    self.unit = unit.map { Unit(rawValue: $0) ?? .ratio } ?? Self.unit(of: path)
  }

  private static func unit(of path: String) -> Unit {
    if path.hasSuffix("_share") { return .share }
    let isTime = ["recover.", "recover_", "downtime."].contains { path.hasPrefix($0) }
    return isTime || path.hasSuffix("_s") ? .seconds : .ratio
  }

  var title: String { Self.titles[path] ?? path.replacing("_", with: " ") }

  /// The title as a heading.
  var heading: String { capitalized(title) }

  /// True if more of it is better.
  var isBetterHigh: Bool { path == "storm_efficiency" }

  var isTime: Bool { unit == .seconds }

  /// True if several seeds are summarised by their median.
  var isToldByMedian: Bool { MetricNames.seedStatistic(of: path) == .median }

  func text(_ value: Double) -> String {
    guard value.isFinite else { return "never" }
    return switch unit {
    case .seconds: PageNumber.duration(value)
    case .share, .truth: PageNumber.share(value)
    case .times: PageNumber.times(value)
    case .count where value >= 100: PageNumber.count(value)
    case .count, .ratio, .word: PageNumber.number(value)
    }
  }

  /// As an axis names it: most ticks have no unit.
  /// - Parameter isLast: true if the tick has one.
  func tick(_ value: Double, isLast: Bool) -> String {
    switch unit {
    case .seconds: isLast || value >= 600 ? PageNumber.moment(value) : PageNumber.number(value)
    case .share, .truth: PageNumber.percentile(value)
    case .times where isLast: PageNumber.times(value)
    case _: value >= 10_000 ? PageNumber.short(value) : PageNumber.number(value)
    }
  }

  /// With two decimals, in the unit of the files.
  func precise(_ estimate: Estimate) -> String {
    let figure = PageNumber.precise(estimate.figure)
    guard let low = estimate.low, let high = estimate.high else { return figure }
    return "\(figure) [\(PageNumber.precise(low)) to \(PageNumber.precise(high))]"
  }

  /// The title of a column of exact figures: with the unit.
  var column: String { isTime ? "\(title), s" : title }

  private static let titles = [
    "recover.p50": "50\u{a0}% back after", "recover.p99": "99\u{a0}% back after",
    "recover.max": "last back after", "downtime.p99": "away, 99\u{a0}% at most",
    "peak_arrivals_100ms": "peak, arrivals in 100\u{a0}ms",
    "peak_arrivals_1s": "peak, arrivals in 1\u{a0}s",
    "peak_arrivals_1s_after_clear": "peak after clear, in 1\u{a0}s",
    "attempts_per_client": "attempts per client",
    "metastable": "storm outlives its cause, share of seeds",
  ]
}

extension PageNumber {
  /// Returns a number with two decimals, or none if it is whole, with thousands separators.
  static func precise(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
    let text = String(format: "%.2f", abs(number))
    let parts = text.split(separator: ".").map(String.init)
    let whole = count(Int(parts[0]) ?? 0)
    let sign = number < 0 && text != "0.00" ? "−" : ""
    return sign + (parts[1] == "00" ? whole : "\(whole).\(parts[1])")
  }

  /// In a sentence: a word up to twelve.
  static func spelled(_ count: Int) -> String {
    let words = [
      "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
      "eleven", "twelve",
    ]
    return words.indices.contains(count) ? words[count] : PageNumber.count(count)
  }

  /// The probability of a chance result: three decimals.
  static func chance(_ p: Double) -> String {
    p < 0.001 ? "<\u{a0}0.001" : String(format: "%.3f", p)
  }
}
