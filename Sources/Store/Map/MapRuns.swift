import Documents
import Foundation
import Metrics
import Scenarios
import Studies
import Systems

/// The runs of a map as the rows of `runs.csv`.
struct MapRuns {
  static let name = "runs.csv"
  private static let header = ["run", "x", "y", "seed", "value", "digest", "events"]

  let plane: MapPlane
  /// The runs in the order of their numbers.
  private(set) var runs: [SweepCell]

  init(_ plane: MapPlane, _ runs: [SweepCell]) {
    self.plane = plane
    self.runs = runs.sorted { $0.number < $1.number }
  }

  /// - Parameter data: of a `runs.csv`.
  /// - Returns: nil where it was not written for that map.
  init?(_ plane: MapPlane, _ data: Data) {
    var records = CSVRecords(data)
    guard csvFields(records.next()) == Self.header else { return nil }
    var runs: [SweepCell] = []
    while !records.isAtEnd {
      guard let run = Self.run(csvFields(records.next()), plane),
        run.number > runs.last?.number ?? 0
      else { return nil }
      runs.append(run)
    }
    self.init(plane, runs)
  }

  var text: String {
    var csv = CSVText(header: Self.header)
    for run in runs {
      let cell = plane.cell(ofRun: run.number)
      csv.add([
        "\(run.number)", jsonNumber(plane.x.numbers[plane.x(ofCell: cell)]),
        jsonNumber(plane.y.numbers[plane.y(ofCell: cell)]),
        "\(plane.seeds.first + UInt64(plane.seed(ofRun: run.number)))", Self.text(run.values[0]),
        hexadecimal(run.digest), "\(run.events)",
      ])
    }
    return csv.text
  }

  /// The value of each run, by its number.
  var known: [Int: MetricValue] {
    Dictionary(uniqueKeysWithValues: runs.map { ($0.number, $0.values[0]) })
  }

  var events: Int {
    // A file that another program has written may hold any number.
    runs.reduce(0) { sum, run in
      let (next, overflows) = sum.addingReportingOverflow(run.events)
      return overflows ? .max : next
    }
  }

  /// A hash of the digests, each on a line.
  var digest: String { hashText(runs.map { hexadecimal($0.digest) + "\n" }.joined()) }

  private static func run(_ fields: [String], _ plane: MapPlane) -> SweepCell? {
    guard fields.count == header.count, let number = Int(fields[0]),
      (1...plane.cells * plane.seeds.count).contains(number),
      let value = MetricValue(csvField: fields[4], plane.unit),
      let digest = UInt64(fields[5], radix: 16),
      let events = Int(fields[6])
    else { return nil }
    return SweepCell(number: number, digest: digest, events: events, values: [value])
  }

  private static func text(_ value: MetricValue) -> String {
    if case .word(let word) = value { return word }
    return value.csvField
  }
}
