/// The numbers behind the charts of a run, as they stand in the files beside the page.
struct RunFolds {
  private let data: RunData

  init(_ data: RunData) { self.data = data }

  /// More rows make a page too large to send.
  private static let mostRows = 2_000
  private static let mostFields = 12_000

  /// Columns that only the means of several runs have.
  private static let ofSeveral = [
    "arrivals_min", "arrivals_max", "connected_min", "connected_max", "runs",
  ]

  /// Instead of a fold with the seconds of a long run.
  static let tooLong = "The numbers of each second are in timeseries.csv, beside this page."

  // MARK: Seconds

  /// The seconds that are drawn; where those are too many, the ones in which something arrived or the
  /// number of connected clients changed. nil where those are too many, too.
  func seconds(in window: ClosedRange<Double>) -> Fold? {
    seconds(in: window, ["arrivals", "connected", "queue"] + Self.ofSeveral)
  }

  /// The same with the connected clients of each cohort.
  func cohorts(in window: ClosedRange<Double>) -> Fold? {
    seconds(in: window, data.cohorts.map { RunData.cohortPrefix + $0 })
  }

  private func seconds(in window: ClosedRange<Double>, _ names: [String]) -> Fold? {
    let series = data.series
    let columns = (["t_s"] + names).filter { series.names.contains($0) }
    let rows = rows(of: series, in: window)
    if let fold = fold("Data: each second that is drawn", series, columns, rows) { return fold }
    let arrivals = series.figures("arrivals")
    let gauges = columns.filter { $0.hasPrefix("connected") }
    return fold(
      "Data: the seconds in which something arrived or the number of connected clients changed",
      series, columns,
      rows.filter { row in
        arrivals.indices.contains(row) && arrivals[row] > 0 || series.hasChanged(gauges, at: row)
      })
  }

  /// The seconds that are drawn in which the number of clients in some state changed.
  func states(in window: ClosedRange<Double>) -> Fold? {
    let states = data.states
    let columns = states.names.filter { name in
      name == "t_s" || (states.column(name) ?? []).contains { $0 != 0 }
    }
    let gauges = Array(columns.dropFirst())
    return fold(
      "Data: the seconds in which a client changed its state", states, columns,
      rows(of: states, in: window).filter { $0 == 0 || states.hasChanged(gauges, at: $0) })
  }

  private func rows(of table: NumberTable, in window: ClosedRange<Double>) -> [Int] {
    let times = table.figures("t_s")
    return times.indices.filter { window.contains(times[$0]) }
  }

  /// nil where there is nothing to show, or too much.
  private func fold(
    _ summary: String, _ table: NumberTable, _ columns: [String], _ rows: [Int]
  ) -> Fold? {
    guard !rows.isEmpty, rows.count <= min(Self.mostRows, Self.mostFields / columns.count) else {
      return nil
    }
    return Fold(
      summary: summary, columns: columns.map(heading),
      rows: rows.map { row in columns.map { table.text($0, row) } })
  }

  private func heading(of column: String) -> String {
    if column == "t_s" { return "second" }
    if column.hasPrefix(RunData.cohortPrefix) {
      return String(column.dropFirst(RunData.cohortPrefix.count))
    }
    return column.replacing("_", with: " ")
  }

  // MARK: Recovery

  /// Returns the data of the marks of the chart, and of the line that it draws.
  func recovery(_ chart: RecoveryChart) -> [Fold] {
    let marks = RecoveryChart.marks.map { share in
      [
        PageNumber.percentile(share),
        data.percentile(chart.metric, share).map(PageNumber.plain) ?? "never",
      ]
    }
    let points =
      switch chart.metric {
      case "interruption": data.interruption
      case "downtime": data.downtime
      case _: data.recovery
      }
    return [
      Fold(
        summary: "Data: the percentiles that are marked",
        columns: ["share of the affected clients", "after, s"], rows: marks),
      Fold(
        summary: "Data: the line, of the clients that came back (\(chart.metric).hgrm)",
        columns: ["after, ms", "share", "clients"], rows: points.map(\.fields)),
    ]
  }

  // MARK: Attempts

  /// When the attempts with each number come.
  var attempts: Fold {
    let limit = data.dropsTogether ? data.limit?.perSecond : nil
    let rates = data.dropsTogether ? ["rate per second"] : []
    let columns =
      [
        "attempt", data.runs == 1 ? "arrivals" : "arrivals, all runs", "median, s",
        "nine in ten within, s",
      ] + rates
      + (limit == nil ? [] : ["times the limit"])
    let rows = data.attempts.map { spread in
      let rate = spread.rate(runs: data.runs)
      return [
        "\(spread.number)", PageNumber.plain(spread.count),
        data.median("spread.\(spread.number)") ?? "-",
        spread.shortestTime.map(PageNumber.plain) ?? "-", rate.map(PageNumber.plain) ?? "-",
        limit.flatMap { limit in rate.map { PageNumber.plain($0 / limit) } } ?? "-",
      ]
    }
    return Fold(
      summary: "Data: each attempt", columns: columns,
      rows: rows.map { Array($0.prefix(columns.count)) })
  }

  // MARK: Seeds

  /// The figures of each run, as `summary.csv` has them; nil of a single run.
  var seeds: Fold? {
    guard let runs = data.replications, runs.seeds.count <= Self.mostRows else { return nil }
    let paths = SeedChart.metrics.map(\.path)
      .filter { path in runs.texts(path).contains { !$0.isEmpty } }
    let columns = paths.map(runs.texts)
    return Fold(
      summary: "Data: each run", columns: ["seed"] + paths,
      rows: runs.seeds.indices.map { run in [runs.seeds[run]] + columns.map { $0[run] } })
  }
}

extension NumberTable {
  /// Returns true if any of some columns has another text in a row than in the one before.
  fileprivate func hasChanged(_ names: [String], at row: Int) -> Bool {
    row > 0 && names.contains { hasChanged($0, at: row) }
  }
}
