import Charts
import Documents
import Foundation

/// The axes that all storms of a scenario share.
struct StormFrame {
  let limit: Double?
  let window: ClosedRange<Double>
  let values: ClosedRange<Double>
  let faults: [FaultRecord]

  var isLogarithmic: Bool { values.lowerBound > 0 }

  /// The figures of one formula's storm.
  struct Storm {
    let peak: Double
    let secondsAbove: Double
    /// The end of the last row that has an arrival.
    let last: Double?
    private let limit: Double?

    init(_ rows: [ArrivalRow], limit: Double?) {
      self.limit = limit
      peak = rows.map(\.busiest).max() ?? 0
      secondsAbove =
        limit.map { limit in rows.reduce(0) { $0 + ($1.busiest > limit ? $1.width : 0) } } ?? 0
      last = rows.last { $0.arrivals > 0 }?.end
    }

    var caption: String {
      guard limit != nil else { return "peak \(PageNumber.number(peak))" }
      return secondsAbove > 0
        ? "\(PageNumber.moment(secondsAbove)) above the limit" : "never above the limit"
    }

    var finding: String { "The peak is \(PageNumber.number(peak)) a second, \(caption)." }
  }

  /// - Parameter storms: the arrivals under each formula, and whether it has 99 % of the clients back.
  /// - Returns: nil where nothing came.
  init?(_ storms: [(rows: [ArrivalRow], isBack: Bool)], _ part: ComparisonData.Part) {
    let peaks = storms.map { $0.rows.map(\.busiest).max() ?? 0 }.filter { $0 > 0 }
    guard let peak = peaks.max(), let least = peaks.min() else { return nil }
    limit = part.limit?.perSecond
    faults = part.faults
    let isLogarithmic = peak > 8 * least || limit.map { peak > 40 * $0 || peak * 8 < $0 } ?? false
    let top = max(peak, limit.map { peak * 40 > $0 ? $0 : 0 } ?? 0)
    let floor = max(1, pow(10, (log10(min(least, limit ?? least)) - 1).rounded(.down)))
    values =
      isLogarithmic && floor < top
      ? .between(floor, top * 1.4) : .between(0, Ticks.ceiling(top, count: 3))
    window = Self.window(storms, part)
  }

  /// From a little before the first fault until nearly all arrivals of those that are back are over.
  private static func window(
    _ storms: [(rows: [ArrivalRow], isBack: Bool)], _ part: ComparisonData.Part
  ) -> ClosedRange<Double> {
    let firsts = storms.compactMap { $0.rows.first { $0.busiest > 0 }?.begin }
    let begin = min(firsts.min() ?? 0, part.faults.map(\.fromS).min() ?? .infinity)
    let back = storms.filter(\.isBack)
    let ends = (back.isEmpty ? storms : back).compactMap { storm -> Double? in
      let all = storm.rows.reduce(0) { $0 + $1.arrivals }
      var sum = 0.0
      return storm.rows.first { row in
        sum += row.arrivals
        return sum >= 0.995 * all
      }?.end
    }.sorted()
    // One straggler must not make everybody's storm a needle.
    let usual = ends.isEmpty ? begin : ends[(ends.count - 1) / 2]
    let last = ends.last { $0 - begin <= 2.5 * max(10, usual - begin) } ?? usual
    let end = max(
      last, part.faults.compactMap(\.toS).filter { $0 - begin < 4 * (last - begin) }.max() ?? last)
    let margin = max(2, (end - begin) / 14)
    return .between(max(0, begin - margin), end + margin / 2)
  }

  func goesBeyond(_ rows: [ArrivalRow]) -> Bool {
    rows.contains { $0.begin >= window.upperBound && $0.arrivals >= 0.5 }
  }

  /// The storm of one formula as a small picture.
  struct Picture: Chart {
    let frame: StormFrame
    let rows: [ArrivalRow]
    let name: String
    let title: String
    let finding: String

    func plot(_ drawing: Drawing) -> any Plot {
      let values = frame.values
      let (kind, ticks): (Scale.Kind, [Double]) =
        frame.isLogarithmic
        ? (.logarithmic, Ticks.ratios(values, count: 4)) : (.linear, Ticks.counts(values, count: 3))
      let limit = frame.limit.map { values.contains($0) ? [Mark.level($0)] : [] } ?? []
      var x = Axis.time(frame.window, count: 4)
      x.isRuled = false
      return PanelChart(
        x: x,
        panels: [
          Panel(
            y: Axis(kind: kind, domain: values, ticks: ticks, text: Axis.short(drawing)),
            height: 78, marks: bars + limit, distance: 0)
        ],
        bands: frame.faults.map { .band($0.fromS, $0.toS ?? frame.window.upperBound) }, left: 34,
        right: 4, top: 6)
    }

    private var bars: [Mark] {
      let shown = rows.filter {
        $0.begin < frame.window.upperBound && $0.begin >= frame.window.lowerBound - $0.width / 2
      }
      return shown.first.map { first in
        let bars = Bars(from: first.begin, width: first.width, shown.map(\.busiest))
        return [.bars(bars, limit: frame.limit)]
      } ?? []
    }
  }
}
