import Foundation
import Metrics
import TestRuns

@testable import Findings
@testable import Store
@testable import Studies
@testable import Text

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A report of nothing but verdicts and figures, made up by hand.
struct MadeUpReport: Report {
  static let extras: Set<ReportExtra> = [.verdicts, .figures]
  var verdicts: [Verdict] = []
  var figures: [FigureSet] = []
  var rows: [[String]] = [["metric", "value"], ["recover.p99", "74.0 s"]]
  var isTruncated = false

  var head: ReportHead? {
    ReportHead(
      "a-scenario", conclusion: ["It *takes* 3 | 4 s."], seeds: "1 to 3", digest: "abc", facts,
      isTruncated: isTruncated)
  }

  func text() -> String { "text\n" }
  func writeDocument(_ write: (String) throws -> Void) rethrows { try write("{}\n") }
  func forEachRow(_ body: ([String]) throws -> Void) rethrows { for row in rows { try body(row) } }
}

extension OutputFormat {
  func text(of report: some Report) throws -> String {
    var text = ""
    try write(report) { text += $0 }
    return text
  }
}

func verdict(
  _ name: String, _ outcome: Verdict.Outcome = .kept, _ group: Verdict.Group = .promises,
  variant: String? = nil, found: String = "1 s", why: String? = nil, isGate: Bool = true
) -> Verdict {
  Verdict(
    group, scenario: "a-scenario", variant: variant, name: name, outcome, found: found, why: why,
    isGate: isGate)
}

/// What every format has a sign for, and what XML cannot hold.
let hostile = "<a> & \"b\" 'c' ]]> \\d|e\t\r\n\u{1}{f=\"%g\"}, h: *i* `j` [k](l) é"

/// An element of an XML document.
final class XMLElementFound {
  let name: String
  let attributes: [String: String]
  var children: [XMLElementFound] = []
  var text = ""

  init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// All below it of that name.
  func all(_ name: String) -> [XMLElementFound] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }
}

/// Reads a document with Foundation's parser; nil where it is not well-formed.
func parsedXML(_ text: String) -> XMLElementFound? {
  let reader = XMLReader()
  let parser = XMLParser(data: Data(text.utf8))
  parser.delegate = reader
  return parser.parse() ? reader.root : nil
}

private final class XMLReader: NSObject, XMLParserDelegate {
  var root: XMLElementFound?
  private var open: [XMLElementFound] = []

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let element = XMLElementFound(name, attributes)
    open.last?.children.append(element)
    root = root ?? element
    open.append(element)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) { open.last?.text += text }
}
