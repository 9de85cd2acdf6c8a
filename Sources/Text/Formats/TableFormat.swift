extension OutputFormat {
  /// The text for people.
  static let table = OutputFormat("table", isForPeople: true) { report, write in
    try write(report.text())
  }
}
