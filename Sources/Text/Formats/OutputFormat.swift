/// A way to write any report, as `--format` names it.
package struct OutputFormat: Sendable {
  /// All formats, in the order in which help and errors list them. The first is the usual one.
  package static let all: [OutputFormat] = [
    .table, .json, .csv, .markdown, .junit, .openMetrics, .benchmarkSmaller, .benchmarkBigger,
  ]

  /// Takes the next piece of the text.
  package typealias Sink = (String) throws -> Void

  /// As `--format` names it.
  package let name: String
  /// True if the format gives people a text that says itself which promises are broken. Beside any
  /// other format stderr says that.
  package let isForPeople: Bool
  /// The extra that a report must have beside a text, a document and rows; nil if every report will
  /// do.
  package let needs: ReportExtra?
  private let writing: @Sendable (any Report, Sink) throws -> Void

  /// - Parameters:
  ///   - needs: the extra that it writes, if not every report has that.
  ///   - writing: gives a report to the sink, in pieces of any length.
  init(
    _ name: String, isForPeople: Bool = false, needs: ReportExtra? = nil,
    _ writing: @escaping @Sendable (any Report, Sink) throws -> Void
  ) {
    self.name = name
    self.isForPeople = isForPeople
    self.needs = needs
    self.writing = writing
  }

  /// The format if none is asked for.
  package static var usual: OutputFormat { all[0] }

  /// The format of the text that a pipeline shows of its steps.
  static var ofPipelines: OutputFormat { .markdown }

  /// Returns true if reports of a kind have the extra that it writes.
  package func takes(_ kind: any Report.Type) -> Bool { needs.map(kind.extras.contains) ?? true }

  /// The formats that reports of a kind can be had in.
  package static func those(for kind: any Report.Type) -> [OutputFormat] {
    all.filter { $0.takes(kind) }
  }

  /// Writes a report that it takes.
  /// - Parameter sink: takes the next piece. An error that it throws ends the report.
  /// - Throws: the errors of the report and the sink; all that was written before is in the sink.
  package func write(_ report: some Report, to sink: Sink) throws {
    var piece = ""
    let end = Result {
      try writing(report) { text in
        piece += text
        if piece.utf8.count < Self.enough { return }
        let full = piece
        piece = ""
        try sink(full)
      }
    }
    if !piece.isEmpty { try sink(piece) }
    try end.get()
  }

  /// Bytes that are worth a call of the sink. Most reports are shorter.
  private static let enough = 1 << 16
}
