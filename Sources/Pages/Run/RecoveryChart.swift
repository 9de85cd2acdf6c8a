import Charts

/// After how long which share of the affected clients was back.
struct RecoveryChart: Chart {
  private let data: RunData
  /// Shares of all affected clients, not only of those that returned.
  private let points: [RunData.PercentilePoint]
  /// The share of the affected clients that came back.
  private let returned: Double
  /// `recover`; `downtime` where most were back before the cause was gone, and `interruption` where they were so
  /// several times.
  let metric: String
  private let bound: Double?

  /// nil if no client was affected, or no client came back.
  init?(_ data: RunData) {
    self.data = data
    let isOften = data.interruptionsEach != nil && !data.interruption.isEmpty
    metric = isOften ? "interruption" : data.mostWereBack ? "downtime" : "recover"
    bound = data.mostWereBack ? nil : data.bound
    let rows = isOften ? data.interruption : data.mostWereBack ? data.downtime : data.recovery
    let back = data.number("\(metric).count") ?? 0
    let affected = data.mostWereBack ? back : data.number("affected") ?? 0
    guard affected > 0, back > 0, !rows.isEmpty else { return nil }
    returned = min(1, back / affected)
    points = rows.map { [returned] point in
      RunData.PercentilePoint(share: point.share * returned, seconds: point.seconds)
    }
  }

  /// The percentiles that people speak of.
  static let marks = [0.5, 0.9, 0.99, 0.999]

  var folds: [Fold] { RunFolds(data).recovery(self) }

  var finding: String {
    let known = Self.marks.compactMap { share in
      data.percentile(metric, share).map {
        "\(PageNumber.percentile(share)) after \(PageNumber.duration($0))"
      }
    }
    var begin =
      switch metric {
      case "downtime": "Counted from the loss of the connection, in all, back"
      case "interruption": "Counted from each loss of the connection, back"
      case _: "Back"
      }
    if data.replications != nil { begin = "All runs as one population. " + begin }
    var text = known.isEmpty ? "" : "\(begin) are \(known.joined(separator: ", "))."
    if let bound {
      text += " At best 99 % could be back after \(PageNumber.duration(bound))."
    }
    if returned < 1 { text += " \(PageNumber.share(1 - returned)) did not come back." }
    return text
  }

  let name = "recovery"
  let title = "Time to recover, by percentile"

  func plot(_ drawing: Drawing) -> any Plot {
    let most = max(points.last?.seconds ?? 1, 0.001, bound ?? 0)
    let x = Axis(
      kind: .nines, domain: 0...0.9999, ticks: [0, 0.5, 0.9, 0.99, 0.999, 0.9999],
      title: metric == "interruption"
        ? "share of the interruptions" : "share of the affected clients",
      text: PageNumber.percentile)
    let lost: [Mark] = returned < 1 ? [.band(returned, x.domain.upperBound)] : []
    let dots = marked.map { Mark.dot($0.share, $0.seconds, "pf", radius: 3.5) }
    let panel = Panel(
      title: metric == "recover" ? "Time from clear until back" : "Time without a connection",
      y: .figures(Headline(metric, unit: "s"), [most], count: 4),
      height: drawing.isNarrow ? 172 : 222,
      marks: lost + [.line(points.map { ($0.share, $0.seconds) }, "ld")]
        + (distance.map { [.interval((0.99, $0.bound), (0.99, $0.back), cap: 7)] } ?? []) + dots,
      callouts: callouts, distance: 20)
    return PanelChart(x: x, panels: [panel], right: 20)
  }

  /// The 99th percentile and the median matter most: they are named first.
  private var marked: [(share: Double, seconds: Double)] {
    [2, 0, 3, 1].map { Self.marks[$0] }.compactMap { share in
      data.percentile(metric, share).map { (share, $0) }
    }
  }

  /// From what is possible at best to what the 99th percentile is.
  private var distance: (bound: Double, back: Double)? {
    guard let bound, let back = data.percentile(metric, 0.99), back > bound else { return nil }
    return (bound, back)
  }

  private var callouts: [Callout] {
    let best = distance.map { bound, back in
      [
        Callout(
          text: "at best \(PageNumber.duration(bound))", style: "lab halo", x: 0.99, y: bound,
          places: [(12, 4, .start), (-12, 4, .end)]),
        Callout(
          text: PageNumber.times(back / bound), x: 0.99, y: (bound + back) / 2,
          places: [(8, 4, .start)]),
      ]
    }
    return (best ?? [])
      + marked.map { share, seconds in
        Callout(
          text: PageNumber.duration(seconds), x: share, y: seconds,
          places: [(7, 17, .start), (-7, -8, .end), (7, -8, .start)])
      }
  }
}
