import Foundation
import Metrics
import Words

/// The conclusion of a sweep in a few sentences: how far the figure goes, which key decides over
/// it, and which does not.
struct SweepVerdict {
  private let data: SweepData
  /// The metric of the sentences: the time until 99 % are back, or the first metric that was kept.
  private let metric: SweepMetric?

  init(_ data: SweepData) {
    self.data = data
    metric =
      data.metrics.first {
        [TradedMetrics.recovery, TradedMetrics.downtime].contains($0.path)
      } ?? data.metrics.first { !$0.numbers.isEmpty }
  }

  var headline: String {
    guard let metric, !metric.numbers.isEmpty else {
      return "The sweep has no figures to compare."
    }
    let never = metric.numbers.count { !$0.isFinite }
    let all = metric.figures.count
    if never == all {
      return metric.path == "recover.p99"
        ? "With no combination 99\u{a0}% of the clients come back."
        : "With no combination \(metric.path) is ever reached."
    }
    if never > 0 {
      let what =
        metric.path == "recover.p99"
        ? "99\u{a0}% are never back" : "\(metric.path) is never reached"
      return "With \(PageNumber.count(never)) of \(PageNumber.count(all)) combinations \(what)."
    }
    if let common = metric.common {
      return metric.sentence(common) + (all > 1 ? ", whatever is varied." : ".")
    }
    if data.axes.count == 1 { return single(metric) }
    if isLevel(metric.finite[...], within: HeatScale.least) {
      return metric.sentence(metric.range) + ": what is varied changes little."
    }
    return metric.sentence(metric.range) + (strongest.map { "; \($0) matters most." } ?? ".")
  }

  /// Returns the sentence on a single key: the values with the least and the most.
  private func single(_ metric: SweepMetric) -> String {
    if let nothing = indifference(0, from: 0, isClause: true) {
      return metric.sentence(metric.range) + "; " + nothing
    }
    guard let (low, high) = ends(metric) else { return metric.sentence(metric.range) + "." }
    return metric.sentence(metric.text(metric.figures[low])) + " with \(data.words(of: low)), "
      + "\(metric.text(metric.figures[high])) with \(data.words(of: high))."
  }

  /// The points with the least and the greatest figure.
  private func ends(_ metric: SweepMetric) -> (low: Int, high: Int)? {
    func place(_ number: Double?) -> Int? {
      number.flatMap { number in metric.figures.firstIndex { $0?.number == number } }
    }
    guard let low = place(metric.finite.min()), let high = place(metric.finite.max()), low != high
    else { return nil }
    return (low, high)
  }

  var lead: String {
    guard let metric, metric.common == nil else { return "" }
    return
      ([extremes(metric)]
      + data.axes.indices.compactMap { indifference($0, from: data.axes.count > 1 ? 0 : 1) } + [
        waiting
      ])
      .compactMap { $0 }.joined(separator: " ")
  }

  private func extremes(_ metric: SweepMetric) -> String? {
    guard data.axes.count > 1, let (low, high) = ends(metric) else { return nil }
    return "Least: \(metric.text(metric.figures[low])) with \(data.words(of: low)). Most: "
      + "\(metric.text(metric.figures[high])) with \(data.words(of: high))."
  }

  private var waiting: String? {
    guard let times = data.metrics.first(where: { $0.path == SweepMetric.times }),
      let most = times.finite.max(), most >= 2,
      let place = times.figures.firstIndex(where: { $0?.number == most })
    else { return nil }
    return
      "Most is lost to waiting with \(data.words(of: place)): \(times.text(most)) what is possible."
  }

  // MARK: Which key decides

  /// The key with by far the greatest effect; nil where no key stands out, or there is only one.
  private var strongest: String? {
    guard data.axes.count > 1 else { return nil }
    let effects = data.axes.indices.map(effect)
    guard let most = effects.max(), most > 0, let place = effects.firstIndex(of: most) else {
      return nil
    }
    let others = effects.enumerated().filter { $0.offset != place }.map(\.element)
    return others.allSatisfy { most >= 1.5 * $0 } ? KeyPhrase(data.axes[place].key).subject : nil
  }

  /// How much the metric changes along an axis, the mean over all others.
  private func effect(_ axis: Int) -> Double {
    let spans = lines(along: axis).map { line in
      let finite = line.filter(\.isFinite)
      return (finite.max() ?? 0) - (finite.min() ?? 0)
    }
    return spans.isEmpty ? 0 : spans.reduce(0, +) / Double(spans.count)
  }

  /// That a key, or more of it, changes next to nothing.
  /// - Parameter begin: the first value that may be the one beyond which nothing changes.
  private func indifference(_ axis: Int, from begin: Int, isClause: Bool = false) -> String? {
    let lines = lines(along: axis)
    let count = data.axes[axis].values.count
    guard !lines.isEmpty, lines.allSatisfy({ $0.count == count }) else { return nil }
    let phrase = KeyPhrase(data.axes[axis].key)
    let first = (0..<count).first { place in
      lines.allSatisfy { line in isLevel(line[place...]) }
    }
    guard let first, first < count - 1, first >= begin else { return nil }
    if first == 0 {
      return "\(isClause ? phrase.subject : phrase.atBegin) changes it by less than 2\u{a0}%."
    }
    if begin == 0, data.axes.count == 1 { return nil }
    guard data.axes[axis].numbers != nil, count - first >= 3 || count == 3 else { return nil }
    return
      "Beyond \(phrase.with(data.axes[axis].values[first].shown)) it changes by less than 2\u{a0}%."
  }

  private func isLevel(_ figures: ArraySlice<Double>, within share: Double = 0.02) -> Bool {
    guard let low = figures.min(), let high = figures.max() else { return false }
    return low == high || high.isFinite && high - low <= share * abs(high)
  }

  /// The figures of the metric along an axis, for each combination of the others.
  private func lines(along axis: Int) -> [[Double]] {
    guard let metric else { return [] }
    var lines: [[Int]: [Double]] = [:]
    var order: [[Int]] = []
    for (point, figure) in metric.figures.enumerated() {
      var places = data.places(of: point)
      places[axis] = 0
      if lines[places] == nil {
        order.append(places)
        lines[places] = []
      }
      if let number = figure?.number { lines[places, default: []].append(number) }
    }
    return order.compactMap { lines[$0] }
  }
}
