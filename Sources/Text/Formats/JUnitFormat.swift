import Foundation
import Studies
import Verdicts

extension OutputFormat {
  /// JUnit XML: a test case for each promise, and for each metric that is held against a baseline.
  ///
  /// `time` is that of the clock on the wall, split evenly over the suites, so that the sum is right. No
  /// case has any: judging takes none. Both schemas in use hold it: that of Jenkins, and the stricter one
  /// of Ant's reports, which wants a host, a time and an (empty) output for each suite.
  static let junit = OutputFormat("junit", needs: .verdicts) { report, write in
    let suites = JUnitSuite.all(of: report)
    try write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    let seconds = (report.head?.wallSeconds ?? 0) / Double(max(1, suites.count))
    for (id, suite) in suites.enumerated() {
      try write(suite.text(id: id, seconds: seconds, report.head))
    }
    try write("</testsuites>\n")
  }
}

/// The cases of one scenario and backoff.
private struct JUnitSuite {
  let name: String
  var cases: [JUnitCase] = []

  /// The suites in the order of the verdicts. Their names are those of the judged subjects, so that
  /// they stay the same from run to run.
  static func all(of report: any Report) -> [JUnitSuite] {
    var suites: [JUnitSuite] = []
    for verdict in report.verdicts {
      let name = verdict.subject
      if let place = suites.firstIndex(where: { $0.name == name }) {
        suites[place].add(JUnitCase(verdict))
      } else {
        suites.append(JUnitSuite(name: name))
        suites[suites.count - 1].add(JUnitCase(verdict))
      }
    }
    if let head = report.head, head.isTruncated {
      suites.append(JUnitSuite(name: head.title + ", runs", cases: [.interrupted]))
    }
    return suites
  }

  /// A promise that is given twice is two cases.
  private mutating func add(_ new: JUnitCase) {
    var new = new
    let equal = cases.count { $0.name == new.name || $0.name.hasPrefix(new.name + " (") }
    if cases.contains(where: { $0.name == new.name }) { new.name += " (\(equal + 1))" }
    cases.append(new)
  }

  func text(id: Int, seconds: Double, _ head: ReportHead?) -> String {
    func count(_ kind: JUnitCase.Kind) -> Int { cases.count { $0.kind == kind } }
    let name = xmlAttribute(name)
    // The stricter schema takes no time zone; all are UTC.
    let began = (head?.startedAt ?? "1970-01-01T00:00:00Z").prefix { $0 != "Z" }
    var lines = [
      "  <testsuite id=\"\(id)\" package=\"squall\" name=\"\(name)\" hostname=\"localhost\""
        + " timestamp=\"\(xmlAttribute(String(began)))\" tests=\"\(cases.count)\""
        + " failures=\"\(count(.failure))\" errors=\"\(count(.error))\""
        + " skipped=\"\(count(.skipped))\" time=\"\(jUnitTime(seconds))\">",
      "    <properties>",
    ]
    lines += (head?.origin ?? []).map {
      "      <property name=\"\(xmlAttribute($0.name))\" value=\"\(xmlAttribute($0.value))\"/>"
    }
    lines.append("    </properties>")
    lines += cases.flatMap { $0.lines(class: name) }
    lines += ["    <system-out/>", "    <system-err/>", "  </testsuite>"]
    return lines.joined(separator: "\n") + "\n"
  }
}

private struct JUnitCase {
  enum Kind: String { case passed, failure, error, skipped }

  var name: String
  let kind: Kind
  /// The finding, in one line.
  let message: String

  static let interrupted = JUnitCase(
    name: "every run is finished", kind: .error,
    message: "interrupted: what stands here is of the runs up to then")

  /// - Parameter suite: the escaped name of the suite that the case belongs to. Some readers tell
  ///   cases apart by class and name alone.
  func lines(class suite: String) -> [String] {
    let start = "    <testcase classname=\"\(suite)\" name=\"\(xmlAttribute(name))\" time=\"0\""
    if kind == .passed { return [start + "/>"] }
    let type = kind == .failure ? " type=\"broken\"" : kind == .error ? " type=\"interrupted\"" : ""
    let text = xmlText(message)
    return [
      start + ">",
      "      <\(kind.rawValue)\(type) message=\"\(xmlAttribute(message))\">\(text)</\(kind.rawValue)>",
      "    </testcase>",
    ]
  }
}

extension JUnitCase {
  fileprivate init(_ verdict: Verdict) {
    let kind: Kind =
      switch verdict.outcome {
      case .kept: .passed
      case .broken: verdict.fails ? .failure : .skipped
      case .undecided, .notJudged: .skipped
      }
    let isBaseline = verdict.group == .baseline
    self.init(
      name: isBaseline ? "\(verdict.name) against the baseline" : verdict.name, kind: kind,
      message: verdict.finding)
  }
}

extension Verdict {
  /// `gateway-restart`, or `gateway-restart, aws-full`.
  var subject: String { [scenario, variant].compactMap { $0 }.joined(separator: ", ") }

  /// The finding and the basis of its judgement: `found 74.0 s, mean 73.8 s`.
  var finding: String {
    [found.isEmpty ? nil : "found \(found)", why.flatMap { $0.isEmpty ? nil : $0 }]
      .compactMap { $0 }.joined(separator: ", ")
  }
}

/// At most three decimals: a schema in use takes no more.
private func jUnitTime(_ seconds: Double) -> String { String(format: "%.3f", max(0, seconds)) }
