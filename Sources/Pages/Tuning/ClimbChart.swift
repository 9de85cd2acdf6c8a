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

  let name = "climb"
  let title = "The best so far, formula by formula"

  func plot(_ drawing: Drawing) -> any Plot {
    let domain = 0...Double(data.candidates.count + 1)
    let x = Axis(
      domain: domain, ticks: Ticks.counts(domain, count: drawing.isNarrow ? 4 : 8),
      title: "formulas tried", isRuled: false, text: PageNumber.count)
    let metric = data.objective
    let own = data.own.metrics.estimates[metric.path]?.figure
    let y = Axis.figures(
      metric, data.candidates.compactMap(\.objective) + steps.map(\.best) + [own].compactMap { $0 },
      ratio: 3, margin: 1.1, from: .least, count: 4, ratios: 7)
    let cloud = data.candidates.enumerated().compactMap { place, candidate in
      candidate.objective.map {
        (x: Double(place + 1), y: $0, isFilled: candidate.isFeasible == true)
      }
    }
    let marks: [Mark?] = [
      .cloud(cloud, radius: 2),
      .stairs(steps.map { (Double($0.number), $0.best) }, isOpen: true, "ld"), best(drawing),
      own.map { .level($0, "\(self.own) \(metric.text($0))", isBeside: !drawing.isNarrow) },
    ]
    return PanelChart(
      x: x,
      panels: [
        Panel(
          title: capitalized(y.heading), y: y, height: drawing.isNarrow ? 216 : 236,
          marks: marks.compactMap { $0 },
          distance: 30)
      ], bands: shades, right: drawing.isNarrow ? 6 : 130)
  }

  /// The figure at the end of the line.
  private func best(_ drawing: Drawing) -> Mark {
    Mark { frame in
      guard let last = steps.last else { return [] }
      let (text, x, y) = (data.objective.text(last.best), frame.axes.right, frame.y(last.best))
      let label =
        drawing.isNarrow
        ? Label(text, "lab b halo", x: x, y: y + 16, anchor: .end)
        : Label(text, "lab b halo", x: x + 8, y: y + 4)
      return [label.element]
    }
  }

  /// Every second bracket on a band, with their names above.
  private var shades: [Mark] {
    let bands = brackets.enumerated().filter { $0.offset % 2 == 0 }.map { _, bracket in
      let first = Double(bracket.first) - 0.5
      return Mark.band(first, first + Double(bracket.count))
    }
    let names = Mark { frame in
      var end = -Double.infinity
      return brackets.compactMap { bracket in
        let label = Label(
          bracket.number == 0 ? "wide look" : "\(bracket.number)", "ax", size: 12,
          x: frame.x(Double(bracket.first) + Double(bracket.count) / 2 - 0.5),
          y: frame.axes.top - 8, anchor: .middle)
        guard label.box.x > end + 4 else { return nil }
        end = label.box.x + label.box.width
        return label.element
      }
    }
    return bands + [names]
  }
}
