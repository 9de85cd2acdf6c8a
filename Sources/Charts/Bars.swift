import Words

/// Bars of equal width along an axis, such as arrivals in each second.
package struct Bars: Sendable {
  /// The begin of the first bar, and the distance from one bar to the next.
  private let begin: Double
  private let width: Double
  private let values: [Double]

  /// - Parameters:
  ///   - width: > 0.
  package init(from begin: Double, width: Double, _ values: [Double]) {
    precondition(width > 0, "bars have a width")
    self.begin = begin
    self.width = width
    self.values = values
  }

  package var end: Double { begin + width * Double(values.count) }

  /// Wider bars where they would be narrower than a unit of the drawing. Each is as high as the highest of
  /// those that it stands for: a mean would hide the peak.
  package func merged(_ scale: Scale) -> Bars {
    let unit = abs(scale(begin + width) - scale(begin))
    guard unit > 0, unit < 1 else { return self }
    let count = Int(clamped: (1 / unit).rounded(.up))
    let groups = stride(from: 0, to: values.count, by: count).map { first in
      values[first..<min(first + count, values.count)].max() ?? 0
    }
    return Bars(from: begin, width: width * Double(count), groups)
  }

  /// Returns the area of the bars below a limit, and the area above it.
  /// - Parameter limit: nil where there is none: all lies below.
  package func paths(_ x: Scale, _ y: Scale, limit: Double?) -> (below: Path, above: Path) {
    let edges = (0...values.count).map { x(begin + width * Double($0)) }
    let base = y(y.domain.lowerBound)
    guard let limit else {
      return (Path.steps(edges, values.map { y($0) }, above: base), Path())
    }
    let level = y(limit)
    return (
      Path.steps(edges, values.map { y(min($0, limit)) }, above: base),
      Path.steps(edges, values.map { $0 > limit ? y($0) : level }, above: level)
    )
  }

  /// The boxes of the bars that have a height.
  package func boxes(_ x: Scale, _ y: Scale) -> [Box] {
    let base = y(y.domain.lowerBound)
    return values.enumerated().filter { $0.element > 0 }.map { place, value in
      let left = x(begin + width * Double(place))
      let right = x(begin + width * Double(place + 1))
      return Box(x: left, y: y(value), width: right - left, height: base - y(value))
    }
  }
}
