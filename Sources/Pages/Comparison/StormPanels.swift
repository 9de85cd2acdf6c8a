import Words

/// Arrivals over time under each formula, small and on one scale: pulses or a plateau.
struct StormPanels {
  let finding: String
  let note: String
  let panels: [Panel]
  let fold: Fold

  struct Panel {
    let name: String
    let caption: String
    /// Markup.
    let drawing: String
  }

  private static let width = 180.0

  /// nil where nothing came to the listener.
  /// - Parameter most: panels, of the best formulas; the first formula is always among them.
  init?(_ place: Int, of data: ComparisonData, names: ShownNames, most: Int) {
    let part = data.parts[place]
    let first = part.variants[0].name
    let ranked = part.ranked.map { ($0, data.arrivals(of: $0, in: part)) }
      .filter { !$0.1.isEmpty }
    let best = ranked.prefix(most)
    let own = ranked.filter { $0.0.name == first }
    let isAmong = own.isEmpty || best.contains { $0.0.name == first }
    let shown = isAmong ? Array(best) : best.dropLast() + own
    let storms = shown.map { (rows: $1, isBack: $0.figure(part.recovery) != nil) }
    guard let frame = StormFrame(storms, part) else { return nil }
    let beyond = shown.filter { frame.goesBeyond($1) }.map { names[$0.0.name] }
    panels = shown.enumerated().map { number, storm in
      let (name, figures) = (names[storm.0.name], StormFrame.Storm(storm.1, limit: frame.limit))
      return Panel(
        name: name, caption: figures.caption,
        drawing: StormFrame.Picture(
          frame: frame, rows: storm.1, name: "storm\(place)-\(number)",
          title: "Arrivals, \(name)", finding: figures.finding
        ).markup(.small(width: Self.width)))
    }
    finding = Self.finding(frame, left: ranked.count - shown.count, most: most)
    note =
      "Means over the seeds."
      + (part.faults.isEmpty ? "" : " Grey: a fault is in force.")
      + (beyond.isEmpty
        ? ""
        : " Beyond the right edge \(beyond.count == 1 ? "goes" : "go") \(listed(beyond, most: .max)).")
    fold = Fold(
      summary: "Data: arrivals",
      columns: ["formula", "peak of the mean", "seconds above the limit", "last arrival"],
      rows: ranked.map { variant, rows in
        let storm = StormFrame.Storm(rows, limit: frame.limit)
        return [
          names[variant.name], PageNumber.precise(storm.peak),
          frame.limit == nil ? "-" : PageNumber.count(storm.secondsAbove),
          storm.last.map(PageNumber.moment) ?? "-",
        ]
      })
  }

  private static func finding(_ frame: StormFrame, left: Int, most: Int) -> String {
    var text =
      "Arrivals a second, on one \(frame.isLogarithmic ? "logarithmic " : "")scale."
    if let limit = frame.limit {
      text += " Dashed: the limit of \(PageNumber.rate(limit)). Orange: above it."
    }
    if left > 0 { text += " The best \(most) of \(most + left) formulas." }
    return text
  }
}
