import Documents

extension OutputFormat {
  /// Comma-separated values, one row a line.
  static let csv = OutputFormat("csv") { report, write in
    try report.forEachRow { try write(CSVText.row($0) + "\n") }
  }
}
