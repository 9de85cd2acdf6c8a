import Systems
import Words

/// The figures on top of the page of a run.
extension RunFigures {
  var tiles: [StudyPage.Tile] {
    [recoveryTile, peakTile, attemptsTile, lostTile].compactMap { $0 }
  }

  private var recoveryTile: StudyPage.Tile? {
    guard data.number("affected") ?? 0 > 0 else { return nil }
    guard let back = data.number("recover.p99") else {
      // Without an end of the incident there is nothing to count from.
      guard data.number("recover.count") != nil, data.number("clear_s") != nil else { return nil }
      return tile("99 % back after", "never", note: "more than 1 % did not come back", isBad: true)
    }
    if data.mostWereBack, let most = data.number("downtime.p99") {
      return tile(
        "Away, 99 % at most", PageNumber.duration(most),
        note: "most were back before the cause was gone",
        isBad: false)
    }
    let note =
      data.bound.map {
        "\(PageNumber.times(back / $0)) the \(PageNumber.duration($0)) that are possible"
      }
      ?? (data.number("lower_bound_s") == nil
        ? "the least that is possible is not known" : "the gateway could serve all within a second")
    return tile("99 % back after", PageNumber.duration(back), note: note, isBad: false)
  }

  private var peakTile: StudyPage.Tile? {
    guard let peak = data.number("peak_arrivals_1s"), peak > 0 else { return nil }
    guard let limit = data.limit?.perSecond else {
      return tile(
        "Peak, arrivals in 1 s", PageNumber.count(peak), note: "no stage limits them", isBad: false)
    }
    return tile(
      "Peak, arrivals in 1 s", PageNumber.count(peak),
      note: "\(PageNumber.times(peak / limit)) the limit of \(PageNumber.rate(limit))",
      isBad: peak > limit)
  }

  private var attemptsTile: StudyPage.Tile? {
    guard let each = data.number("attempts_per_client"), data.number("attempts") ?? 0 > 0 else {
      return nil
    }
    return tile(
      "Attempts per client", PageNumber.number(each),
      note: "\(data.counted("attempts")) in all", isBad: false)
  }

  private var lostTile: StudyPage.Tile? {
    let words = RunData.fates.compactMap { path -> String? in
      data.number(path) ?? 0 > 0 ? "\(data.counted(path)) \(Self.name(of: path))" : nil
    }
    return tile(
      "Not back at the end", PageNumber.number(data.lost),
      note: words.isEmpty
        ? "nobody gave up, none in error or stuck" : words.joined(separator: ", "),
      isBad: data.lost > 0, unit: "of \(PageNumber.count(data.clients))")
  }

  private func tile(
    _ name: String, _ figure: String, note: String, isBad: Bool, unit: String = ""
  ) -> StudyPage.Tile {
    .init(name: name, figure: figure, unit: unit, isBad: isBad, note: note)
  }
}
