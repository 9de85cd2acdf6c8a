import Charts
import Words

/// A metric over the numbers of one key: the figure over the seeds, and how far single seeds lie from it.
struct SweepLines: Chart {
  let name: String
  private let metric: SweepMetric
  private let axis: SweepAxis
  private let numbers: [Double]

  /// nil where the key has no numbers, or the metric has no two different figures.
  init?(_ data: SweepData, _ metric: SweepMetric, name: String) {
    guard data.axes.count == 1, let numbers = data.axes[0].numbers, !metric.finite.isEmpty else {
      return nil
    }
    self.name = name
    self.metric = metric
    axis = data.axes[0]
    self.numbers = numbers
  }

  var finding: String {
    let never = metric.numbers.count { !$0.isFinite }
    return metric.sentence(metric.range)
      + (never > 0 ? ", and never with \(never) values of \(axis.key)." : ".")
  }

  var title: String { "\(metric.title) over \(axis.key)" }

  func plot(_ drawing: Drawing) -> any Plot {
    let hasNever = metric.numbers.contains { !$0.isFinite }
    let ends = figures.flatMap { [$1.least, $1.greatest, $1.number].compactMap { $0 } }
      .filter(\.isFinite)
    let y = Axis.figures(
      metric.headline, ends, ratio: 40, margin: 1.3, headroom: 1.08, count: 4, ratios: 5)
    let panel = Panel(
      title: y.kind == .logarithmic ? "log scale" : "", y: y, height: 190,
      marks: whiskers + [.line(finite, "ld")] + points, callouts: names,
      gutter: hasNever ? "never" : "", distance: hasNever ? 42 : 20)
    let x = Axis(
      kind: axis.isGeometric ? .logarithmic : .linear,
      domain: .between(numbers.first ?? 0, numbers.last ?? 1), ticks: numbers, title: axis.key,
      inset: 27, isRuled: false, text: valueName)
    return PanelChart(x: x, panels: [panel], right: 14)
  }

  private func valueName(_ number: Double) -> String {
    let place = numbers.firstIndex(of: number) ?? 0
    return shortened(axis.values[place].shown, to: 100)
  }

  private var figures: [(number: Double, figure: SweepFigure)] {
    zip(numbers, metric.figures).compactMap { number, figure in figure.map { (number, $0) } }
  }

  /// Through the finite figures.
  private var finite: [Mark.Point] {
    figures.compactMap { number, figure in
      figure.number.flatMap { $0.isFinite ? (number, $0) : nil }
    }
  }

  private var whiskers: [Mark] {
    figures.compactMap { number, figure in
      guard figure.seeds > 1, let least = figure.least, let greatest = figure.greatest,
        least.isFinite, least < greatest
      else { return nil }
      return .interval((number, least), (number, greatest), cap: 4, "whisker")
    }
  }

  /// The most points that all have a name. If there are more, only the first and the last have one,
  /// and all points are small.
  private static let mostLabels = 40

  private var points: [Mark] {
    figures.compactMap { number, figure in
      figure.number.map { level in
        let radius = level.isFinite && numbers.count > Self.mostLabels ? 1.5 : 4
        return .dot(number, level, level.isFinite ? "pf" : "gutter", radius: radius)
      }
    }
  }

  /// The ends tell most.
  private var names: [Callout] {
    let all = finite.map { number, level in
      Callout(
        text: metric.text(level), x: number, y: level,
        places: [(0, -10, .middle), (0, 20, .middle)])
    }
    let ends = all.prefix(1) + all.dropFirst().suffix(1)
    return ends + (all.count > Self.mostLabels ? [] : all.dropFirst().dropLast())
  }
}
