import Documents
import Foundation

/// The results folder of a study of capacity, as its page needs it.
struct CapacityData {
  let scenario: String
  let about: String
  let key: String
  /// `least` or `most`.
  let direction: String
  /// The ends of the range, as typed.
  let from: String
  let to: String
  /// Of the key's values: `count`, `seconds`, `per second` or `share`.
  let unit: String
  let seeds: Int
  let firstSeed: String
  let clients: String?
  let promises: [String]
  let limits: [Limit]
  let isTruncated: Bool
  /// The scenario as it is first, then behind gateways with a single limit.
  let worlds: [World]
  let runs: Int
  let events: Int
  let digest: String
  let settings: Members<String>
  let settingsHash: String
  /// The begin of the command that made it: the scenario, and what was set beyond its file.
  let command: CommandLine

  struct Limit {
    let metric: String
    let promise: String
    let value: Double
  }

  struct World {
    let title: String
    let answers: [Answer]
  }

  struct Answer {
    let name: String
    /// What `--backoff` takes for it; nil where it is what the scenario says.
    let option: String?
    /// nil where no value keeps every promise.
    let value: Double?
    /// The value first, then what breaks beyond it.
    let verdict: [String]
    /// Ascending by value.
    let probes: [Probe]
  }

  struct Probe {
    let value: Double
    let isKept: Bool
    let seeds: Int
    /// Whether the last run was not made to its end, because it had broken a promise for certain.
    let isLeft: Bool
    let broken: [String]
    private let metrics: JSONReader

    init(_ json: JSONReader) {
      value = json["value"].number ?? 0
      isKept = json["kept"].truth ?? false
      seeds = Int(json["seeds"].number ?? 0)
      isLeft = json["left_at_s"].number != nil
      broken = json["broken"].items.compactMap(\.text)
      metrics = json["metrics"]
    }

    /// nil where with some seed it is never reached, or was not waited for.
    func figure(_ metric: String) -> Double? { metrics.member(metric).number }
  }

  /// - Parameter files: the texts of the folder's files, by their names.
  /// - Returns: nil where it is no folder of a study.
  init?(_ files: [String: String], _ head: ManifestHead) {
    guard let study = files["capacity.json"], let text = files[ManifestHead.file],
      let record = try? Manifest<CapacityRecord>(document: text).study
    else { return nil }
    let json = JSONReader(text: study)
    guard let key = json["key"].text else { return nil }
    scenario = head.scenario
    self.key = key
    direction = json["direction"].text ?? "least"
    from = record.from
    to = record.to
    unit = json["unit"].text ?? "count"
    seeds = Int(json["seeds"].number ?? 1)
    promises = json["promises"].items.compactMap(\.text)
    limits = json["limits"].items.compactMap { limit in
      guard let metric = limit["metric"].text, let value = limit["value"].number else { return nil }
      return Limit(metric: metric, promise: limit["promise"].text ?? "", value: value)
    }
    isTruncated = json["truncated"].truth ?? false
    let own = World(title: "as it is", answers: Self.answers(json))
    worlds =
      [own]
      + json["worlds"].items.map {
        World(title: $0["world"].text ?? "", answers: Self.answers($0))
      }
    runs = record.runs
    events = record.events
    digest = record.digest
    settings = record.scenario.resolved
    settingsHash = record.scenario.resolvedHash.value
    command = CommandLine("capacity", head)
    about = settings["about"] ?? ""
    firstSeed = settings["seed"] ?? "1"
    clients = key == "clients.count" ? nil : settings["clients.count"]
  }

  private static func answers(_ json: JSONReader) -> [Answer] {
    json["variants"].items.map { variant in
      Answer(
        name: variant["name"].text ?? "", option: variant["backoff"].text,
        value: variant["value"].number,
        verdict: variant["verdict"].items.compactMap(\.text),
        probes: variant["probes"].items.map(Probe.init).sorted { $0.value < $1.value })
    }
  }

  /// A value of the key, as people read it.
  func text(_ value: Double) -> String {
    switch unit {
    case "seconds": PageNumber.duration(value)
    case "per second": "\(Self.exact(value))/s"
    case "share": "\(Self.exact((1e6 * value).rounded() / 1e4))\u{a0}%"
    case _: Self.exact(value)
    }
  }

  /// With all of its digits, as the search has at most four: two values that differ look different.
  private static func exact(_ value: Double) -> String {
    value == value.rounded() ? PageNumber.number(value) : "\(value)"
  }

  /// A figure of a probe; `-` where there is none.
  static func text(_ number: Double?, of metric: String) -> String {
    guard let number else { return "–" }
    if metric.hasPrefix("recover") { return PageNumber.duration(number) }
    return number >= 100 ? PageNumber.count(number) : PageNumber.number(number)
  }

  static func title(of metric: String) -> String {
    switch metric {
    case "recover.p99": "99 % back after"
    case "peak_arrivals_1s": "Peak, arrivals in 1 s"
    case "attempts_per_client": "Attempts per client"
    case _: metric
    }
  }

  static let metrics = ["recover.p99", "peak_arrivals_1s", "attempts_per_client"]
}
