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

  /// nil where nothing came to the door.
  /// - Parameter most: panels, of the best formulas; the first formula is always among them.
  init?(_ place: Int, of data: ComparisonData, names: ShownNames, most: Int) {
    let part = data.parts[place]
    let first = part.variants[0].name
    let ranked = part.ranked.filter { !$0.arrivals.isEmpty }
    let best = ranked.prefix(most)
    let isAmong = best.contains { $0.name == first } || !ranked.contains { $0.name == first }
    let shown = isAmong ? Array(best) : best.dropLast() + ranked.filter { $0.name == first }
    guard let frame = StormFrame(shown, part) else { return nil }
    let beyond = shown.filter { frame.goesBeyond($0) }.map { names[$0.name] }
    panels = shown.enumerated().map { number, variant in
      let storm = StormFrame.Storm(variant, limit: frame.limit)
      return Panel(
        name: names[variant.name], caption: storm.caption,
        drawing: StormFrame.Picture(
          frame: frame, rows: variant.arrivals, name: "storm\(place)-\(number)",
          title: "Arrivals, \(names[variant.name])", finding: storm.finding
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
      rows: ranked.map { variant in
        let storm = StormFrame.Storm(variant, limit: frame.limit)
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
