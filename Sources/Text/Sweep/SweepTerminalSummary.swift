import Metrics
import Scenarios
import Store
import Studies
import Systems
import Words

/// How a sweep's folder came to be, as far as the folder does not say it.
package struct SweepFacts: Sendable {
  /// Real time in seconds; nil where nothing was run.
  package var wallSeconds: Double?
  /// Other facts that are worth saying: `2 threads`, `412 cells of an earlier start`.
  package var notes: [String]

  package init(wallSeconds: Double?, notes: [String]) {
    self.wallSeconds = wallSeconds
    self.notes = notes
  }

  /// ` in 0.11 s`; nothing where nothing was run.
  var time: String { wallSeconds.map { " in \(HumanText.duration($0))" } ?? "" }
}

/// Points that the terminal shows.
private let mostRows = 40
/// Metrics that the terminal shows if some were asked for.
private let mostMetrics = 16
/// Columns that a value or a formula may take.
private let mostColumns = 36

/// A sweep on one screen: what was varied, a few metrics over the seeds of each point,
/// and where everything lies.
///
/// Ends with a line break.
func terminalSummary(
  _ folder: SweepFolder, facts: SweepFacts, style: TerminalStyle
) throws -> String {
  let shown = try folder.shownMetrics()
  var points: [SweepPoint] = []
  try folder.forEachPoint(shown) { point in
    points.append(point)
    return points.count < mostRows
  }
  var lines = header(folder, style)
  if !points.isEmpty {
    lines += [""] + fittingTable(points, folder, width: style.width)
    let intervals = folder.intervals
    let estimates = points.flatMap { $0.estimates(intervals) }
    if estimates.contains(where: { $0.estimate == nil && $0.words.isEmpty }) {
      lines.append("  -: no number with some seed; somebody never came back, or nothing to measure")
    }
    let more = folder.pointCount - points.count
    if more > 0 {
      lines.append("  ... \(HumanText.count(more)) more in \(harmless(folder.path))/sweep.csv")
    }
  }
  lines += promiseLines(folder, width: style.width)
  return (lines + [""] + footer(folder, facts, style)).joined(separator: "\n") + "\n"
}

extension SweepFolder {
  /// The places of the metrics that people are shown.
  fileprivate func shownMetrics() throws -> [Int] {
    guard metrics.count >= MetricSelection.all.paths.count else {
      return Array(metrics.indices.prefix(mostMetrics))
    }
    return TradedMetrics.all(try recovery()).compactMap { metrics.firstIndex(of: $0) }
  }

  /// Gives a row for each point, with a few metrics over its seeds. The first row is the header.
  func forEachRowForPeople(_ body: ([String]) throws -> Void) throws {
    var isFirst = true
    let intervals = intervals
    let titles = manifest.grid.vary.map(\.key) + ["backoff"]
    try forEachPoint(shownMetrics()) { point in
      let estimates = point.estimates(intervals)
      if isFirst { try body(titles + estimates.map(\.path)) }
      isFirst = false
      try body(point.values + [point.variant] + estimates.map(figureText))
      return true
    }
  }
}

private func header(_ folder: SweepFolder, _ style: TerminalStyle) -> [String] {
  let grid = folder.manifest.grid
  var factors = grid.vary.map { "\($0.values.count) \($0.key)" }
  if !grid.backoffs.isEmpty {
    factors.append("\(grid.backoffs.count) backoff\(grid.backoffs.count == 1 ? "" : "s")")
  }
  let seeds = grid.seeds
  factors.append(
    grid.replications == 1
      ? "seed \(seeds.first)"
      : "\(HumanText.count(grid.replications)) seeds (\(seeds.first) to \(seeds.last))")
  var items = ["\(HumanText.count(grid.cells)) cell\(grid.cells == 1 ? "" : "s")"]
  if folder.shard.count > 1 {
    items.append("\(HumanText.count(folder.manifest.tail.cells)) in shard \(folder.shard)")
  }
  items.append(factors.map(harmless).joined(separator: " x "))
  return wrapped(items, gap: "   ", first: folder.scenario + "   ", width: style.width)
}

/// The table with as much of it as the terminal is wide: texts are cut first, then metrics are left out.
private func fittingTable(_ points: [SweepPoint], _ folder: SweepFolder, width: Int) -> [String] {
  let all = points.first?.estimates(folder.intervals).count ?? 0
  var sizes = [(mostColumns, all), (24, all)]
  sizes += (1..<max(2, all)).reversed().map { (24, $0) } + [(12, 1)]
  var (lines, kept): ([String], Int) = ([], 0)
  for (columns, metrics) in sizes {
    lines = pointTable(points, folder, columns: columns, metrics: metrics)
    kept = metrics
    if lines.allSatisfy({ $0.count <= width }) { break }
  }
  let file = "\(harmless(folder.path))/sweep.csv"
  return kept < all ? lines + ["  no room for \(all - kept) more columns: see \(file)"] : lines
}

/// - Parameters:
///   - columns: that a value or a formula may take.
///   - metrics: how many are shown.
private func pointTable(
  _ points: [SweepPoint], _ folder: SweepFolder, columns mostColumns: Int, metrics: Int
) -> [String] {
  let keys = folder.manifest.grid.vary.map(\.key)
  let replications = folder.manifest.grid.replications
  func texts(_ title: String, _ value: (SweepPoint) -> String) -> TextColumn {
    let cells = points.map { cut(harmless(value($0)), to: mostColumns) }
    return TextColumn(title: harmless(title), cells: cells, isRight: false)
  }
  var table = keys.enumerated().map { place, key in texts(key) { $0.values[place] } }
  if !folder.manifest.grid.backoffs.isEmpty || keys.isEmpty {
    table.append(texts("backoff", \.variant))
  }
  if points.contains(where: { $0.runs < replications }) {
    table.append(TextColumn(title: "seeds", cells: points.map { "\($0.runs) of \(replications)" }))
  }
  let intervals = folder.intervals
  let estimates = points.map { $0.estimates(intervals).prefix(metrics) }
  table += (estimates.first ?? []).indices.map { place in
    TextColumn(title: estimates[0][place].path, cells: estimates.map { figureText($0[place]) })
  }
  return table.lines()
}

private func figureText(_ estimate: PointEstimate) -> String {
  if let word = estimate.words.first, word.share == 1 { return word.word }
  if !estimate.words.isEmpty {
    return estimate.words.map { "\($0.word) \(HumanText.share($0.share))" }.joined(separator: ", ")
  }
  guard let figure = estimate.estimate?.figure else { return "-" }
  return estimate.unit == .truth
    ? HumanText.share(figure) : HumanText.value(.number(figure), estimate.unit)
}

private func footer(
  _ folder: SweepFolder, _ facts: SweepFacts, _ style: TerminalStyle
) -> [String] {
  let events = HumanText.count(folder.manifest.tail.events)
  let items =
    [
      harmless(folder.path), "digest \(folder.manifest.tail.digest)",
      "\(events) events\(facts.time)",
    ] + facts.notes
  return wrapped(items, gap: "   ", first: "  ", width: style.width)
    .map { style.coloured($0, .dim) }
}
