import Charts

/// An axis: the values at its ends, and those that it names.
struct Axis {
  var kind = Scale.Kind.linear
  let domain: ClosedRange<Double>
  let ticks: [Double]
  /// Ticks that are named before the others, where there is no room for all.
  var first: [Double] = []
  var title = ""
  /// How far its ends are from the sides of the panel.
  var inset = 0.0
  /// True if lines cross the panel at the ticks of a horizontal axis.
  var isRuled = true
  let text: (Double) -> String

  func scale(from: Double, to: Double) -> Scale {
    let inset = from < to ? inset : -inset
    return Scale(kind, domain, from: from + inset, to: to - inset)
  }

  var heading: String { title + (kind == .logarithmic ? " (log scale)" : "") }
}

extension Axis {
  /// From 0 to all of it.
  static var whole: Axis {
    Axis(domain: 0...1, ticks: [0, 0.5, 1], text: PageNumber.percentile)
  }

  /// - Parameter count: about how many ticks.
  static func time(_ domain: ClosedRange<Double>, count: Int, title: String = "") -> Axis {
    let ticks = Ticks.times(domain, count: count)
    return Axis(domain: domain, ticks: ticks, title: title) { PageNumber.tick($0, of: ticks) }
  }

  /// Whole numbers from 0.
  static func counts(to most: Double, count: Int, _ drawing: Drawing) -> Axis {
    let top = Ticks.ceiling(max(most, 1), count: count)
    return Axis(
      domain: .between(0, top), ticks: Ticks.counts(.between(0, top), count: count),
      text: short(drawing))
  }

  /// Counts as they are written where there is room for them.
  static func short(_ drawing: Drawing) -> (Double) -> String {
    { drawing.isNarrow ? PageNumber.short($0) : PageNumber.count($0) }
  }

  /// The begin of an axis of figures that is not one of ratios.
  enum Begin {
    case nothing
    /// At a little less than the least figure.
    case least
  }

  /// An axis that covers some figures. It is one of ratios where they are more than a few times each other.
  /// - Parameters:
  ///   - ratio: how many times.
  ///   - margin: the factor by which an axis of ratios goes beyond the figures.
  ///   - headroom: the factor by which an axis from nothing goes beyond them at least.
  ///   - count: about how many ticks.
  ///   - ratios: the same of an axis of ratios.
  static func figures(
    _ metric: Headline, _ figures: [Double], ratio: Double = .infinity, margin: Double = 1,
    from begin: Begin = .nothing, headroom: Double = 1, count: Int, ratios: Int = 0
  ) -> Axis {
    let (low, high) = (figures.min() ?? 0, max(figures.max() ?? 1, 1e-9))
    if low > 0, high > ratio * low {
      return .ratios(metric, .between(low / margin, high * margin), count: ratios)
    }
    func ticks(_ domain: ClosedRange<Double>) -> [Double] {
      metric.isTime ? Ticks.times(domain, count: count) : Ticks.values(domain, count: count)
    }
    switch begin {
    case .nothing:
      let end = high * headroom
      let rough = ticks(.between(0, end))
      let step = rough.count > 1 ? rough[1] - rough[0] : end
      let top = (end / step).rounded(.up) * step
      return .linear(
        metric, .between(min(0, low), top),
        ticks: Array(stride(from: 0, through: top * 1.0001, by: step)))
    case .least:
      let room = max((high - low) * 0.08, high * 0.02)
      let domain = ClosedRange.between(max(0, low - room), high + room)
      return .linear(metric, domain, ticks: ticks(domain))
    }
  }

  static func ratios(_ metric: Headline, _ domain: ClosedRange<Double>, count: Int) -> Axis {
    let ticks =
      metric.isTime ? Ticks.durations(domain, count: count) : Ticks.ratios(domain, count: count)
    return Axis(kind: .logarithmic, domain: domain, ticks: ticks, title: metric.title) {
      metric.tick($0, isLast: $0 == ticks.first || $0 == ticks.last)
    }
  }

  private static func linear(
    _ metric: Headline, _ domain: ClosedRange<Double>, ticks: [Double]
  ) -> Axis {
    Axis(domain: domain, ticks: ticks, title: metric.title) {
      metric.isTime ? PageNumber.tick($0, of: ticks) : metric.tick($0, isLast: $0 == ticks.last)
    }
  }
}
