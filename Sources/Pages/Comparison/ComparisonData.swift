import Documents

/// The results folder of a comparison, as its page needs it.
struct ComparisonData {
  /// One for each scenario, in the order given.
  let parts: [Part]
  let replications: Int
  let isTruncated: Bool
  /// The metric that the rankings go by.
  let rankedBy: Headline
  /// The result of the comparison, in a few sentences.
  let sentences: [String]
  let limits: Limits?
  let command: [String]
  let digest: String
  let events: Int
  /// Every value of each scenario, in its order.
  let settings: [Members<String>]
  /// The metrics that formulas are compared by, in the order of the files.
  let metricPaths: [String]
  private let units: [String: String]

  /// Which formulas hold behind every kind of limit; only where that was asked for.
  struct Limits {
    /// By scenario: `as it is`, `door`; with the scenario's name before it where there are several.
    let titles: [String]
    /// The best first.
    let rows: [Row]

    struct Row {
      let name: String
      let holdsEverywhere: Bool
      let isLucky: Bool
      /// By scenario.
      let outcomes: [Outcome]
    }

    /// How a formula ends in a world with most of its seeds.
    struct Outcome {
      /// `back`, `dies`, `gives_up`, `never`, `nothing`.
      let ending: String
      let cause: String?
      let lostSeeds: Int
      /// Median of recover.p99 over the seeds that are back.
      let seconds: Double?
    }
  }

  /// - Throws: where it is no folder of a comparison.
  init(_ folder: FolderTexts) throws(PageProblem) {
    let head = folder.head
    let document = try folder.document("comparison.json", ComparisonDocument.self)
    guard !document.parts.isEmpty, document.parts.allSatisfy({ !$0.variants.isEmpty }) else {
      throw .damaged("comparison.json: there is nothing to compare in it")
    }
    (metricPaths, units) = Self.metrics(folder["comparison.csv"])
    let series = Self.series(folder["timeseries.csv"])
    parts = document.parts.map { Part($0, series: series) }
    replications = document.replications
    isTruncated = document.truncated
    rankedBy = Headline(document.rankedBy, unit: units[document.rankedBy])
    sentences = document.sentences
    limits = document.limits.flatMap(Limits.init)
    command = head.command
    digest = head.digest
    events = head.events
    settings = head.scenarios.map(\.resolved)
  }

  /// The metric of that path, with the unit that the folder gives it.
  func headline(_ path: String) -> Headline { Headline(path, unit: units[path]) }

  private static func metrics(_ text: String) -> (paths: [String], units: [String: String]) {
    var paths: [String] = []
    var units: [String: String] = [:]
    FieldTable(text).forEach(["metric", "unit"]) { fields in
      if units.updateValue(fields[1], forKey: fields[0]) == nil { paths.append(fields[0]) }
    }
    return (paths, units)
  }

  private static func series(_ text: String) -> [SeriesKey: [ArrivalRow]] {
    var series: [SeriesKey: [ArrivalRow]] = [:]
    let columns = ["scenario", "variant", "t_s", "width_s", "arrivals", "busiest_s", "connected"]
    FieldTable(text).forEach(columns) { fields in
      guard let begin = Double(fields[2]), let width = Double(fields[3]), width > 0 else { return }
      series[SeriesKey(scenario: fields[0], variant: fields[1]), default: []].append(
        ArrivalRow(
          begin: begin, width: width, arrivals: Double(fields[4]) ?? 0,
          busiest: Double(fields[5]) ?? 0, connected: Double(fields[6])))
    }
    return series
  }
}

/// The scenario and the variant of a series.
struct SeriesKey: Hashable {
  let scenario: String
  let variant: String
}

/// The arrivals at the door between two moments, in the mean over the seeds.
struct ArrivalRow: Hashable {
  /// In seconds.
  let begin: Double
  let width: Double
  let arrivals: Double
  /// The arrivals in the busiest second.
  let busiest: Double
  let connected: Double?
}

extension ComparisonData.Limits {
  /// nil where there are no worlds.
  init?(_ limits: LimitsDocument) {
    if limits.worlds.isEmpty { return nil }
    let isOfSeveral = Set(limits.worlds.map(\.base)).count > 1
    titles = limits.worlds.map { world in
      let title = world.limit ?? CapacityDocument.own
      return isOfSeveral ? "\(world.base), \(title)" : title
    }
    rows = limits.variants.map { row in
      let ends = row.worlds.dictionary
      return Row(
        name: row.name, holdsEverywhere: row.holdsEverywhere, isLucky: row.lucky,
        outcomes: limits.worlds.map { Outcome(ends[$0.scenario]) })
    }
  }
}

extension ComparisonData.Limits.Outcome {
  /// `23.4 s`, `23.4 s (2)` where two seeds are lost, `dies: overload`, `gives up`, `never`.
  func words(_ metric: Headline) -> String {
    switch ending {
    case "back":
      (seconds.map(metric.text) ?? "-") + (lostSeeds > 0 ? " (\(lostSeeds))" : "")
    case "dies": "dies" + (cause.map { ": \($0)" } ?? "")
    case "gives_up": "gives up"
    case "never": "never"
    case _: "-"
    }
  }

  fileprivate init(_ outcome: LimitsDocument.Outcome?) {
    ending = outcome?.ending.rawValue ?? "nothing"
    cause = outcome?.cause
    lostSeeds = outcome?.seedsLost ?? 0
    seconds = outcome?.recovery.median
  }
}
