import Documents

extension OutputFormat {
  /// OpenMetrics text (version 1.0), which is Prometheus text as well: gauges, in base units.
  ///
  /// All are gauges: the next push may have less of any of them. `quantile` is said of medians over
  /// several runs too, which no summary could hold. An undefined figure is left out, `never` is
  /// +Inf.
  static let openMetrics = OutputFormat("openmetrics", needs: .figures) { report, write in
    for family in OpenMetricsFamily.all(of: report) { try write(family.text) }
    try write("# EOF\n")
  }
}

/// All samples under one name.
private struct OpenMetricsFamily {
  let name: String
  let unit: String?
  let help: String
  private(set) var samples: [String] = []

  var text: String {
    let unit = unit.map { ["# UNIT \(name) \($0)"] } ?? []
    let lines = ["# TYPE \(name) gauge"] + unit + ["# HELP \(name) \(escapedHelp(help))"] + samples
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func add(_ labels: [OpenMetricsName.Label], _ value: String) {
    let pairs = labels.map { "\($0.name)=\"\(escapedLabel($0.value))\"" }
    samples.append("\(name){\(pairs.joined(separator: ","))} \(value)")
  }

  /// The families of a report, in the order of its figures.
  static func all(of report: any Report) -> [OpenMetricsFamily] {
    var families = OpenMetricsFamilies()
    for set in report.figures {
      let place: [OpenMetricsName.Label] = [
        .init(name: "scenario", value: set.scenario), .init(name: "variant", value: set.variant),
      ]
      if let head = report.head {
        families.add(
          OpenMetricsFamily(
            name: "squall_run_info", unit: nil,
            help: "What was run: 1, with its origin in the labels."),
          place + head.origin.map { .init(name: $0.name, value: $0.value) }, "1")
      }
      for figure in set.figures { families.add(figure, place) }
    }
    return families.all
  }
}

/// Families in the order in which they came.
private struct OpenMetricsFamilies {
  private(set) var all: [OpenMetricsFamily] = []
  private var places: [String: Int] = [:]

  mutating func add(
    _ family: OpenMetricsFamily, _ labels: [OpenMetricsName.Label], _ value: String
  ) {
    let place = places[family.name] ?? all.count
    if place == all.count {
      places[family.name] = place
      all.append(family)
    }
    all[place].add(labels, value)
  }

  mutating func add(_ figure: ReportFigure, _ place: [OpenMetricsName.Label]) {
    func add(_ part: OpenMetricsName.Part, _ help: String, _ label: String?, _ value: String) {
      let name = OpenMetricsName(figure.path, figure.unit, definedAs: figure.definedAs, part)
      let word = label.map { [OpenMetricsName.Label(name: "word", value: $0)] } ?? []
      self.add(
        OpenMetricsFamily(name: name.family, unit: name.unit, help: help),
        place + name.labels + word,
        value)
    }
    for share in figure.shares {
      add(
        .value, "Share of the runs, by word. " + figure.definition, share.word,
        jsonNumber(share.share))
    }
    switch figure.value {
    case .count(let count): add(.value, figure.definition, nil, "\(count)")
    case .number(let number): add(.value, figure.definition, nil, jsonNumber(number))
    case .boolean(let truth): add(.value, figure.definition, nil, truth ? "1" : "0")
    case .word(let word): add(.value, "1, by word. " + figure.definition, word, "1")
    case .never: add(.value, figure.definition, nil, "+Inf")
    case .undefined: break
    }
    for (part, end, words) in [
      (OpenMetricsName.Part.low, figure.low, "Lower"), (.high, figure.high, "Upper"),
    ] {
      guard let end else { continue }
      add(
        part,
        "\(words) end of the interval of the \(figure.statistic.rawValue) over the seeds. "
          + figure.definition, nil,
        jsonNumber(end))
    }
  }
}

/// Quotes are escaped in OpenMetrics and not in Prometheus text, so there are none.
private func escapedHelp(_ text: String) -> String {
  text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "'")
}

private func escapedLabel(_ text: String) -> String {
  text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
}
