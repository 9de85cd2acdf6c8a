import Systems
import Words

/// The tables and sentences of a run's page, read from its metrics.
struct RunFigures {
  let data: RunData

  init(_ data: RunData) { self.data = data }

  /// The most important thing first: a broken promise, clients that never came back, how long it took.
  var headline: String {
    if let broken = data.promises.first(where: { !$0.isKept }) {
      if broken.found == "-" {
        return "The promise \(broken.text) is broken: there is no such figure."
      }
      return "The promise \(broken.text) is broken: found \(unbroken(broken.found))."
    }
    if data.lost > 0 {
      return
        "\(PageNumber.number(data.lost)) of \(PageNumber.count(data.clients)) clients were not back at the end."
    }
    guard let back = data.number("recover.p99") else {
      return "Nobody had to come back after an incident."
    }
    if data.mostWereBack, let half = data.number("downtime.p50"),
      let most = data.number("downtime.p99")
    {
      return
        "Half of the affected clients were away for \(PageNumber.duration(half)) or less, 99\u{a0}% for "
        + "\(PageNumber.duration(most)) or less."
    }
    if data.faults.isEmpty {
      return "99\u{a0}% are connected \(PageNumber.duration(back)) after they first wanted it."
    }
    guard let bound = data.bound, back > bound else {
      return "99\u{a0}% are back \(PageNumber.duration(back)) after the cause is gone."
    }
    return "99\u{a0}% are back \(PageNumber.duration(back)) after the cause is gone, where "
      + "\(PageNumber.duration(bound)) would do."
  }

  /// That clients were away for far longer than the recovery took: then the last incident is not the whole
  /// story.
  var longAbsence: String {
    guard !data.mostWereBack, let back = data.number("recover.p99"),
      let away = data.number("downtime.p99"), away > 60, away > 10 * back
    else { return "" }
    return
      "In all, 99 % of the affected clients were away for \(PageNumber.duration(away)) or less."
  }

  static func name(of path: String) -> String { path.replacing("_", with: " ") }

  // MARK: Outcomes

  var outcomes: PageSection {
    let idle = data.number("idle") ?? 0
    let whole = Double(data.clients)
    let back = (data.number("recovered") ?? 0) - idle
    let clients =
      [bar(idle > 0 ? "recovered, connected" : "recovered", back, of: whole, isLost: false)]
      + (idle > 0 ? [bar("recovered, idle", idle, of: whole, isLost: false)] : [])
      + RunData.fates.map { path in
        bar(Self.name(of: path), data.number(path) ?? 0, of: whole, isLost: true)
      }
    var section = PageSection("Outcomes", finding: outcomeFinding)
    section.tables =
      [table("Clients", clients)] + (attempts.isEmpty ? [] : [table("Attempts", attempts)])
    return section
  }

  private func table(_ name: String, _ rows: [[PageTable.Cell]]) -> PageTable {
    PageTable(name, style: "bars", [name, "count", "share"], numbers: [1], rows)
  }

  private var outcomeFinding: String {
    if data.number("attempts") ?? 0 == 0 {
      return data.number("calls") ?? 0 > 0
        ? "No attempt to connect was made; the clients made \(data.counted("calls")) calls."
        : "No attempt to connect was made."
    }
    let mean = data.runs == 1 ? "" : ", in the mean of the runs"
    return data.number("affected") ?? 0 > 0
      ? "\(data.counted("attempts")) attempts for \(data.counted("affected")) affected \(data.number("affected") == 1 ? "client" : "clients")\(mean)."
      : "\(data.counted("attempts")) attempts\(mean); nobody was affected."
  }

  private static let failures = [
    ("refused", "refused: nobody listens"), ("shed", "turned away by admission"),
    ("timeout", "no answer in time"), ("reset", "reset"), ("auth", "authentication failed"),
    ("offline", "no network"), ("conflict", "the write came too late"),
  ]

  /// The outcomes of the attempts, by the reason for which they failed.
  private var attempts: [[PageTable.Cell]] {
    let all = data.number("attempts") ?? 0
    guard all > 0 else { return [] }
    let failed = Self.failures.map { path, name in
      (name, data.number("attempt_failures.\(path)") ?? 0)
    }
    let rest = all - failed.reduce(0) { $0 + $1.1 }
    return [bar("succeeded, or under way", max(0, rest), of: all, isLost: false)]
      + failed.filter { $0.1 > 0 }.map { bar($0.0, $0.1, of: all, isLost: true) }
  }

  private func bar(
    _ name: String, _ count: Double, of whole: Double, isLost: Bool
  ) -> [PageTable.Cell] {
    let share = whole > 0 ? count / whole : 0
    var drawn = PageTable.Cell(text: PageNumber.share(share), look: ["bar"])
    drawn.bar = [.init(share, isLost: isLost)]
    return [.text(name), .number(PageNumber.number(count)), drawn]
  }

  // MARK: Gateway

  var gateway: PageSection {
    PageSection(
      "Gateway", finding: gatewayFinding,
      PageTable(
        "Stations of the gateway",
        ["station", "busy", "served", "abandoned", "wait, 99\u{a0}%", "longest queue"],
        numbers: Set(1...5), stations))
  }

  private var stations: [[PageTable.Cell]] {
    ["handshake", "auth", "ready", "api"].compactMap { name in
      let path = "stations.\(name)"
      guard data.number("\(path).arrivals") ?? 0 > 0 else { return nil }
      let figures = [
        data.number("\(path).utilisation").map(PageNumber.share) ?? "unlimited",
        data.counted("\(path).served"), data.counted("\(path).abandoned"),
        data.number("\(path).wait.p99").map(PageNumber.duration) ?? "-",
        data.counted("\(path).queue_peak"),
      ]
      return [.text(name)] + figures.map { .number($0) }
    }
  }

  private var gatewayFinding: String {
    let wasted = data.number("wasted_work_share")
    var text =
      wasted.map { share in
        share == 0
          ? "All work was useful."
          : share < 0.001
            ? "Nearly all work was useful."
            : "\(PageNumber.share(share)) of the work was for nothing."
      } ?? "The gateway had no work."
    text +=
      data.number("queue_peak") ?? 0 > 0
      ? " The longest queue held \(data.counted("queue_peak"))." : " No queue formed."
    if data.number("shed") ?? 0 > 0 { text += " Admission shed \(data.counted("shed")) attempts." }
    return text
  }
}
