import Charts
import Documents
import Foundation

/// The axes that all storms of a scenario share.
struct StormFrame {
  let limit: Double?
  private let window: ClosedRange<Double>
  private let values: ClosedRange<Double>
  private let faults: [FaultRecord]

  var isLogarithmic: Bool { values.lowerBound > 0 }

  /// The figures of one formula's storm.
  struct Storm {
    let peak: Double
    let secondsAbove: Double
    /// The end of the last row that has an arrival.
    let last: Double?
    private let limit: Double?

    init(_ variant: ComparisonData.Variant, limit: Double?) {
      let rows = variant.arrivals
      self.limit = limit
      peak = rows.map(\.busiest).max() ?? 0
      secondsAbove =
        limit.map { limit in
          rows.reduce(0) { $0 + ($1.busiest > limit ? $1.width : 0) }
        } ?? 0
      last = rows.last { $0.arrivals > 0 }.map { $0.begin + $0.width }
    }

    var caption: String {
      guard limit != nil else { return "peak \(PageNumber.number(peak))" }
      return secondsAbove > 0
        ? "\(PageNumber.moment(secondsAbove)) above the limit" : "never above the limit"
    }

    var finding: String { "The peak is \(PageNumber.number(peak)) a second, \(caption)." }
  }

  /// nil where nothing came.
  init?(_ variants: [ComparisonData.Variant], _ part: ComparisonData.Part) {
    let peaks = variants.map { $0.arrivals.map(\.busiest).max() ?? 0 }.filter { $0 > 0 }
    guard let peak = peaks.max(), let least = peaks.min() else { return nil }
    limit = part.limit?.perSecond
    faults = part.faults
    let isLogarithmic = peak > 8 * least || limit.map { peak > 40 * $0 || peak * 8 < $0 } ?? false
    let top = max(peak, limit.map { peak * 40 > $0 ? $0 : 0 } ?? 0)
    let floor = max(1, pow(10, (log10(min(least, limit ?? least)) - 1).rounded(.down)))
    values = isLogarithmic && floor < top ? floor...top * 1.4 : 0...Ticks.ceiling(top, count: 3)
    window = Self.window(variants, part)
  }

  /// From a little before the first fault until nearly all arrivals of those that are back are over.
  private static func window(
    _ variants: [ComparisonData.Variant], _ part: ComparisonData.Part
  ) -> ClosedRange<Double> {
    let firsts = variants.compactMap { $0.arrivals.first { $0.busiest > 0 }?.begin }
    let begin = min(firsts.min() ?? 0, part.faults.map(\.from).min() ?? .infinity)
    let back = variants.filter { $0.figure("recover.p99") != nil }
    let ends = (back.isEmpty ? variants : back).compactMap { variant -> Double? in
      let all = variant.arrivals.reduce(0) { $0 + $1.arrivals }
      var sum = 0.0
      return variant.arrivals.first { row in
        sum += row.arrivals
        return sum >= 0.995 * all
      }.map { $0.begin + $0.width }
    }.sorted()
    // One straggler must not make everybody's storm a needle.
    let usual = ends.isEmpty ? begin : ends[(ends.count - 1) / 2]
    let last = ends.last { $0 - begin <= 2.5 * max(10, usual - begin) } ?? usual
    let end = max(
      last, part.faults.compactMap(\.to).filter { $0 - begin < 4 * (last - begin) }.max() ?? last)
    let margin = max(2, (end - begin) / 14)
    return max(0, begin - margin)...(end + margin / 2)
  }

  func goesBeyond(_ variant: ComparisonData.Variant) -> Bool {
    variant.arrivals.contains { $0.begin >= window.upperBound && $0.arrivals >= 0.5 }
  }

  func drawing(
    _ variant: ComparisonData.Variant, name: String, title: String, finding: String,
    width: Double, height: Double
  ) -> String {
    let axes = Axes(left: 34, right: width - 4, top: 6, bottom: height - 22)
    let x = Scale(.linear, window, from: axes.left, to: axes.right)
    let y = Scale(isLogarithmic ? .logarithmic : .linear, values, from: axes.bottom, to: axes.top)
    var elements = bands(axes, x)
    elements += axes.vertical(
      y, ticks: isLogarithmic ? Ticks.ratios(values, count: 4) : Ticks.counts(values, count: 3)
    ) {
      PageNumber.short($0)
    }
    elements += bars(variant, x, y)
    if let limit, values.contains(limit) {
      elements.append(segment("lim", axes.left, y(limit), axes.right, y(limit)))
    }
    elements.append(segment("base", axes.left, axes.bottom, axes.right, axes.bottom))
    let ticks = Ticks.times(window, count: 4)
    elements += axes.horizontal(x, ticks: ticks) { PageNumber.tick($0, of: ticks) }
    return Picture(
      width: width, height: height, style: "panel", name: name, title: title, finding: finding,
      elements
    ).markup
  }

  private func bands(_ axes: Axes, _ x: Scale) -> [Element] {
    faults.compactMap { fault in
      let (from, to) = (x(fault.from), x(fault.to ?? window.upperBound))
      guard to > from else { return nil }
      return rectangle(
        "band", Box(x: from, y: axes.top, width: to - from, height: axes.bottom - axes.top))
    }
  }

  private func bars(_ variant: ComparisonData.Variant, _ x: Scale, _ y: Scale) -> [Element] {
    let rows = variant.arrivals.filter {
      $0.begin < window.upperBound && $0.begin >= window.lowerBound - $0.width / 2
    }
    guard let first = rows.first else { return [] }
    let bars = Bars(from: first.begin, width: first.width, rows.map(\.busiest)).merged(x)
    let paths = bars.paths(x, y, limit: limit)
    return [(paths.below, "fd"), (paths.above, "fo")].compactMap { path, style in
      path.isEmpty ? nil : path.element(style)
    }
  }
}
