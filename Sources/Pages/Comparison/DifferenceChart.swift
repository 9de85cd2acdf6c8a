import Charts
import Foundation
import Words

/// Each formula against the first one, seed by seed: how much sooner or later, and how sure that is.
struct DifferenceChart: Chart {
  private let part: ComparisonData.Part
  /// Among the scenarios.
  private let place: Int
  private let names: ShownNames
  private let metric: Headline
  private let rows: [Row]
  private let seeds: Int

  private struct Row {
    let variant: ComparisonData.Variant
    let difference: ComparisonData.Difference?
  }

  /// nil where no formula differs from the first by a number.
  init?(_ place: Int, of data: ComparisonData, names: ShownNames) {
    let part = data.parts[place]
    let metric = data.rankedBy
    self.part = part
    self.place = place
    self.names = names
    self.metric = metric
    seeds = data.replications
    let first = part.variants[0].name
    rows = part.ranked.filter { $0.name != first }.map {
      Row(variant: $0, difference: part.difference(of: $0, metric.path))
    }
    if rows.allSatisfy({ ($0.difference?.figure ?? 0) == 0 }) { return nil }
  }

  private var first: String { names[part.variants[0].name] }

  private func isBetter(_ difference: ComparisonData.Difference) -> Bool {
    guard let figure = difference.figure else { return false }
    return metric.isBetterHigh ? figure > 0 : figure < 0
  }

  var finding: String {
    let decided = rows.compactMap(\.difference).filter(\.isDecided)
    let better = decided.count(where: isBetter)
    let same = decided.count { $0.figure == 0 }
    let open = rows.count { $0.difference?.figure != nil } - decided.count
    let without = rows.count { $0.difference?.figure == nil }
    let counts = [
      (better, "better"), (same, "the same"), (decided.count - better - same, "worse"),
      (open, "not told from it by the seeds"), (without, "without a figure to compare"),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { "\(PageNumber.spelled($0.0)) \($0.1)" }
    return "\(capitalized(metric.title)), less that of \(first). Of "
      + "\(PageNumber.spelled(rows.count)) other\(rows.count == 1 ? "" : "s"): \(listed(parts, most: .max))."
  }

  var note: String? {
    let statistic = metric.isToldByMedian ? "Medians" : "Means"
    return
      "\(statistic) of the differences with their \(SeedWords.intervals(seeds)). Hollow: the interval leaves "
      + "open which of the two has more. p is corrected by Holm's method; with five seeds or fewer it cannot fall "
      + "below 0.05."
  }

  var folds: [Fold] {
    let fold = Fold(
      summary: "Data: differences to \(first)",
      columns: ["formula", "difference", "low", "high", "p"],
      rows: rows.map { row in
        [names[row.variant.name]]
          + [row.difference?.figure, row.difference?.low, row.difference?.high].map {
            $0.map(PageNumber.precise) ?? "-"
          } + [row.difference?.p.map(PageNumber.chance) ?? "-"]
      })
    return [fold]
  }

  // MARK: Drawing

  func markup(_ drawing: Drawing) -> String {
    let step = drawing.isNarrow ? 40.0 : rows.count > 16 ? 21 : 26
    let axes = Axes(
      left: drawing.isNarrow ? 6 : 200, right: drawing.width - (drawing.isNarrow ? 6 : 180),
      top: 40, bottom: 48 + step * Double(rows.count))
    let x = Scale(.linear, domain, from: axes.left + 8, to: axes.right - 8)
    let count = drawing.isNarrow ? 4 : 8
    let ticks =
      metric.isTime ? Ticks.times(domain, count: count) : Ticks.values(domain, count: count)
    var elements = axes.columns(x, ticks: ticks)
    elements.append(segment("zero", x(0), axes.top - 4, x(0), axes.bottom))
    elements += heads(axes, x, drawing)
    for (place, row) in rows.enumerated() {
      elements += drawn(row, y: axes.top + 8 + step * (Double(place) + 0.5), x, axes, drawing)
    }
    elements.append(segment("base", axes.left, axes.bottom, axes.right, axes.bottom))
    elements += axes.horizontal(x, ticks: ticks) { signed($0, isTick: true) }
    return drawing.picture(
      height: axes.bottom + 26, name: "differences\(place)",
      title: "\(metric.title) of each formula less that of \(first)", finding: finding, elements)
  }

  private var domain: ClosedRange<Double> {
    let ends: [Double] =
      [0]
      + rows.compactMap(\.difference).flatMap { difference -> [Double] in
        [difference.figure, difference.low, difference.high].compactMap { $0 }
      }
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 1)
    let margin = max((high - low) * 0.04, 1e-9)
    return low - margin...high + margin
  }

  private func heads(_ axes: Axes, _ x: Scale, _ drawing: Drawing) -> [Element] {
    let words = metric.isTime ? ("◂ sooner", "later ▸") : ("◂ less", "more ▸")
    var elements = [
      Label("as \(first)", "hd halo", x: x(0), y: 14, anchor: anchor(x(0), axes)).element
    ]
    if x(0) - axes.left > 70 {
      elements.append(Label(words.0, "lab", x: x(0) - 8, y: 32, anchor: .end).element)
    }
    if axes.right - x(0) > 70 { elements.append(Label(words.1, "lab", x: x(0) + 8, y: 32).element) }
    guard !drawing.isNarrow else { return elements }
    return elements + [
      Label("difference", "ax", size: 12, x: drawing.width - 62, y: 32, anchor: .end).element,
      Label("p", "ax", size: 12, x: drawing.width, y: 32, anchor: .end).element,
    ]
  }

  private func anchor(_ x: Double, _ axes: Axes) -> Label.Anchor {
    x < axes.left + 120 ? .start : x > axes.right - 120 ? .end : .middle
  }

  private func drawn(
    _ row: Row, y: Double, _ x: Scale, _ axes: Axes, _ drawing: Drawing
  ) -> [Element] {
    let name = names[row.variant.name]
    let words = row.difference?.figure.map { signed($0, isTick: false) }
    let chance = row.difference?.p.map(PageNumber.chance)
    let marks = words == nil ? [] : marks(row, y: drawing.isNarrow ? y + 9 : y, x)
    if drawing.isNarrow {
      let text = [words ?? "not comparable", chance.map { "p \($0)" }].compactMap { $0 }
        .joined(separator: ", ")
      return [
        Label(name, "lab b halo", x: 0, y: y - 6).element,
        Label(text, "lab halo", x: drawing.width, y: y - 6, anchor: .end).element,
      ] + marks
    }
    return [
      Label(name, "lab b", x: axes.left - 14, y: y + 4.5, anchor: .end).element,
      Label(
        words ?? "not comparable", "num", x: drawing.width - 62, y: y + 4.5, anchor: .end
      ).element,
      Label(chance ?? "-", "num", x: drawing.width, y: y + 4.5, anchor: .end).element,
    ] + marks
  }

  private func marks(_ row: Row, y: Double, _ x: Scale) -> [Element] {
    guard let difference = row.difference, let figure = difference.figure else { return [] }
    var elements: [Element] = []
    if let low = difference.low, let high = difference.high {
      elements.append(segment("whisk", x(low), y, x(high), y))
    }
    let style = !difference.isDecided ? "ph" : isBetter(difference) ? "pf" : "px"
    return elements + [dot(figure == 0 ? "ph" : style, x(figure), y, radius: 5)]
  }

  private func signed(_ value: Double, isTick: Bool) -> String {
    if value == 0 { return metric.isTime ? "0\u{a0}s" : "0" }
    let text = isTick ? metric.tick(abs(value), isLast: true) : metric.text(abs(value))
    return (value < 0 ? "−" : "+") + text
  }
}
