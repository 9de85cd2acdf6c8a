import Documents
import Metrics

extension ScatterChart {
  /// The cost of a sooner recovery: each formula as a point between the time and the peak.
  ///
  /// nil where no formula has both figures, or there is nothing between them to choose.
  static func trade(
    _ place: Int, of data: ComparisonData, names: ShownNames
  ) -> ScatterChart? {
    let part = data.parts[place]
    let across = data.headline(part.recovery)
    let up = data.headline("peak_arrivals_1s")
    let first = part.variants[0].name
    let points = part.ranked.compactMap { variant -> Point? in
      guard let x = variant.estimate(across.path), let y = variant.estimate(up.path), x.figure > 0,
        y.figure > 0
      else { return nil }
      let isFirst = variant.name == first
      return Point(
        name: names[variant.name], x: x, y: y,
        kind: variant.onFront ? .filled : isFirst ? .baseline : .hollow,
        isImportant: variant.onFront || isFirst,
        note: variant.onFront ? "on the front" : "beaten")
    }
    guard Set(points.map { [$0.x.figure, $0.y.figure] }).count > 1 else { return nil }
    let lost = part.ranked.compactMap { variant -> NeverGutter.Point? in
      guard variant.estimate(across.path) == nil, let peak = variant.figure(up.path), peak > 0
      else { return nil }
      let name = names[variant.name]
      let count = PageNumber.number(variant.notBack)
      return .init(name: name, value: peak, note: "\(name): never, \(count) clients are not back")
    }
    return ScatterChart(
      name: "trade\(place)",
      title:
        "\(part.isMeasuredByDowntime ? "Downtime" : "Recovery") against the peak of arrivals, \(ShownNames.clean(part.scenario))",
      finding: finding(points, across, up, lost: lost.map(\.value)), across: across, up: up,
      points: points, lost: lost,
      least: part.isMeasuredByDowntime ? nil : part.leastPossibleS,
      limit: part.limit.map { ($0.perSecond, "limit \(PageNumber.rate($0.perSecond))") },
      about:
        "Left and low is better. The stepped line joins the formulas that no other beats in both; "
        + "what lies right of it and above is beaten. Filled: on the front of "
        + "\(part.isMeasuredByDowntime ? "downtime" : "recovery"), peak and attempts. "
        + "Lines through points are \(SeedWords.intervals(data.replications)).",
      absence: " Points without a name: see the table above.")
  }

  /// - Parameter lost: the peaks of those that leave clients behind, who may try less for it.
  private static func finding(
    _ points: [Point], _ across: Headline, _ up: Headline, lost: [Double]
  ) -> String {
    let steps = steps(points)
    let isAway = across.path == TradedMetrics.downtime
    guard let first = steps.first, let last = steps.last else { return "" }
    if steps.count == 1 {
      let isBeaten = lost.contains { $0 < first.y.figure }
      return
        "\(first.name) \(isAway ? "is away for the shortest time" : "is back first") and has the lowest peak"
        + "\(isBeaten ? " of those with 99\u{a0}% back" : ""): here nothing has to be traded."
    }
    return
      "\(isAway ? "Less downtime" : "Sooner back") costs a higher peak: from \(first.name) (\(across.text(first.x.figure)), "
      + "\(up.text(first.y.figure)) arrivals in its busiest second) to \(last.name) "
      + "(\(across.text(last.x.figure)), \(up.text(last.y.figure)))."
  }
}
