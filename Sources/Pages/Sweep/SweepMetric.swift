import Metrics

/// A figure over the seeds of one point.
struct SweepFigure: Hashable {
  /// The mean over the seeds, or the median where the metric is told by that. Infinite if with some seed it is
  /// never reached; nil where there is none.
  let number: Double?
  /// nil of a metric that is a number.
  var word: String?
  /// Infinite where it is never reached; nil where there is none.
  let least: Double?
  let greatest: Double?
  let seeds: Int
}

/// A metric over all points of a sweep.
struct SweepMetric {
  let headline: Headline
  /// Row by row over the axes.
  var figures: [SweepFigure?]

  var path: String { headline.path }

  var title: String { Self.named.contains(path) ? headline.heading : path }

  /// The metrics that are known by a title.
  private static let named = TradedMetrics.all + [TradedMetrics.downtime, times]

  /// The meaning of the metric.
  var about: String {
    switch path {
    case "recover.p99":
      "Time from clear, when the cause is gone."
    case TradedMetrics.downtime:
      "The time without a connection that 99 % did not exceed. The time to recover is 0 for at least half of the "
        + "clients."
    case Self.times:
      "99 % back, divided by what this gateway needs at best. Near 1: buy capacity. Far above: change the "
        + "formula."
    case "attempts_per_client": "What recovery costs in work at the listener."
    case "peak_arrivals_1s": "The most attempts that arrive within one second."
    case _: ""
    }
  }

  /// As a sentence says that it lies between two figures.
  func sentence(_ value: String) -> String {
    switch path {
    case "recover.p99": "99\u{a0}% are back after \(value)"
    case TradedMetrics.downtime: "99\u{a0}% are away for \(value) or less"
    case Self.times: "Recovery takes \(value) the lower bound"
    case "attempts_per_client": "Each client needs \(value) attempts"
    case "peak_arrivals_1s": "The busiest second sees \(value) arrivals"
    case _: "\(path) is \(value)"
    }
  }

  func text(_ figure: SweepFigure?) -> String {
    figure?.word ?? figure?.number.map(text) ?? "–"
  }

  func text(_ number: Double) -> String { headline.text(number) }

  /// The meaning of a dash.
  var absence: String {
    path == Self.times
      ? "–: the gateway could let everyone in within a second, so there is nothing to compare with."
      : "–: undefined with some seed."
  }

  /// `16.0 s to 457 s`
  var range: String {
    guard let low = finite.min(), let high = finite.max() else { return "never" }
    let (first, last) = (text(low), text(high))
    return first == last ? first : "\(first) to \(last)"
  }

  /// `16.0 s – 18.2 s`; nil where there is one seed, or no figure.
  func spread(_ figure: SweepFigure?) -> String? {
    guard let figure, figure.seeds > 1, let least = figure.least, let greatest = figure.greatest
    else { return nil }
    return "\(text(least))\u{a0}– \(text(greatest))"
  }

  var numbers: [Double] { figures.compactMap { $0?.number } }
  var finite: [Double] { numbers.filter(\.isFinite) }
  var hasWords: Bool { headline.unit == .word }

  /// The text of a figure that all points share; nil where they differ.
  var common: String? {
    let texts = Set(figures.map { text($0) })
    return texts.count == 1 ? texts.first : nil
  }

  static let times = "times the lower bound"
  private static let bound = "lower_bound_s"

  /// Returns the metrics that the page shows. The lower bound is not one of them: it stands in the
  /// metric that is divided by it.
  static func shown(_ metrics: [SweepMetric]) -> [SweepMetric] {
    let half = metrics.first { $0.path == TradedMetrics.half }
    let away = metrics.first { $0.path == TradedMetrics.downtime }
    // Only the usual metrics have the bound: any others are those that the user asked for.
    guard let half, let away, metrics.contains(where: { $0.path == bound }) else {
      return withTimes(metrics)
    }
    let points = zip(half.figures, away.figures).map { ($0?.number, $1?.number) }
    return TradedMetrics.recovery(of: points) == away.path
      ? metrics.filter { ![half.path, TradedMetrics.recovery, bound].contains($0.path) }
      : withTimes(metrics.filter { ![half.path, away.path].contains($0.path) })
  }

  /// Puts the metric that is divided by the lower bound in the place of the bound.
  private static func withTimes(_ metrics: [SweepMetric]) -> [SweepMetric] {
    guard let bound = metrics.first(where: { $0.path == Self.bound }),
      let back = metrics.firstIndex(where: { $0.path == "recover.p99" })
    else { return metrics }
    let figures = zip(metrics[back].figures, bound.figures).map { ratio($0, $1) }
    var shown = metrics.filter { $0.path != Self.bound }
    let place = shown.firstIndex { $0.path == "recover.p99" } ?? 0
    shown.insert(
      SweepMetric(headline: Headline(times, unit: "times"), figures: figures), at: place + 1)
    return shown
  }

  /// nil where the bound is below a second: too short to compare anything with.
  private static func ratio(_ back: SweepFigure?, _ bound: SweepFigure?) -> SweepFigure? {
    guard let back, let least = bound?.number, least.isFinite, least >= 1 else { return nil }
    return SweepFigure(
      number: back.number.map { $0 / least }, least: back.least.map { $0 / least },
      greatest: back.greatest.map { $0 / least }, seeds: back.seeds)
  }
}
