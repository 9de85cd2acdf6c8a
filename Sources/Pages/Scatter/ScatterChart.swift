import Charts
import Foundation
import Words

/// Formulas as points between two figures, of which less is better. Those that are never back have no
/// place along the time: they stand in a gutter of their own.
struct ScatterChart {
  /// Unique in the page.
  let id: String
  let title: String
  let finding: String
  let across: Headline
  let up: Headline
  let points: [Point]
  var lost: [NeverGutter.Mark] = []
  /// Points without names or intervals behind the others.
  var cloud: [CloudPoint] = []
  /// The least that is possible along the first figure.
  var least: Double?
  /// The limit of the second figure: its value, which is its place, and its words.
  var limit: (value: Double, text: String)?
  /// True if a line joins the points that no other point beats in both figures.
  var hasSteps = true

  struct Point {
    let name: String
    let x: ComparisonData.Estimate
    let y: ComparisonData.Estimate
    let kind: Kind
    /// Named before the others.
    let isImportant: Bool
    /// The text of its tooltip behind its name and figures.
    let note: String
  }

  struct CloudPoint {
    let x: Double
    let y: Double
    let isFilled: Bool
  }

  enum Kind: String {
    /// The classes of the style sheet.
    case filled = "pf"
    case hollow = "ph"
    case baseline = "pb"
  }

  /// The points for which no other point is at least as good in both figures.
  var steps: [Point] {
    var lowest = Double.infinity
    return points.sorted { ($0.x.figure, $0.y.figure) < ($1.x.figure, $1.y.figure) }.filter {
      point in
      defer { lowest = min(lowest, point.y.figure) }
      return point.y.figure < lowest
    }
  }

  /// Returns true if a drawing has points without a name.
  func isMissingNames(_ drawing: Drawing) -> Bool {
    let frame = frame(drawing)
    return !labels(frame.axes, frame.x, frame.y, drawing).missing.isEmpty
  }

  func markup(_ drawing: Drawing) -> String {
    let (axes, x, y) = frame(drawing)
    var elements = grid(axes, x, y, drawing) + cloudElements(x, y) + references(axes, x, y)
    if hasSteps { elements += front(x, y) }
    elements += points.flatMap { whiskers($0, x, y) }
    elements += points.map { mark($0, x, y) }
    elements += labels(axes, x, y, drawing).elements
    elements += NeverGutter(marks: lost).elements(axes, y, drawing)
    let heading = capitalized(up.title) + (y.kind == .logarithmic ? " (log scale)" : "")
    elements.append(Label(heading, "hd", x: 0, y: 14).element)
    return drawing.picture(
      height: axes.bottom + 44, name: id, title: title, finding: finding, elements)
  }

  // MARK: Scales

  private func frame(_ drawing: Drawing) -> (axes: Axes, x: Scale, y: Scale) {
    let gutter = lost.isEmpty ? 12.0 : drawing.isNarrow ? 104 : 190
    let axes = Axes(
      left: drawing.isNarrow ? 40 : 58, right: drawing.width - gutter, top: 44,
      bottom: drawing.isNarrow ? 384 : 400)
    let x = Self.scale(
      points.map(\.x), cloud.map(\.x), with: least, from: axes.left, to: axes.right)
    let y = Self.scale(
      points.map(\.y), cloud.map(\.y) + lost.map(\.value), with: limit?.value, from: axes.bottom,
      to: axes.top)
    return (axes, x, y)
  }

  /// Logarithmic where the values are more than a few times each other. A reference is on it where it is
  /// not far away.
  private static func scale(
    _ estimates: [ComparisonData.Estimate], _ values: [Double], with reference: Double?,
    from: Double, to: Double
  ) -> Scale {
    let figures = estimates.map(\.figure) + values
    var low = (estimates.compactMap(\.low).filter { $0 > 0 } + figures).min() ?? 1
    var high = (estimates.compactMap(\.high) + figures).max() ?? 1
    if let reference, reference > 0, reference > low / 4, reference < high * 4 {
      low = min(low, reference)
      high = max(high, reference)
    }
    if low > 0, high > 3 * low {
      return Scale(.logarithmic, low / 1.12...high * 1.12, from: from, to: to)
    }
    let margin = max((high - low) * 0.08, high * 0.02, 1e-9)
    return Scale(.linear, max(0, low - margin)...high + margin, from: from, to: to)
  }

  private static func ticks(_ scale: Scale, isTime: Bool, count: Int) -> [Double] {
    guard scale.kind == .logarithmic else { return Ticks.values(scale.domain, count: count) }
    return isTime
      ? Ticks.durations(scale.domain, count: count) : Ticks.ratios(scale.domain, count: count)
  }

  private func grid(_ axes: Axes, _ x: Scale, _ y: Scale, _ drawing: Drawing) -> [Element] {
    let columns = Self.ticks(x, isTime: across.isTime, count: drawing.isNarrow ? 5 : 10)
    let rows = Self.ticks(y, isTime: up.isTime, count: 8)
    let base = segment("base", axes.left, axes.bottom, axes.right, axes.bottom)
    let heading = across.title + (x.kind == .logarithmic ? " (log scale)" : "")
    return axes.vertical(y, ticks: rows) { [up] in
      up.isTime || drawing.isNarrow ? up.tick($0, isLast: $0 == rows.last) : PageNumber.number($0)
    } + axes.columns(x, ticks: columns) + [base]
      + axes.horizontal(x, ticks: columns) { [across] in
        across.tick($0, isLast: $0 == columns.first || $0 == columns.last)
      }
      + [Label(heading, "ax", size: 12, x: axes.right, y: axes.bottom + 38, anchor: .end).element]
  }
}
