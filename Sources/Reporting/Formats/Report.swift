/// What a command has to say, in no format yet.
///
/// A report has three parts, and a format writes one of them. The document and the rows of a sweep may
/// be longer than what should be held at once: those two are given piece by piece.
package protocol Report {
  /// The text for people. Ends with a line break.
  /// - Throws: where what it reports on cannot be read.
  func text() throws -> String

  /// Gives everything as one JSON document.
  /// - Parameter write: takes the next piece, of any length. What it throws ends the document.
  /// - Throws: where what it reports on cannot be read.
  func writeDocument(_ write: (String) throws -> Void) throws

  /// Gives the figures row by row. The first row is the header, and all rows have as many fields.
  /// - Parameter body: takes the next row. What it throws ends the rows.
  /// - Throws: where what it reports on cannot be read.
  func forEachRow(_ body: ([String]) throws -> Void) throws

  /// Gives the figures row by row as people read them, with units and few digits. Without an own one,
  /// the rows of `forEachRow`.
  /// - Throws: as `forEachRow`.
  func forEachRowForPeople(_ body: ([String]) throws -> Void) throws
}

extension Report {
  package func forEachRowForPeople(_ body: ([String]) throws -> Void) throws {
    try forEachRow(body)
  }
}
