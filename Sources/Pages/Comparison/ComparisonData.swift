import Documents
import Metrics

/// The results folder of a comparison, as its page needs it.
@dynamicMemberLookup
struct ComparisonData {
  private let document: ComparisonDocument
  let head: ManifestHead
  /// The metrics that formulas are compared by, in the order of the files.
  let metricPaths: [String]
  private let units: [String: String]
  private let arrivals: [SeriesKey: [ArrivalRow]]

  typealias Part = ComparisonDocument.Part
  typealias Variant = ComparisonDocument.Variant

  /// The scenario and the variant of a series.
  private struct SeriesKey: Hashable {
    let scenario: String
    let variant: String
  }

  /// - Throws: where it is no folder of a comparison.
  init(_ folder: FolderTexts) throws(PageProblem) {
    head = folder.head
    document = try folder.document("comparison.json", ComparisonDocument.self)
    guard !document.parts.isEmpty, document.parts.allSatisfy({ !$0.variants.isEmpty }) else {
      throw .damaged("comparison.json: there is nothing to compare in it")
    }
    var paths: [String] = []
    var units: [String: String] = [:]
    FieldTable(folder["comparison.csv"]).forEach(["metric", "unit"]) { fields in
      // A mean over seeds is no count.
      let unit = fields[1] == MetricUnit.count.rawValue ? MetricUnit.ratio.rawValue : fields[1]
      if units.updateValue(unit, forKey: fields[0]) == nil { paths.append(fields[0]) }
    }
    (metricPaths, self.units) = (paths, units)
    arrivals = Self.arrivals(folder["timeseries.csv"])
  }

  private static func arrivals(_ text: String) -> [SeriesKey: [ArrivalRow]] {
    var series: [SeriesKey: [ArrivalRow]] = [:]
    let columns = ["scenario", "variant", "t_s", "width_s", "arrivals", "busiest_s"]
    FieldTable(text).forEach(columns) { fields in
      guard let begin = Double(fields[2]), let width = Double(fields[3]), width > 0 else { return }
      series[SeriesKey(scenario: fields[0], variant: fields[1]), default: []].append(
        ArrivalRow(
          begin: begin, width: width, arrivals: Double(fields[4]) ?? 0,
          busiest: Double(fields[5]) ?? 0))
    }
    return series
  }

  subscript<Value>(dynamicMember path: KeyPath<ComparisonDocument, Value>) -> Value {
    document[keyPath: path]
  }

  /// Which formulas hold behind every kind of limit; only where that was asked for.
  var limits: LimitsDocument? { document.limits.flatMap { $0.worlds.isEmpty ? nil : $0 } }

  /// The metric of that path, with the unit that the folder gives it.
  func headline(_ path: String) -> Headline { Headline(path, unit: units[path]) }

  /// The metric that the ranking of a scenario goes by.
  func ranking(of part: Part) -> Headline { headline(document.ranking(of: part)) }

  func arrivals(of variant: Variant, in part: Part) -> [ArrivalRow] {
    arrivals[SeriesKey(scenario: part.scenario, variant: variant.name)] ?? []
  }
}

/// The arrivals at the listener between two moments, in the mean over the seeds.
struct ArrivalRow: Hashable {
  /// In seconds.
  let begin: Double
  let width: Double
  let arrivals: Double
  /// The arrivals in the busiest second.
  let busiest: Double

  var end: Double { begin + width }
}
