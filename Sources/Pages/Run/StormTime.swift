import Charts
import Documents
import Words

/// The part of a run's time that is drawn, and the faults in it.
struct StormTime {
  /// From a little before the first fault to a little after the last thing that happens, in seconds.
  let window: ClosedRange<Double>
  private let faults: [FaultRecord]

  private static let mostLanes = 3

  init(_ data: RunData) {
    faults = data.faults
    let arrivals = data.series.figures("arrivals")
    let end = Double(data.series.count)
    let last = arrivals.lastIndex { $0 > 0 }.map { Double($0) + 1 } ?? end
    let until = min(end, max(last, faults.compactMap(\.to).filter { $0 < end }.max() ?? 0))
    let first = arrivals.firstIndex { $0 > 0 }.map(Double.init) ?? 0
    let begin = min(first, faults.map(\.from).min() ?? first)
    let margin = max(5, (until - begin) / 8)
    window = max(0, begin - margin)...min(end, until + margin / 4)
  }

  /// The height of the bars above the panels.
  var laneHeight: Double { 18 * Double(max(1, min(faults.count, Self.mostLanes))) }

  /// Returns the bands in which faults are in force, in each of the panels.
  func bands(_ time: Scale, _ panels: [Axes]) -> [Element] {
    faults.flatMap { fault -> [Element] in
      let (from, to) = (time(fault.from), time(fault.to ?? window.upperBound))
      guard to > from else { return [] }
      return panels.map { panel in
        rectangle(
          "band", Box(x: from, y: panel.top, width: to - from, height: panel.bottom - panel.top))
      }
    }
  }

  /// A bar for each of the first faults, with its name.
  func lane(_ time: Scale, _ drawing: Drawing) -> [Element] {
    faults.prefix(Self.mostLanes).enumerated().flatMap { place, fault -> [Element] in
      let y = 8 + 18 * Double(place)
      let from = time(fault.from)
      let to = max(from, time(fault.to ?? window.upperBound))
      let bar = rectangle("fx", Box(x: from, y: y, width: max(2, to - from), height: 6))
      let rest = faults.count - Self.mostLanes
      let more = rest > 0 && place == Self.mostLanes - 1 ? ", and \(rest) more" : ""
      let span = fault.to.map { ", \(PageNumber.duration($0 - fault.from))" } ?? ", without an end"
      let text = fault.kind + (fault.to == fault.from ? "" : span) + more
      return [bar] + drawing.beside(from...to, text, "lab b", y: y + 7)
    }
  }

  /// Returns the moments below a panel, and the moment that they count from.
  func axis(_ axes: Axes, _ time: Scale, ticks: [Double]) -> [Element] {
    axes.horizontal(time, ticks: ticks) { PageNumber.tick($0, of: ticks) } + [
      Label(
        "time since the start of the run", "ax", size: 12, x: axes.right, y: axes.bottom + 34,
        anchor: .end
      ).element
    ]
  }

  /// The ends of seconds with what was read there, of those that are drawn.
  func points(
    _ values: [Double?], _ time: Scale, _ scale: Scale
  ) -> [(x: Double, y: Double)] {
    Self.thinned(
      values.enumerated().compactMap { second, value in
        let moment = Double(second) + 1
        guard let value, window.contains(moment) else { return nil }
        return (time(moment), scale(value))
      })
  }

  /// No more than one point for each unit of the drawing, the first and the last among them.
  private static func thinned(_ points: [(x: Double, y: Double)]) -> [(x: Double, y: Double)] {
    guard let last = points.last else { return points }
    var kept: [(x: Double, y: Double)] = []
    for point in points where kept.last.map({ point.x - $0.x >= 1 }) ?? true { kept.append(point) }
    if let end = kept.last, end.x != last.x { kept.append(last) }
    return kept
  }
}

extension Drawing {
  /// A label on the right of a bar, or on its left; in the place of its end where there is room on
  /// neither side.
  func beside(_ bar: ClosedRange<Double>, _ text: String, _ style: String, y: Double) -> [Element] {
    let length = textWidth(text, size: 13)
    if bar.upperBound + 8 + length <= width {
      return [Label(text, style, x: bar.upperBound + 8, y: y).element]
    }
    if bar.lowerBound - 8 >= length {
      return [Label(text, style, x: bar.lowerBound - 8, y: y, anchor: .end).element]
    }
    let begin = width - length
    let gap = Box(x: begin - 6, y: y - 9, width: length + 6, height: 12)
    return [rectangle("bg", gap), Label(text, style, x: begin, y: y).element]
  }
}
