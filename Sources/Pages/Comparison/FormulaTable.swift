import Charts
import Metrics

/// The formulas over one scenario, the best first: each figure as a number and as a point on the scale of
/// its column.
struct FormulaTable {
  let columns: [Column]
  let rows: [Row]
  let hasPromises: Bool
  /// The meaning of the lines across the columns.
  let reference: String?

  struct Column {
    let title: String
    /// The title to show where there is no room for the full one.
    let short: String
    /// Markup of the axis.
    let axis: String
  }

  struct Row {
    let rank: Int
    let name: String
    let isOnFront: Bool
    let isFirst: Bool
    let cells: [Cell]
    let notBack: String
    let isLost: Bool
    /// nil where all are kept.
    let broken: String?
  }

  struct Cell {
    let short: String
    let text: String
    let isNever: Bool
    /// Markup.
    let strip: String
  }

  init(_ part: ComparisonData.Part, of data: ComparisonData, names: ShownNames) {
    let traded = TradedMetrics.all(part.recovery).map(data.headline)
    let ranking = data.ranking(of: part)
    let metrics = (traded.contains(ranking) ? [] : [ranking]) + traded
    let strips = metrics.map { metric in
      Strip(
        metric, part.variants.compactMap { $0.estimate(metric.path) },
        reference: metric.path == "recover.p99"
          ? part.leastPossibleS : metric.path == "peak_arrivals_1s" ? part.limit?.perSecond : nil)
    }
    columns = zip(metrics, strips).map { metric, strip in
      Column(
        title: metric.column + (strip.isLogarithmic ? " (log)" : ""), short: Self.short(metric),
        axis: strip.axis)
    }
    let first = part.variants[0].name
    rows = part.ranked.map { variant in
      Row(
        rank: variant.rank, name: names[variant.name], isOnFront: variant.onFront,
        isFirst: variant.name == first,
        cells: zip(metrics, strips).map { metric, strip in
          let estimate = variant.estimate(metric.path)
          return Cell(
            short: Self.short(metric),
            text: estimate.map { metric.text($0.figure) } ?? variant.missing(metric),
            isNever: estimate == nil && variant.missing(metric) == "never",
            strip: strip.cell(
              estimate, name: names[variant.name], isOnFront: variant.onFront,
              isFirst: variant.name == first))
        },
        notBack: PageNumber.number(variant.notBack), isLost: variant.notBack > 0,
        broken: Self.broken(variant))
    }
    let lines = [
      part.isMeasuredByDowntime
        ? nil : part.leastPossibleS.map { "at best \(PageNumber.duration($0))" },
      part.limit.map { "limit \(PageNumber.rate($0.perSecond))" },
    ].compactMap { $0 }
    reference = lines.isEmpty ? nil : lines.joined(separator: ", ")
    hasPromises = part.variants.contains { !$0.slo.isEmpty }
  }

  private static func broken(_ variant: ComparisonData.Variant) -> String? {
    let count = variant.brokenPromises.count
    return count == 0 ? nil : count == variant.slo.count ? "all" : "\(count)"
  }

  private static func short(_ metric: Headline) -> String {
    switch metric.path {
    case "recover.p99": "99\u{a0}% back"
    case "downtime.p99": "99\u{a0}% away"
    case "peak_arrivals_1s": "peak"
    case "attempts_per_client": "attempts"
    case _: metric.title
    }
  }
}
