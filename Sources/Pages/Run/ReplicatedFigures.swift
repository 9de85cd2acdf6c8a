import Words

/// The headline and the tiles of several runs: medians and means, and how sure they are.
struct ReplicatedFigures {
  private let data: RunData
  private let runs: Replications

  /// nil of a single run.
  init?(_ data: RunData) {
    guard let runs = data.replications else { return nil }
    self.data = data
    self.runs = runs
  }

  private var all: String { "\(PageNumber.count(data.runs)) run\(data.runs == 1 ? "" : "s")" }

  /// The most important thing first: a broken promise, clients that never came back, how long it took.
  var headline: String {
    if let broken = data.promises.first(where: { !$0.isKept }) { return self.broken(broken) }
    let lost = runs.runs(with: RunData.fates)
    if lost > 0 {
      return "In \(PageNumber.count(lost)) of \(all) clients were not back at the end: "
        + "\(PageNumber.number(data.lost)) of \(PageNumber.count(data.clients)) in the mean."
    }
    let path = data.mostWereBack ? "downtime.p99" : "recover.p99"
    guard let back = data.number(path) else { return "Nobody had to come back after an incident." }
    let time = "\(PageNumber.duration(back))\(between(path))"
    if data.mostWereBack { return "99\u{a0}% of the clients were away for \(time) or less." }
    guard let bound = data.bound, back > bound else {
      return "99\u{a0}% are back \(time) after the cause is gone."
    }
    return
      "99\u{a0}% are back \(time) after the cause is gone, where \(PageNumber.duration(bound)) would do."
  }

  private func broken(_ promise: RunData.Promise) -> String {
    let failed = data.runs - (promise.runs ?? 0)
    let found = unbroken(promise.found)
    // A figure over runs may break what each run keeps.
    if let statistic = promise.statistic {
      return
        "The promise \(promise.text) is broken by the \(statistic) of \(all) with its interval; "
        + "single runs have \(found)."
    }
    return
      "The promise \(promise.text) is broken in \(PageNumber.count(failed)) of \(all): found \(found)."
  }

  /// ` (73.8 s to 74.2 s)`: the interval.
  private func between(_ path: String) -> String {
    guard let (low, high) = data.interval(path) else { return "" }
    let texts = [low, high].map(PageNumber.duration)
    return texts[0] == texts[1] ? "" : " (\(texts[0]) to \(texts[1]))"
  }

  // MARK: Tiles

  var tiles: [StudyPage.Tile] {
    [recoveryTile, peakTile, attemptsTile, lostTile].compactMap { $0 }
  }

  private var recoveryTile: StudyPage.Tile? {
    guard data.number("affected") ?? 0 > 0 else { return nil }
    let path = data.mostWereBack ? "downtime.p99" : "recover.p99"
    let name = data.mostWereBack ? "Away, 99 % at most" : "99 % back after"
    guard let back = data.number(path) else {
      let never = runs.values(path).count { $0.isInfinite }
      return .init(
        name: name, figure: "never", unit: "in \(PageNumber.count(never)) of \(all)",
        isBad: true, note: "more than 1 % did not come back")
    }
    let best =
      data.mostWereBack
      ? "" : data.bound.map { "; \(PageNumber.duration($0)) are possible" } ?? ""
    return .init(
      name: name, figure: PageNumber.duration(back), unit: "", isBad: false,
      note: interval(path, PageNumber.duration) + best)
  }

  private var peakTile: StudyPage.Tile? {
    guard let peak = data.number("peak_arrivals_1s"), peak > 0 else { return nil }
    let limit = data.limit?.perSecond
    let times =
      limit.map { "; \(PageNumber.times(peak / $0)) the limit of \(PageNumber.rate($0))" } ?? ""
    return .init(
      name: "Peak, arrivals in 1 s", figure: PageNumber.number(peak), unit: "",
      isBad: limit.map { peak > $0 } ?? false,
      note: interval("peak_arrivals_1s", PageNumber.number) + times)
  }

  private var attemptsTile: StudyPage.Tile? {
    guard let each = data.number("attempts_per_client"), each > 0 else { return nil }
    return .init(
      name: "Attempts per client", figure: PageNumber.number(each), unit: "", isBad: false,
      note: interval("attempts_per_client", PageNumber.number))
  }

  private var lostTile: StudyPage.Tile {
    let count = runs.runs(with: RunData.fates)
    return .init(
      name: "Not back at the end", figure: PageNumber.number(data.lost),
      unit: "of \(PageNumber.count(data.clients))", isBad: count > 0,
      note: count > 0 ? "some in \(PageNumber.count(count)) of \(all)" : "nobody in any run")
  }

  private func interval(_ path: String, _ text: (Double) -> String) -> String {
    guard let (low, high) = data.interval(path) else { return "one run: no interval" }
    let ends = [low, high].map(text)
    let isMedian = data.isMedian(path)
    let confidence = isMedian ? SeedWords.confidence(data.runs) : "95\u{a0}%"
    let interval = "\(isMedian ? "median" : "mean"), \(confidence) interval"
    return ends[0] == ends[1]
      ? "\(interval) narrower than its digits" : "\(interval) \(ends[0]) to \(ends[1])"
  }
}
