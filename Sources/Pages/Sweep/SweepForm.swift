import Charts

/// Which drawing suits a sweep: by how many keys differ, and whether they have numbers.
struct SweepForm {
  private let data: SweepData

  init(_ data: SweepData) { self.data = data }

  /// A table is best for words; a line needs numbers.
  private var isRanked: Bool {
    data.axes.count == 1 && data.axes[0].numbers == nil && !data.metrics.isEmpty
  }

  var ranking: PageSection? { isRanked ? SweepRanks.section(data) : nil }

  var sections: [PageSection] {
    guard !isRanked else { return [] }
    return shownMetrics.enumerated().map { place, metric in
      PageSection(metric.title, figure(metric, name: "m\(place)"))
    }
  }

  /// The metrics that are drawn: only the first two for small multiples.
  private var shownMetrics: [SweepMetric] {
    Array(data.metrics.filter(hasDrawing).prefix(data.axes.count > 2 ? 2 : 8))
  }

  /// Returns true if there is anything to say of a metric.
  private func hasDrawing(_ metric: SweepMetric) -> Bool {
    metric.hasWords || !metric.numbers.isEmpty
  }

  /// Pictures of a single metric have the whole width.
  private var isAlone: Bool { shownMetrics.count == 1 }

  /// The class of the sections' grid.
  var layout: String { data.axes.count > 2 || isAlone ? "" : "pair" }

  private var width: Double { isAlone ? 1_088 : 504 }

  var notes: [String] {
    var notes = data.axes.filter { $0.values.count < $0.size }.map { axis in
      "Of \(PageNumber.count(axis.size)) values of \(axis.key) \(PageNumber.count(axis.values.count)) are shown, evenly "
        + "spread from the first to the last. sweep.csv holds all of them."
    }
    if data.axes.count > 2 {
      let panels = data.metrics.first.map { SweepHeat(data, $0).panelCount } ?? 0
      if panels > SweepHeat.mostPanels {
        notes.append(
          "The first \(SweepHeat.mostPanels) of \(PageNumber.count(panels)) panels are shown. "
            + "figures.csv holds all of them.")
      }
      let drawn = shownMetrics.map(\.path)
      let others = data.metrics.filter { hasDrawing($0) && !drawn.contains($0.path) }.map(\.title)
      if !others.isEmpty {
        notes.append("Not drawn, but in the data: \(others.joined(separator: "; ")).")
      }
    }
    let empty = data.metrics.filter { !hasDrawing($0) }
    if !empty.isEmpty { notes.append(Self.absence(of: empty)) }
    return notes
  }

  private static func absence(of metrics: [SweepMetric]) -> String {
    "Without figures: \(metrics.map(\.title).joined(separator: "; "))."
      + (metrics.contains { $0.path == SweepMetric.times }
        ? " The gateway could let everyone in within a second, so there is nothing to compare with."
        : "")
  }

  private func figure(_ metric: SweepMetric, name: String) -> Figure {
    let about = metric.about.isEmpty ? "" : metric.about + " "
    if metric.finite.isEmpty, !metric.hasWords {
      let isNever = metric.numbers.contains { !$0.isFinite }
      let text = isNever ? "It is never reached." : "It has no figures."
      return Figure(finding: about + text, drawing: "")
    }
    if let common = metric.common {
      let scope = data.points > 1 ? "The same everywhere: \(common)." : "\(common)."
      return Figure(finding: about + scope, drawing: "", note: single(metric))
    }
    if let lines = SweepLines(data, metric, name: name) {
      let spread =
        data.grid.replications > 1 ? "Whiskers reach from the least seed to the greatest." : nil
      return Figure(
        finding: about + lines.finding, drawing: lines.drawing(wide: width), note: spread)
    }
    guard data.axes.count > 1 else { return Figure(finding: about, drawing: table(metric)) }
    let opening =
      data.grid.replications > 1
      ? "Times and peaks are medians over the seeds, the rest means; the" : "The"
    let isFirst = metric.path == shownMetrics.first?.path
    let hasDash = metric.figures.contains { metric.text($0) == "–" }
    return Figure(
      finding: about + (isFirst ? opening + " stronger the colour, the more." : ""),
      drawing: SweepHeat(data, metric).markup(name: name, wide: width),
      note: hasDash ? metric.absence : nil)
  }

  /// The spread over the seeds where there is a single point.
  private func single(_ metric: SweepMetric) -> String? {
    guard data.points == 1 else { return nil }
    return metric.spread(metric.figures[0]).map { "Over the seeds: \($0)." }
  }

  /// Words over the numbers of a key.
  private func table(_ metric: SweepMetric) -> String {
    let rows = zip(data.axes[0].values, metric.figures).map { value, figure in
      Element(
        "tr", [:],
        [
          Element("th", ["scope": "row"], text: value.shown),
          Element("td", text: metric.text(figure)),
        ])
    }
    return Element("table", [:], [Element("tbody", [:], rows)]).markup
  }
}
