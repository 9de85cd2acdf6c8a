import Foundation

/// The results folder of one run, as its page needs it.
struct RunData {
  let scenario: String
  let about: String
  let seed: String
  let clients: Int
  let formulas: [String]
  let digest: String
  let events: Int
  let isTruncated: Bool
  let verdict: String
  let limit: Limit?
  let faults: [Fault]
  let promises: [Promise]
  let findings: [String]
  /// One row for each second.
  let series: NumberTable
  let attempts: [AttemptSpread]
  let recovery: [PercentilePoint]
  let downtime: [PercentilePoint]
  /// Every value of the scenario, in its order.
  let settings: [(path: String, value: String)]
  let settingsHash: String
  private let metrics: JSONReader

  struct Limit: Hashable {
    let stage: String
    let perSecond: Double
  }

  struct Fault: Hashable {
    let kind: String
    let from: Double
    /// nil where it has no end.
    let to: Double?
  }

  struct Promise: Hashable {
    let text: String
    let isKept: Bool
    let found: String
  }

  /// Arrivals of the clients' attempts with one number, since the drop.
  struct AttemptSpread: Hashable {
    let number: Int
    /// Ascending; where nothing arrived there is none.
    let bins: [Bin]

    struct Bin: Hashable {
      let begin: Double
      let end: Double
      let count: Double
    }

    var count: Double { bins.reduce(0) { $0 + $1.count } }
  }

  /// A share of the affected clients, and after how long it was back.
  struct PercentilePoint: Hashable {
    let share: Double
    let seconds: Double
  }

  /// - Parameter files: the texts of the folder's files, by their names.
  /// - Returns: nil where it is no folder of a single run.
  init?(_ files: [String: String]) {
    guard let manifestText = files["manifest.json"], let summaryText = files["summary.json"],
      let seriesText = files["timeseries.csv"]
    else { return nil }
    let manifest = JSONReader(text: manifestText)
    let summary = JSONReader(text: summaryText)
    guard manifest["kind"].text == "run", let scenario = summary["scenario"].text,
      let seed = summary["seed"].number
    else { return nil }
    self.scenario = scenario
    self.seed = String(format: "%.0f", seed)
    clients = Int(summary["clients"].number ?? 0)
    formulas = summary["formulas"].items.compactMap(\.text)
    digest = summary["digest"].text ?? ""
    events = Int(summary["events"].number ?? 0)
    isTruncated = summary["truncated"].truth ?? false
    verdict = summary["verdict"].text ?? ""
    findings = summary["findings"].items.compactMap { $0["sentence"].text }
    metrics = summary["metrics"]
    limit = summary["limit.per_second"].number.map {
      Limit(stage: summary["limit.stage"].text ?? "", perSecond: $0)
    }
    faults = summary["faults"].items.map {
      Fault(
        kind: $0["kind"].text ?? "", from: $0["from_s"].number ?? 0, to: $0["to_s"].number)
    }
    promises = manifest["slo"].items.map {
      Promise(
        text: $0["promise"].text ?? "", isKept: $0["kept"].truth ?? false,
        found: $0["found"].text ?? "")
    }
    series = NumberTable(seriesText)
    attempts = Self.attempts(files["spread.csv"] ?? "")
    recovery = Self.points(files["recover.hgrm"] ?? "")
    downtime = Self.points(files["downtime.hgrm"] ?? "")
    settings = orderedMembers(of: "resolved", in: manifestText)
    settingsHash = manifest["resolved_hash.value"].text ?? ""
    about = settings.first { $0.path == "about" }?.value ?? ""
  }

  /// A metric by its path; nil where it is undefined or never reached.
  func number(_ path: String) -> Double? { metrics[path].number }

  func count(_ path: String) -> Int { Int(number(path) ?? 0) }

  /// The least time in which 99 % of the clients could be back; nil where it is too short to compare
  /// anything with.
  var bound: Double? { number("lower_bound_s").flatMap { $0 >= 1 ? $0 : nil } }

  /// Whether more than half of the affected clients were back before the cause was gone: then how long
  /// they were away says more than when they came back.
  var mostWereBack: Bool { number("recover.p50") == 0 }

  /// Whether nearly all clients lost their connections within two seconds: only then do times since the
  /// drop tell how many came at once.
  var dropsTogether: Bool {
    let connected = series.figures("connected")
    let affected = Double(count("affected"))
    guard affected > 0, connected.count > 2 else { return false }
    return connected.indices.dropFirst(2)
      .contains { connected[$0 - 2] - connected[$0] >= 0.8 * affected }
      || connected[0] < 0.2 * Double(clients) && faults.contains { $0.from == 0 }
  }

  private static func attempts(_ text: String) -> [AttemptSpread] {
    let table = NumberTable(text)
    let numbers = table.figures("attempt")
    let (times, widths, counts) = (
      table.figures("t_s"), table.figures("width_s"), table.figures("arrivals")
    )
    // What is no number are the arrivals after clear, which are no attempt of their own.
    return Set(numbers.filter { $0 >= 1 }).sorted().map { number in
      let places = numbers.indices.filter { numbers[$0] == number }
      return AttemptSpread(
        number: Int(number),
        bins: places.map {
          .init(begin: times[$0], end: times[$0] + widths[$0], count: counts[$0])
        })
    }
  }

  /// The rows of an .hgrm file: value, percentile, count, and one over the rest.
  private static func points(_ text: String) -> [PercentilePoint] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ").compactMap { Double($0) }
      guard fields.count >= 3, !line.hasPrefix("#") else { return nil }
      return PercentilePoint(share: fields[1], seconds: fields[0] / 1_000)
    }
  }
}

/// The members of an object whose values are texts, in the order of the document: a dictionary has none.
private func orderedMembers(of name: String, in text: String) -> [(path: String, value: String)] {
  guard let begin = text.range(of: "\"\(name)\": {"),
    let end = text.range(of: "\n  }", range: begin.upperBound..<text.endIndex)
  else { return [] }
  return text[begin.upperBound..<end.lowerBound].split(separator: "\n").compactMap { line in
    var row = line.drop { $0 == " " }
    if row.hasSuffix(",") { row = row.dropLast() }
    let object = try? JSONSerialization.jsonObject(with: Data("{\(row)}".utf8)) as? [String: String]
    return object?.first.map { ($0.key, $0.value) }
  }
}
