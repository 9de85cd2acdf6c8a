import Charts
import Words

/// Formulas as points between two figures, of which less is better. Those that are never back have no
/// place along the time: they stand in a gutter of their own.
struct ScatterChart: Chart {
  let name: String
  let title: String
  var finding = ""
  let across: Headline
  let up: Headline
  let points: [Point]
  var lost: [NeverGutter.Point] = []
  /// Points without names or intervals behind the others.
  var cloud: [(x: Double, y: Double, isFilled: Bool)] = []
  /// The least that is possible along the first figure.
  var least: Double?
  /// The limit of the second figure: its value, which is its place, and its words.
  var limit: (value: Double, text: String)?
  /// True if a line joins the points that no other point beats in both figures.
  var hasSteps = true
  var about = ""
  /// The sentence on points without a name.
  var absence = ""
  var folds: [Fold] = []

  struct Point {
    let name: String
    let x: Estimate
    let y: Estimate
    let kind: Kind
    /// Named before the others.
    var isImportant: Bool
    /// The text of its tooltip behind its name and figures.
    let note: String
  }

  enum Kind: String {
    /// The classes of the style sheet.
    case filled = "pf"
    case hollow = "ph"
    case baseline = "pb"
  }

  /// The points for which no other point is at least as good in both figures.
  static func steps(_ points: [Point]) -> [Point] {
    var lowest = Double.infinity
    return points.sorted { ($0.x.figure, $0.y.figure) < ($1.x.figure, $1.y.figure) }.filter {
      point in
      defer { lowest = min(lowest, point.y.figure) }
      return point.y.figure < lowest
    }
  }

  var note: String? {
    if absence.isEmpty { return about }
    let isMissing = [Drawing(wide: 1_088), .narrow].contains { drawing in
      !names(chart(drawing).frame(drawing), drawing).missing.isEmpty
    }
    return about + (isMissing ? absence : "")
  }

  func plot(_ drawing: Drawing) -> any Plot { chart(drawing) }

  private func chart(_ drawing: Drawing) -> PanelChart {
    let x = axis(
      across, points.map(\.x), cloud.map(\.x), with: least, count: drawing.isNarrow ? 5 : 10)
    let y = axis(
      up, points.map(\.y), cloud.map(\.y) + lost.map(\.value), with: limit?.value, count: 8)
    let names = Mark { self.names($0, drawing).elements }
    let panel = Panel(
      title: capitalized(y.heading), y: y, height: drawing.isNarrow ? 340 : 356,
      marks: [.cloud(cloud, radius: 2.5)] + references(x, y) + lines
        + points.map(mark) + [names, NeverGutter(points: lost).mark(drawing)],
      distance: 30)
    return PanelChart(
      x: x, panels: [panel], left: drawing.isNarrow ? 40 : 58,
      right: lost.isEmpty ? 12 : drawing.isNarrow ? 104 : 190)
  }

  /// A reference is on the axis where it is not far away.
  private func axis(
    _ metric: Headline, _ estimates: [Estimate], _ values: [Double],
    with reference: Double?, count: Int
  ) -> Axis {
    let lows = estimates.compactMap(\.low).filter { $0 > 0 }
    var figures = estimates.map(\.figure) + values + lows + estimates.compactMap(\.high)
    if let reference, let low = figures.min(), let high = figures.max(), reference > low / 4,
      reference < high * 4
    {
      figures.append(reference)
    }
    return .figures(
      metric, figures, ratio: 3, margin: 1.12, from: .least, count: count, ratios: count)
  }

  // MARK: Marks

  /// Returns the lines of the least possible figure and of the limit.
  private func references(_ x: Axis, _ y: Axis) -> [Mark] {
    var marks: [Mark] = []
    if let least, x.domain.contains(least) { marks.append(best(least)) }
    if let limit, y.domain.contains(limit.value) { marks.append(.level(limit.value, limit.text)) }
    return marks
  }

  private func best(_ least: Double) -> Mark {
    Mark { [across] frame in
      let (axes, at) = (frame.axes, frame.x(least))
      let isLeft = at < axes.left + 60
      let label = Label(
        "at best \(across.text(least))", "lab", x: isLeft ? axes.left : at, y: axes.top - 10,
        anchor: isLeft ? .start : .middle)
      return [segment("lim", at, axes.top - 6, at, axes.bottom), label.element]
    } boxes: {
      let at = $0.x(least)
      return [Box(from: (at - 1, $0.axes.top), to: (at + 1, $0.axes.bottom))]
    }
  }

  /// The stepped line, and the intervals.
  private var lines: [Mark] {
    let steps = Self.steps(points).map { (x: $0.x.figure, y: $0.y.figure) }
    let intervals = points.flatMap { point -> [Mark] in
      let (x, y) = (point.x, point.y)
      let flat = x.ends.map { Mark.interval(($0.low, y.figure), ($0.high, y.figure)) }
      let upright = y.ends.map { Mark.interval((x.figure, $0.low), (x.figure, $0.high)) }
      return [flat, upright].compactMap { $0 }
    }
    return (hasSteps && steps.count > 1 ? [.stairs(steps, "stair")] : []) + intervals
  }

  private func mark(_ point: Point) -> Mark {
    let words = [
      point.name, "\(across.title) \(across.text(point.x.figure))",
      "\(up.title) \(up.text(point.y.figure))", point.note,
    ]
    return .dot(
      point.x.figure, point.y.figure, point.kind.rawValue,
      title: words.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  private func names(
    _ frame: Frame, _ drawing: Drawing
  ) -> (elements: [Element], missing: [Int]) {
    let axes = frame.axes
    let isLimited = limit.map { frame.y.domain.contains($0.value) } ?? false
    let level = isLimited ? limit.map { Mark.level($0.value, $0.text).boxes(frame) } ?? [] : []
    let lines = lines + (least.map { [best($0)] } ?? [])
    // A point without a name is one of many alike.
    return PointLabels(
      frame: Box(from: (axes.left, axes.top - 8), to: (axes.right + 8, axes.bottom)),
      points: points.filter { !$0.name.isEmpty }.map { point in
        PointLabels.Point(
          x: frame.x(point.x.figure), y: frame.y(point.y.figure), text: point.name,
          style: point.isImportant ? "lab b halo" : "lab halo", isImportant: point.isImportant)
      },
      obstacles: lines.flatMap { $0.boxes(frame) }
        + level.map { Box(from: (axes.left, $0.y - 1), to: (axes.right, $0.y + 17)) },
      texts: level.map { $0.widened(by: 2) }, reach: drawing.isNarrow ? 2 : 5
    ).placed()
  }
}
