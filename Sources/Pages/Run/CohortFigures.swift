/// The outcomes of each cohort of a fleet.
struct CohortFigures {
  private let data: RunData

  init(_ data: RunData) { self.data = data }

  /// nil where the fleet has only one.
  var section: PageSection? {
    guard data.cohorts.count > 1 else { return nil }
    let table = PageTable(
      "What became of each cohort",
      [
        "cohort", "clients", "affected", "50\u{a0}% back after", "99\u{a0}% back after",
        "away, 99\u{a0}%", "attempts each", "not back at the end",
      ], numbers: Set(1...6), data.cohorts.map(row))
    return PageSection(
      title: "Cohorts", figure: CohortChart(data, finding: finding)?.figure(), tables: [table])
  }

  /// Which cohort is back first, which last, and of which some never came back.
  private var finding: String {
    let affected = data.cohorts.filter { data.number("cohorts.\($0).affected") ?? 0 > 0 }
    guard !affected.isEmpty else { return "No cohort was affected." }
    let back =
      affected
      .compactMap { name in
        data.number("cohorts.\(name).recover.p99").map { (name: name, seconds: $0) }
      }
      .sorted { $0.seconds < $1.seconds }
    var text = ""
    if let first = back.first, let last = back.last {
      text =
        "99\u{a0}% of \(first.name) are back \(PageNumber.duration(first.seconds)) after the cause is gone"
      text +=
        last.name == first.name ? "." : ", of \(last.name) \(PageNumber.duration(last.seconds))."
    }
    let lost = affected.filter { name in !back.contains { $0.name == name } }
    switch lost.count {
    case 0: return text
    case 1: return text + " Of \(lost[0]) more than 1\u{a0}% did not come back\(inSome)."
    case _:
      return text + " Of \(lost.count) cohorts more than 1\u{a0}% did not come back\(inSome)."
    }
  }

  private var inSome: String { data.runs == 1 ? "" : ", in one run at least" }

  private func row(_ name: String) -> [PageTable.Cell] {
    let path = "cohorts.\(name)"
    let isAffected = data.number("\(path).affected") ?? 0 > 0
    let never = data.runs == 1 ? "never" : "not in every run"
    func after(_ metric: String) -> String {
      isAffected ? data.number("\(path).\(metric)").map(PageNumber.duration) ?? never : "-"
    }
    let fates = RunData.fates.compactMap { fate -> String? in
      let count = data.number("\(path).\(fate)") ?? 0
      return count > 0 ? "\(PageNumber.number(count)) \(RunFigures.name(of: fate))" : nil
    }
    let figures = [
      PageNumber.number(data.number("\(path).clients") ?? 0),
      PageNumber.number(data.number("\(path).affected") ?? 0), after("recover.p50"),
      after("recover.p99"), after("downtime.p99"),
      data.number("\(path).attempts_per_client").map(PageNumber.number) ?? "-",
    ]
    let missing = fates.joined(separator: ", ")
    return [.head(name)] + figures.map { .number($0) }
      + [fates.isEmpty ? .text("none") : .verdict(isKept: false, "", missing)]
  }
}
