import Studies

/// The content that a command has to report, in no format yet.
///
/// A report has a text, a document and rows, and a format writes one of them. Some have verdicts and
/// figures too, which formats for other programs ask for. The document and the rows of a sweep may
/// be longer than what should be held at once: those two are given piece by piece.
package protocol Report {
  /// The extras that it has beside a text, a document and rows. They are known before anything is
  /// run, so that a format that needs more is refused then.
  static var extras: Set<ReportExtra> { get }

  /// The subject of the report, for formats that say it themselves; nil if the rows are all there
  /// is.
  var head: ReportHead? { get }

  /// The verdicts on promises and on metrics that were held against a baseline, in a fixed order.
  /// Empty without `ReportExtra.verdicts`.
  var verdicts: [Verdict] { get }

  /// The figures with their meanings, one set for each scenario and backoff. Empty without
  /// `ReportExtra.figures`.
  var figures: [FigureSet] { get }

  /// The text for people. Ends with a line break.
  /// - Throws: an error if the data that it reports on cannot be read.
  func text() throws -> String

  /// Gives everything as one JSON document.
  /// - Parameter write: takes the next piece, of any length. An error that it throws ends the
  ///   document.
  /// - Throws: an error if the data that it reports on cannot be read.
  func writeDocument(_ write: (String) throws -> Void) throws

  /// Gives the figures row by row. The first row is the header, and all rows have as many fields.
  /// - Parameter body: takes the next row. An error that it throws ends the rows.
  /// - Throws: an error if the data that it reports on cannot be read.
  func forEachRow(_ body: ([String]) throws -> Void) throws

  /// Gives the figures row by row as people read them, with units and few digits. Without an own one,
  /// the rows of `forEachRow`.
  /// - Throws: as `forEachRow`.
  func forEachRowForPeople(_ body: ([String]) throws -> Void) throws
}

extension Report {
  package static var extras: Set<ReportExtra> { [] }
  package var head: ReportHead? { nil }
  package var verdicts: [Verdict] { [] }
  package var figures: [FigureSet] { [] }

  package func forEachRowForPeople(_ body: ([String]) throws -> Void) throws {
    try forEachRow(body)
  }
}

/// The extras that some reports have beside a text, a document and rows.
package enum ReportExtra: Hashable, Sendable {
  /// Verdicts on promises, and on metrics held against a baseline.
  case verdicts
  /// Figures of known meaning and unit.
  case figures

  /// For the message that a format is refused: `a search has no ...`.
  package var words: String {
    switch self {
    case .verdicts: "verdicts on promises"
    case .figures: "figures of its own"
    }
  }
}
