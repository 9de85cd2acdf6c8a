import Words

/// The figures on top of the page of a run; of several runs medians and means, and how sure they are.
struct RunTiles {
  private let data: RunData

  init(_ data: RunData) { self.data = data }

  var all: [StudyPage.Tile] { [recovery, peak, attempts, lost].compactMap { $0 } }

  private var recovery: StudyPage.Tile? {
    guard data.number("affected") ?? 0 > 0 else { return nil }
    let isOften = data.interruptionsEach != nil
    let isAway =
      isOften
      || data.mostWereBack
        && (data.replications != nil
          || data.number("recover.p99") != nil && data.number("downtime.p99") != nil)
    let each = isAway ? data.interruptionsEach : nil
    let path = each != nil ? "interruption.p99" : isAway ? "downtime.p99" : "recover.p99"
    let name =
      each != nil
      ? "Away each time, 99 % at most" : isAway ? "Away, 99 % at most" : "99 % back after"
    if let back = data.number(path) {
      let times = each.map { "\(PageNumber.number($0)) times a client" }
      return .init(
        name, PageNumber.duration(back),
        note: data.replications == nil
          ? times ?? note(path, back, isAway: isAway)
          : note(path, back, isAway: isAway) + (times.map { "; \($0)" } ?? ""))
    }
    let note = "more than 1 % did not come back"
    if let runs = data.replications {
      let never = runs.values(path).count { $0.isInfinite }
      let unit = "in \(PageNumber.count(never)) of \(data.allRuns)"
      return .init(name, "never", unit: unit, isBad: true, note: note)
    }
    // Without an end of the incident there is nothing to count from.
    guard data.number("recover.count") != nil, data.number("clear_s") != nil else { return nil }
    return .init(name, "never", isBad: true, note: note)
  }

  private func note(_ path: String, _ back: Double, isAway: Bool) -> String {
    if data.replications != nil {
      let best = isAway ? nil : data.bound
      return interval(path, PageNumber.duration)
        + (best.map { "; \(PageNumber.duration($0)) are possible" } ?? "")
    }
    if isAway { return "most were back before the cause was gone" }
    if let bound = data.bound {
      return "\(PageNumber.times(back / bound)) the \(PageNumber.duration(bound)) that are possible"
    }
    return data.number("lower_bound_s") == nil
      ? "the least that is possible is not known" : "the gateway could serve all within a second"
  }

  private var peak: StudyPage.Tile? {
    let path = "peak_arrivals_1s"
    guard let peak = data.number(path), peak > 0 else { return nil }
    let times = data.limit.map {
      "\(PageNumber.times(peak / $0.perSecond)) the limit of \(PageNumber.rate($0.perSecond))"
    }
    let note =
      data.replications == nil
      ? times ?? "no stage limits them"
      : interval(path, PageNumber.number) + (times.map { "; \($0)" } ?? "")
    return .init(
      "Peak, arrivals in 1 s", PageNumber.number(peak),
      isBad: data.limit.map { peak > $0.perSecond } ?? false, note: note)
  }

  private var attempts: StudyPage.Tile? {
    let path = "attempts_per_client"
    guard let each = data.number(path),
      data.replications == nil ? data.number("attempts") ?? 0 > 0 : each > 0
    else { return nil }
    return .init(
      "Attempts per client", PageNumber.number(each),
      note: data.replications == nil
        ? "\(data.counted("attempts")) in all" : interval(path, PageNumber.number))
  }

  private var lost: StudyPage.Tile {
    let runs = data.replications?.runs(with: RunData.fates)
    let note =
      runs.map {
        $0 > 0 ? "some in \(PageNumber.count($0)) of \(data.allRuns)" : "nobody in any run"
      } ?? fates ?? "nobody gave up, none in error or stuck"
    return .init(
      "Not back at the end", PageNumber.number(data.lost),
      unit: "of \(PageNumber.count(data.clients))",
      isBad: runs.map { $0 > 0 } ?? (data.lost > 0), note: note)
  }

  private var fates: String? {
    let words = RunData.fates.compactMap { path in
      data.number(path) ?? 0 > 0 ? "\(data.counted(path)) \(RunFigures.name(of: path))" : nil
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private func interval(_ path: String, _ text: (Double) -> String) -> String {
    guard let estimate = data.estimate(path), let (low, high) = estimate.ends else {
      return "one run: no interval"
    }
    let ends = [low, high].map(text)
    let confidence = estimate.isMedian ? SeedWords.confidence(data.runs) : "95\u{a0}%"
    let interval = "\(estimate.isMedian ? "median" : "mean"), \(confidence) interval"
    return ends[0] == ends[1]
      ? "\(interval) narrower than its digits" : "\(interval) \(ends[0]) to \(ends[1])"
  }
}
