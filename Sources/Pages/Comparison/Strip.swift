import Charts
import Words

/// The scale of a column: in percent of its width, so that it flows with the page.
struct Strip {
  private let metric: Headline
  /// nil where there is nothing to show.
  private let values: Axis?
  private let scale: Scale?
  private let hasOnlyZeros: Bool
  /// The least possible value, or the limit; nil if it is off the scale.
  private let reference: Double?

  init(_ metric: Headline, _ estimates: [Estimate], reference: Double?) {
    self.metric = metric
    let most = estimates.map { max($0.figure, $0.high ?? $0.figure) }.max() ?? 0
    let least = estimates.map(\.figure).min() ?? 0
    let low = reference.map { $0 > least / 4 ? min($0, least) : least } ?? least
    hasOnlyZeros = most == 0 && !estimates.isEmpty
    values =
      most <= 0
      ? hasOnlyZeros ? .figures(metric, [1], count: 3) : nil
      : least > 0 && most > 12 * least
        ? .ratios(metric, .between(low / 1.2, most * 1.15), count: 4)
        : .figures(metric, [most], count: 3)
    scale = values?.scale(from: 3, to: 96)
    self.reference = scale.flatMap { scale in
      reference.flatMap { scale.domain.contains($0) ? $0 : nil }
    }
  }

  var isLogarithmic: Bool { values?.kind == .logarithmic }

  /// A scale of zeros has no other figure on it.
  private var ticks: [Double] { hasOnlyZeros ? [0] : values?.ticks ?? [] }

  var axis: String {
    guard let scale else { return "" }
    var end = -Double.infinity
    let texts = ticks.compactMap { tick -> Element? in
      let text = metric.tick(tick, isLast: false)
      // In a column of about 120 units.
      let half = textWidth(text, size: 12) / 2.4
      guard scale(tick) - half > end else { return nil }
      end = scale(tick) + half + 2
      return Element(
        "text", ["class": "ax", "x": percent(scale(tick)), "y": "16", "text-anchor": "middle"],
        text: text)
    }
    return svg(texts)
  }

  /// The point of a formula with its interval.
  func cell(
    _ estimate: Estimate?, name: String, isOnFront: Bool, isFirst: Bool
  ) -> String {
    guard let scale else { return "" }
    var elements = ticks.map { line("grid", scale($0), scale($0), "0", "100%") }
    if let reference {
      elements.append(line("lim", scale(reference), scale(reference), "0", "100%"))
    }
    guard let estimate else { return svg(elements) }
    var words = "\(name), \(metric.title): \(metric.text(estimate.figure))"
    if let low = estimate.low, let high = estimate.high {
      words += ", interval \(PageNumber.precise(low)) to \(PageNumber.precise(high))"
      elements.append(line("whisk", scale(low), scale(high), "50%", "50%"))
    }
    let style = isOnFront ? "pf" : isFirst ? "pb" : "ph"
    let place = percent(scale(estimate.figure))
    elements.append(Element("circle", ["class": style, "cx": place, "cy": "50%", "r": "5"]))
    return Element(
      "svg", ["role": "img", "aria-label": words], [Element("title", text: words)] + elements
    ).markup
  }

  private func line(
    _ style: String, _ x1: Double, _ x2: Double, _ y1: String, _ y2: String
  ) -> Element {
    Element("line", ["class": style, "x1": percent(x1), "x2": percent(x2), "y1": y1, "y2": y2])
  }

  private func svg(_ elements: [Element]) -> String {
    Element("svg", ["aria-hidden": "true"], elements).markup
  }

  private func percent(_ place: Double) -> String { "\(length(place))%" }
}
