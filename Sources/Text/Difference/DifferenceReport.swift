import Documents
import Foundation
import Systems
import Verdicts
import Words

/// The report of `simulate diff`.
package struct DifferenceReport: Report {
  private let difference: ResultsDifference
  /// The first event that differs, in a sentence; nil if it is not known.
  private let parting: String?
  private let showsAll: Bool
  private let width: Int

  /// - Parameter showsAll: every metric that differs, and not only those that matter most.
  package init(_ difference: ResultsDifference, parting: String?, showsAll: Bool, width: Int) {
    self.difference = difference
    self.parting = parting
    self.showsAll = showsAll
    self.width = max(60, width)
  }

  private static let headlines: Set<String> = [
    "recover.p50", "recover.p99", "recover.max", "downtime.p99", "peak_arrivals_1s",
    "peak_arrivals_1s_after_clear", "attempts_per_client", "recovered", "gave_up", "in_error",
    "stuck", "still_trying", "metastable", "shed", "queue_peak", "wasted_work_share",
    "limited_by",
  ]

  // MARK: Text

  package func text() -> String {
    var lines = [
      "A  \(harmless(difference.first.folder))", "B  \(harmless(difference.second.folder))", "",
    ]
    for (letter, results) in [("A", difference.first), ("B", difference.second)]
    where results.head.isTruncated {
      lines += ["\(letter) was interrupted: its figures are those of the time until then.", ""]
    }
    lines += settingLines + [""] + metricLines + [""]
    lines += paragraph(verdict, width: width)
    return lines.joined(separator: "\n") + "\n"
  }

  private var settingLines: [String] {
    if difference.settings.isEmpty { return ["Every setting is the same."] }
    let rows = difference.settings.map { [$0.path, $0.first ?? "-", $0.second ?? "-"] }
    return aligned([["settings that differ", "A", "B"]] + rows, rightFrom: 3)
  }

  private var metricLines: [String] {
    let differing = difference.metrics
    if differing.isEmpty { return ["Every metric is the same."] }
    let matter = differing.filter { Self.headlines.contains($0.headline) }
    let shown = showsAll || matter.isEmpty ? differing : matter
    let rows = shown.map { [$0.name, $0.firstText, $0.secondText, $0.change] }
    let title =
      "metrics that differ (\(count(differing.count)) of \(count(difference.metricsCompared)))"
    let more = differing.count - shown.count
    return aligned([[title, "A", "B", "change"]] + rows, rightFrom: 1)
      + (more > 0 ? ["and \(count(more)) more: --all shows them"] : [])
  }

  /// Columns side by side; from one on they end at the same place.
  private func aligned(_ rows: [[String]], rightFrom: Int) -> [String] {
    let rows = rows.map { $0.map { short(harmless($0)) } }
    let widths = (0..<(rows[0].count)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.enumerated().map { place, row in
      let fields = row.enumerated().map { column, text in
        column >= rightFrom
          ? paddedLeft(text, to: widths[column]) : padded(text, to: widths[column])
      }
      let line = (place == 0 ? "" : "  ") + fields.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private func short(_ text: String) -> String {
    let most = max(24, width / 2 - 8)
    return text.count > most ? String(text.prefix(most - 3)) + "..." : text
  }

  private var verdict: String {
    if difference.isSameRun {
      return difference.settings.isEmpty && difference.metrics.isEmpty
        ? "Both folders are of the same run: the digests are equal."
        : "The digests are equal: nothing that clients and the gateway do differs."
    }
    var text = ""
    if let second = difference.partsInSecond, difference.goesOn {
      let longer = difference.first.digests.count > difference.second.digests.count ? "A" : "B"
      text =
        "The runs are the same for as long as both last; in \(longer) something more happens, from "
        + "\(HumanText.moment(Double(second))) on."
    } else if let second = difference.partsInSecond {
      text =
        second == 0
        ? "The runs part in the first second."
        : "The runs are the same for \(HumanText.moment(Double(second))), and part in the second "
          + "after that."
    } else {
      text = "The digests differ; in which second the runs part is not recorded."
    }
    return parting.map { "\(text) \($0)" } ?? text
  }

  // MARK: Other formats

  package func writeDocument(_ write: (String) throws -> Void) rethrows {
    let document: JSONValue = [
      "schema": .integer(1), "a": .string(difference.first.folder),
      "b": .string(difference.second.folder), "same_run": .boolean(difference.isSameRun),
      "parts_in_second": .optional(difference.partsInSecond, JSONValue.integer),
      "first_event": .optional(parting, JSONValue.string),
      "settings": .array(
        difference.settings.map {
          [
            "path": .string($0.path), "a": .optional($0.first, JSONValue.string),
            "b": .optional($0.second, JSONValue.string),
          ]
        }),
      "metrics": .array(
        difference.metrics.map {
          ["metric": .string($0.name), "a": $0.first.json, "b": $0.second.json]
        }),
    ]
    try write(document.text)
  }

  package func forEachRow(_ body: ([String]) throws -> Void) rethrows {
    try body(["what", "name", "a", "b"])
    for setting in difference.settings {
      try body(["setting", setting.path, setting.first ?? "", setting.second ?? ""].map(printable))
    }
    for metric in difference.metrics {
      try body(["metric", metric.name, metric.first.field, metric.second.field].map(printable))
    }
  }
}

extension ResultsDifference.Metric {
  /// The name without the scenario and the formula.
  fileprivate var headline: String { name.components(separatedBy: ": ").last ?? name }

  fileprivate var firstText: String { text(first) }
  fileprivate var secondText: String { text(second) }

  private func text(_ value: RecordedMetric.Value) -> String {
    switch value {
    case .undefined: "-"
    case .never: "never"
    case .word(let word): word
    case .number(let number):
      switch unit {
      case "s": HumanText.duration(number)
      case "share": HumanText.share(number)
      case "bool": number == 0 ? "false" : number == 1 ? "true" : HumanText.share(number)
      case _: HumanText.number(number)
      }
    }
  }

  /// How much more or less the second has; empty where no number says that.
  fileprivate var change: String {
    guard case .number(let one) = first, case .number(let other) = second, one != 0,
      unit != "bool", unit != "share"
    else { return "" }
    let ratio = other / one - 1
    if abs(ratio) >= 10 { return "\(HumanText.number(other / one)) times" }
    return (ratio < 0 ? "-" : "+") + HumanText.share(abs(ratio))
  }
}

extension RecordedMetric.Value {
  fileprivate var json: JSONValue {
    switch self {
    case .undefined: .null
    case .never: .string("never")
    case .number(let number): .number(number)
    case .word(let word): .string(word)
    }
  }

  fileprivate var field: String {
    switch self {
    case .undefined: ""
    case .never: "inf"
    case .number(let number): jsonNumber(number)
    case .word(let word): word
    }
  }
}
