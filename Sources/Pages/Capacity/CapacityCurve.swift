import Charts
import Documents
import Words

/// The result at each value that was tried with one formula: kept or broken, and how far from the
/// promise.
struct CapacityCurve: Chart {
  let data: CapacityDocument
  let answer: CapacityDocument.Answer
  let metric: Headline
  let name: String
  /// The height of the panel of a wide drawing.
  let height: Double

  private var limit: CapacityDocument.Limit? { data.limits.first { $0.metric == metric.path } }

  /// Returns the word for a value without a figure. If runs were left early, the value is `beyond`
  /// the promise; otherwise the figure is `never` reached.
  static func absence(_ data: CapacityDocument) -> String {
    data.variants.contains { $0.probes.contains(where: \.isLeft) } ? "beyond" : "never"
  }

  var title: String { "\(metric.heading) over \(data.key), \(answer.name)" }

  var finding: String {
    let kept = answer.probes.count(where: \.kept)
    return
      "\(answer.name): \(kept) of \(answer.probes.count) values that were tried keep every promise. "
      + (answer.verdict.first ?? "")
  }

  func plot(_ drawing: Drawing) -> any Plot {
    // Over all formulas, so that their drawings can be compared.
    let probes = data.variants.flatMap(\.probes)
    let figures = probes.compactMap { $0.figure(metric.path) } + [limit?.value].compactMap { $0 }
    let hasGutter = probes.contains { $0.figure(metric.path) == nil }
    let y = Axis.figures(
      metric, figures, ratio: 40, margin: 1.4, headroom: 1.1, count: 3, ratios: 4)
    let isLogarithmic = y.kind == .logarithmic
    let panel = Panel(
      title: shortened(answer.name, to: drawing.width - 8, size: 13)
        + (isLogarithmic ? " (log scale)" : ""),
      y: y, height: drawing.isNarrow ? 150 : height, marks: promise + curve + marks,
      callouts: found, gutter: hasGutter ? Self.absence(data) : "",
      distance: hasGutter ? 42 : 20)
    return PanelChart(x: axis(probes.map(\.value)), panels: [panel], left: 64)
  }

  /// The values that were tried, as many as there is room for; the answer first.
  private func axis(_ all: [Double]) -> Axis {
    let values = ClosedRange.between(all.min() ?? 0, all.max() ?? 1)
    let isLogarithmic = values.lowerBound > 0 && values.upperBound >= 4 * values.lowerBound
    let tried = answer.probes.map(\.value)
    return Axis(
      kind: isLogarithmic ? .logarithmic : .linear, domain: values, ticks: tried,
      first: [answer.value, tried.first, tried.last].compactMap { $0 }, title: data.key, inset: 16,
      isRuled: false, text: data.shown)
  }

  private var promise: [Mark] {
    limit.map {
      [.level($0.value, "promise \(metric.text($0.value))")]
    } ?? []
  }

  /// Through the figures: it parts where there is none.
  private var curve: [Mark] {
    answer.probes.split { $0.figure(metric.path) == nil }.filter { $0.count > 1 }.map { probes in
      .line(probes.map { ($0.value, height(of: $0)) }, "thin")
    }
  }

  private func height(of probe: CapacityDocument.Probe) -> Double {
    probe.figure(metric.path) ?? .infinity
  }

  private var marks: [Mark] {
    let answered = answer.probe(at: answer.value).map { probe in
      Mark { frame in
        let at = frame.x(probe.value)
        return [segment("answer", at, frame.height(height(of: probe)), at, frame.axes.bottom)]
      }
    }
    // Dots of kept values lie above those of broken values beside them.
    let dots = (answer.probes.filter { !$0.kept } + answer.probes.filter(\.kept)).map { probe in
      Mark.dot(
        probe.value, height(of: probe), probe.kept ? "pf" : "open", radius: probe.kept ? 4.5 : 4)
    }
    return (answered.map { [$0] } ?? []) + dots
  }

  private var found: [Callout] {
    guard let probe = answer.probe(at: answer.value) else { return [] }
    let callout = Callout(
      text: data.shown(probe.value), x: probe.value, y: height(of: probe),
      places: [
        (10, 20, .start), (-10, 20, .end), (10, -10, .start), (-10, -10, .end), (0, 34, .middle),
        (0, -24, .middle),
      ])
    return [callout]
  }
}
