import Charts
import Documents

/// The part of a run's time that is drawn, and the faults in it.
struct StormTime {
  /// From a little before the first fault to a little after the last thing that happens, in seconds.
  let window: ClosedRange<Double>
  private let faults: [FaultRecord]

  private static let mostSpans = 3

  init(_ data: RunData) {
    faults = data.faults
    let arrivals = data.series.figures("arrivals")
    let end = Double(data.series.count)
    let last = arrivals.lastIndex { $0 > 0 }.map { Double($0) + 1 } ?? end
    let until = min(end, max(last, faults.compactMap(\.toS).filter { $0 < end }.max() ?? 0))
    let first = arrivals.firstIndex { $0 > 0 }.map(Double.init) ?? 0
    let begin = min(first, faults.map(\.fromS).min() ?? first)
    let margin = max(5, (until - begin) / 8)
    window = .between(max(0, begin - margin), min(end, until + margin / 4))
  }

  /// Panels over that time, with the faults behind and above them.
  func chart(
    _ panels: [Panel], below: [PanelChart.Span] = [], _ drawing: Drawing
  ) -> PanelChart {
    PanelChart(
      x: .time(
        window, count: drawing.isNarrow ? 4 : 8, title: "time since the start of the run"),
      panels: panels,
      bands: faults.map { .band($0.fromS, $0.toS ?? window.upperBound) }, above: spans,
      below: below, right: drawing.isNarrow ? 8 : 138, top: 16)
  }

  /// The first of the faults.
  private var spans: [PanelChart.Span] {
    faults.prefix(Self.mostSpans).enumerated().map { place, fault in
      let rest = faults.count - Self.mostSpans
      let more = rest > 0 && place == Self.mostSpans - 1 ? ", and \(rest) more" : ""
      let length = fault.toS.map { ", \(PageNumber.duration($0 - fault.fromS))" }
      let time = fault.toS == fault.fromS ? "" : length ?? ", without an end"
      return .init(
        from: fault.fromS, to: fault.toS ?? window.upperBound, name: fault.kind + time + more,
        bar: "fx", style: "lab b")
    }
  }

  /// The ends of seconds with what was read there, of those that are drawn.
  func points(_ values: [Double?]) -> [Mark.Point] {
    values.enumerated().compactMap { second, value in
      let moment = Double(second) + 1
      return value.flatMap { window.contains(moment) ? (moment, $0) : nil }
    }
  }
}
