import Systems
import Words

/// The tables and sentences of a run's page, read from its metrics.
struct RunFigures {
  let data: RunData

  init(_ data: RunData) { self.data = data }

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
    let others = attempts.isEmpty ? [] : [table("Attempts", attempts)]
    return PageSection(
      title: "Outcomes", finding: outcomeFinding, tables: [table("Clients", clients)] + others)
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
