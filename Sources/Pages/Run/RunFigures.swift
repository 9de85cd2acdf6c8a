import Systems

/// The tables and sentences of a run's page, read from its metrics.
struct RunFigures {
  private let data: RunData

  init(_ data: RunData) { self.data = data }

  private var lost: Int {
    ["gave_up", "in_error", "stuck", "still_trying"].reduce(0) { $0 + data.count($1) }
  }

  /// The most important thing first: a broken promise, clients that never came back, how long it took.
  var headline: String {
    if let broken = data.promises.first(where: { !$0.isKept }) {
      return "The promise \(broken.text) is broken: found \(Words.tied(broken.found))."
    }
    if lost > 0 {
      return
        "\(Words.count(lost)) of \(Words.count(data.clients)) clients were not back at the end."
    }
    guard let back = data.number("recover.p99") else {
      return "Nobody had to come back after an incident."
    }
    if data.mostWereBack, let half = data.number("downtime.p50"),
      let most = data.number("downtime.p99")
    {
      return "Half of the clients were away for \(Words.duration(half)) or less, 99\u{a0}% for "
        + "\(Words.duration(most)) or less."
    }
    guard let bound = data.bound, back > bound else {
      return "99\u{a0}% are back \(Words.duration(back)) after the cause is gone."
    }
    return "99\u{a0}% are back \(Words.duration(back)) after the cause is gone, where "
      + "\(Words.duration(bound)) would do."
  }

  // MARK: Tiles

  var tiles: [RunPage.Tile] { [recoveryTile, peakTile, attemptsTile, lostTile].compactMap { $0 } }

  private var recoveryTile: RunPage.Tile? {
    guard data.count("affected") > 0 else { return nil }
    guard let back = data.number("recover.p99") else {
      return tile("99 % back after", "never", note: "more than 1 % did not come back", isBad: true)
    }
    if data.mostWereBack, let most = data.number("downtime.p99") {
      return tile(
        "Away, 99 % at most", Words.duration(most),
        note: "most were back before the cause was gone",
        isBad: false)
    }
    let note =
      data.bound.map { "\(Words.times(back / $0)) the \(Words.duration($0)) that are possible" }
      ?? "the gateway could serve all within a second"
    return tile("99 % back after", Words.duration(back), note: note, isBad: false)
  }

  private var peakTile: RunPage.Tile? {
    guard let peak = data.number("peak_arrivals_1s"), peak > 0 else { return nil }
    guard let limit = data.limit?.perSecond else {
      return tile(
        "Peak, arrivals in 1 s", Words.count(peak), note: "no stage limits them", isBad: false)
    }
    return tile(
      "Peak, arrivals in 1 s", Words.count(peak),
      note: "\(Words.times(peak / limit)) the limit of \(Words.rate(limit))", isBad: peak > limit)
  }

  private var attemptsTile: RunPage.Tile? {
    guard let each = data.number("attempts_per_client"), data.count("attempts") > 0 else {
      return nil
    }
    return tile(
      "Attempts per client", Words.number(each),
      note: "\(Words.count(data.count("attempts"))) in all", isBad: false)
  }

  private var lostTile: RunPage.Tile? {
    let words = ["gave_up", "in_error", "stuck", "still_trying"].compactMap { path -> String? in
      let count = data.count(path)
      return count > 0 ? "\(Words.count(count)) \(Self.name(of: path))" : nil
    }
    return tile(
      "Not back at the end", Words.count(lost),
      note: words.isEmpty
        ? "nobody gave up, none in error or stuck" : words.joined(separator: ", "),
      isBad: lost > 0, unit: "of \(Words.count(data.clients))")
  }

  private func tile(
    _ name: String, _ figure: String, note: String, isBad: Bool, unit: String = ""
  ) -> RunPage.Tile {
    .init(name: name, figure: figure, unit: unit, isBad: isBad, note: note)
  }

  private static func name(of path: String) -> String { path.replacing("_", with: " ") }

  // MARK: Outcomes

  var outcomes: [RunPage.Bar] {
    ["recovered", "idle", "gave_up", "in_error", "stuck", "still_trying"]
      .filter { $0 != "idle" || data.count($0) > 0 }
      .map { path in
        bar(
          Self.name(of: path), data.count(path), of: data.clients,
          isLost: path != "recovered" && path != "idle")
      }
  }

  var outcomeFinding: String {
    let attempts = data.count("attempts")
    let affected = data.count("affected")
    if attempts == 0 { return "The clients make calls and hold no connection." }
    return affected > 0
      ? "\(Words.count(attempts)) attempts for \(Words.count(affected)) affected clients."
      : "\(Words.count(attempts)) attempts; nobody was affected."
  }

  /// What became of the attempts at the door, from the series.
  var attempts: [RunPage.Bar] {
    let all = data.series.figures("attempts").reduce(0, +)
    guard all > 0 else { return [] }
    let kinds = [
      ("let in", "accepted", false), ("refused: nobody listens", "refused", true),
      ("shed at the door", "shed", true), ("timed out", "timed_out", true),
    ]
    return kinds.compactMap { name, column, isLost in
      let count = Int(data.series.figures(column).reduce(0, +))
      return count > 0 || !isLost ? bar(name, count, of: Int(all), isLost: isLost) : nil
    }
  }

  private func bar(_ name: String, _ count: Int, of whole: Int, isLost: Bool) -> RunPage.Bar {
    let share = whole > 0 ? Double(count) / Double(whole) : 0
    return .init(
      name: name, count: Words.count(count), share: Words.share(share),
      width: percent(share), isLost: isLost)
  }

  private func percent(_ share: Double) -> String {
    "\((min(1, max(0, share)) * 10_000).rounded() / 100)%"
  }

  // MARK: Gateway

  var stations: [RunPage.Station] {
    ["handshake", "auth", "ready", "api"].compactMap { name in
      let path = "stations.\(name)"
      guard data.number("\(path).arrivals") ?? 0 > 0 else { return nil }
      let busy = data.number("\(path).utilisation")
      return .init(
        name: name, busy: busy.map(Words.share) ?? "unlimited", width: percent(busy ?? 0),
        served: Words.count(data.count("\(path).served")),
        abandoned: Words.count(data.count("\(path).abandoned")),
        wait: data.number("\(path).wait.p99").map(Words.duration) ?? "-",
        queue: Words.count(data.count("\(path).queue_peak")))
    }
  }

  var gatewayFinding: String {
    let wasted = data.number("wasted_work_share")
    var text =
      wasted.map { share in
        share < 0.001
          ? "All work was useful." : "\(Words.share(share)) of the work was for nothing."
      } ?? "The gateway had no work."
    let queue = data.count("queue_peak")
    text += queue > 0 ? " The longest queue held \(Words.count(queue))." : " No queue formed."
    let shed = data.count("shed")
    if shed > 0 { text += " Admission shed \(Words.count(shed)) attempts." }
    return text
  }
}
