extension OutputFormat {
  /// One JSON document.
  static let json = OutputFormat("json") { report, write in try report.writeDocument(write) }
}
