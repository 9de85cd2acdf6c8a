import Charts
import Words

/// The best figure so far against the formulas tried: how much more the search still brought.
struct ClimbChart: Chart {
  private let data: TuningData
  private let own: String
  /// By the number of the formula, from 1: the best of those with all runs and every promise kept.
  private let steps: [(number: Int, best: Double)]
  private let brackets: [Bracket]

  /// One halving.
  struct Bracket {
    let number: Int
    /// The number of its first formula.
    let first: Int
    let count: Int
    let runs: Int
    /// The best figure at its end.
    let best: Double?
  }

  /// nil where no formula came through.
  init?(_ data: TuningData, own: String) {
    self.data = data
    self.own = own
    let most = data.candidates.map(\.runs).max() ?? 0
    let isBetterHigh = data.objective.isBetterHigh
    var best: Double?
    var steps: [(number: Int, best: Double)] = []
    var brackets: [Bracket] = []
    for (place, candidate) in data.candidates.enumerated() {
      if candidate.runs == most, candidate.isFeasible == true, let value = candidate.objective,
        best.map({ isBetterHigh ? value > $0 : value < $0 }) ?? true
      {
        best = value
        steps.append((place + 1, value))
      }
      let isNew = brackets.last?.number != candidate.bracket
      let before = isNew ? nil : brackets.popLast()
      brackets.append(
        Bracket(
          number: candidate.bracket, first: before?.first ?? place + 1,
          count: (before?.count ?? 0) + 1, runs: (before?.runs ?? 0) + candidate.runs, best: best))
    }
    if steps.isEmpty { return nil }
    self.steps = steps
    self.brackets = brackets
  }

  var finding: String {
    guard let first = steps.first, let last = steps.last else { return "" }
    let metric = data.objective
    if steps.count == 1 {
      return
        "The formula number \(first.number) was the best from the first: \(metric.text(first.best))."
    }
    return
      "The best so far went from \(metric.text(first.best)) to \(metric.text(last.best)), the last "
      + "step with formula number \(PageNumber.count(last.number)) of \(PageNumber.count(data.candidates.count))."
  }

  var note: String? {
    "The line: the best formula so far with all runs and every promise kept. Points: all formulas; those "
      + "with fewer runs are rough. Of those within \(PageNumber.share(data.indifference)) of the best, the "
      + "one with the least product of recovery, peak and attempts is taken."
  }

  var folds: [Fold] {
    let fold = Fold(
      summary: "Data: brackets",
      columns: ["bracket", "formulas", "runs", "best so far, \(data.objective.title)"],
      rows: brackets.map { bracket in
        [
          Self.name(bracket.number), PageNumber.count(bracket.count),
          PageNumber.count(bracket.runs),
          bracket.best.map(PageNumber.precise) ?? "-",
        ]
      })
    return [fold]
  }

  private static func name(_ bracket: Int) -> String {
    bracket == 0 ? "wide look" : "refinement \(bracket)"
  }

  func markup(_ drawing: Drawing) -> String {
    let axes = Axes(
      left: drawing.isNarrow ? 44 : 58, right: drawing.width - (drawing.isNarrow ? 6 : 130),
      top: 44,
      bottom: drawing.isNarrow ? 260 : 280)
    let x = Scale(
      .linear, 0...Double(data.candidates.count + 1), from: axes.left, to: axes.right)
    let y = scale(axes)
    let rows =
      y.kind == .linear
      ? Ticks.values(y.domain, count: 4)
      : data.objective.isTime
        ? Ticks.durations(y.domain, count: 7) : Ticks.ratios(y.domain, count: 7)
    var elements = shades(axes, x)
    elements += axes.vertical(y, ticks: rows) { data.objective.tick($0, isLast: $0 == rows.last) }
    elements +=
      points(x, y) + line(axes, x, y, isNarrow: drawing.isNarrow) + ownLine(axes, y, drawing)
    let ticks = Ticks.counts(x.domain, count: drawing.isNarrow ? 4 : 8)
    elements += axes.horizontal(x, ticks: ticks) { PageNumber.count($0) }
    let heading =
      capitalized(data.objective.title) + (y.kind == .logarithmic ? " (log scale)" : "")
    elements.append(Label(heading, "hd", x: 0, y: 14).element)
    elements.append(
      Label("formulas tried", "ax", size: 12, x: axes.right, y: axes.bottom + 36, anchor: .end)
        .element)
    return drawing.picture(
      height: axes.bottom + 42, name: "climb", title: "The best so far, formula by formula",
      finding: finding, elements)
  }

  private func scale(_ axes: Axes) -> Scale {
    let values =
      data.candidates.compactMap(\.objective) + steps.map(\.best)
      + [data.own.metrics.estimates[data.objective.path]?.figure].compactMap { $0 }
    let (low, high) = (values.min() ?? 0, values.max() ?? 1)
    if low > 0, high > 3 * low {
      return Scale(.logarithmic, low / 1.1...high * 1.1, from: axes.bottom, to: axes.top)
    }
    let margin = max((high - low) * 0.08, high.magnitude * 0.02, 1e-9)
    return Scale(.linear, max(0, low - margin)...high + margin, from: axes.bottom, to: axes.top)
  }

  /// Every second bracket on a band, with the name of the first.
  private func shades(_ axes: Axes, _ x: Scale) -> [Element] {
    let bands = brackets.enumerated().filter { $0.offset % 2 == 0 }.map { _, bracket in
      let (from, to) = (
        x(Double(bracket.first) - 0.5), x(Double(bracket.first + bracket.count) - 0.5)
      )
      return rectangle(
        "band", Box(x: from, y: axes.top, width: to - from, height: axes.bottom - axes.top))
    }
    var elements = bands
    var end = -Double.infinity
    for bracket in brackets {
      let text = bracket.number == 0 ? "wide look" : "\(bracket.number)"
      let label = Label(
        text, "ax", size: 12, x: x(Double(bracket.first) + Double(bracket.count) / 2 - 0.5),
        y: axes.top - 8, anchor: .middle)
      guard label.box.x > end + 4 else { continue }
      end = label.box.x + label.box.width
      elements.append(label.element)
    }
    return elements
  }

  /// Returns the points. Of points that would lie on each other, one is drawn.
  private func points(_ x: Scale, _ y: Scale) -> [Element] {
    struct Cell: Hashable {
      let x: Int
      let y: Int
    }
    var seen = Set<Cell>()
    return data.candidates.enumerated().compactMap { place, candidate in
      guard let value = candidate.objective else { return nil }
      let (px, py) = (x(Double(place + 1)), y(value))
      guard seen.insert(Cell(x: Int((px / 4).rounded()), y: Int((py / 4).rounded()))).inserted
      else {
        return nil
      }
      return dot(candidate.isFeasible == true ? "cf" : "ch", px, py, radius: 2)
    }
  }

  private func line(_ axes: Axes, _ x: Scale, _ y: Scale, isNarrow: Bool) -> [Element] {
    guard let first = steps.first, let last = steps.last else { return [] }
    var path = Path()
    path.move(x(Double(first.number)), y(first.best))
    for step in steps.dropFirst() {
      path.horizontal(x(Double(step.number)))
      path.vertical(y(step.best))
    }
    path.horizontal(axes.right)
    let text = data.objective.text(last.best)
    let label =
      isNarrow
      ? Label(text, "lab b halo", x: axes.right, y: y(last.best) + 16, anchor: .end)
      : Label(text, "lab b halo", x: axes.right + 8, y: y(last.best) + 4)
    return [path.element("ld"), label.element]
  }

  private func ownLine(_ axes: Axes, _ y: Scale, _ drawing: Drawing) -> [Element] {
    guard let value = data.own.metrics.estimates[data.objective.path]?.figure else { return [] }
    let text = "\(own) \(data.objective.text(value))"
    let label =
      drawing.isNarrow
      ? Label(text, "lab halo", x: axes.right, y: y(value) - 5, anchor: .end)
      : Label(text, "lab halo", x: axes.right + 8, y: y(value) + 4)
    return [segment("lim", axes.left, y(value), axes.right, y(value)), label.element]
  }
}
