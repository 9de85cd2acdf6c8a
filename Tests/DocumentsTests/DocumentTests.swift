import Testing

@testable import Documents

@Suite("Documents are written in order, and read with their places")
struct CodingTests {
  enum Kind: String, Codable, Hashable { case least, most }

  struct Part: Codable, Hashable {
    var perSecond: Double?
    var kind: Kind
  }

  struct Head: Codable, Hashable {
    var schema: Int
    var name: String
  }

  struct Document: Codable, Hashable {
    @Inlined var head: Head
    var zebra: [Part]
    var apple: Part?
    @Omitted var note: String?
    @Omitted var share: Double??
    var values: Members<Double?>
    var seed: UInt64
  }

  private let document = Document(
    head: Head(schema: 2, name: "a"),
    zebra: [Part(perSecond: 2, kind: .most), Part(perSecond: nil, kind: .least)],
    apple: nil, note: nil, share: .some(nil),
    values: Members([("recover.p99", 0.5), ("camelCase", nil)]), seed: .max)

  private static let line =
    #"{"schema": 2, "name": "a", "zebra": [{"per_second": 2, "kind": "most"}, "#
    + #"{"per_second": null, "kind": "least"}], "apple": null, "share": null, "#
    + #""values": {"recover.p99": 0.5, "camelCase": null}, "seed": 18446744073709551615}"#

  @Test func isWrittenInOrder() throws {
    #expect(try JSONValue(document).line == Self.line)
  }

  @Test func readsBack() throws {
    var back = try Document(document: Self.line)
    // A member that is null and one that is not there are told apart by nobody who reads.
    #expect(back.share == nil)
    back.share = .some(nil)
    #expect(back == document)
    #expect(back.values.all.map(\.name) == ["recover.p99", "camelCase"])
  }

  @Test(arguments: [
    (#""name": "a", "#, "", "name: this is missing"),
    (
      #""kind": "most""#, #""kind": "more""#,
      "zebra.0.kind: Cannot initialize Kind from invalid String value more"
    ),
    (#""per_second": 2"#, #""per_second": "2""#, "zebra.0.per_second: this is no number"),
    (#""schema": 2"#, #""schema": 2.5"#, "schema: this is no whole number, or too large"),
    (#""schema": 2"#, #""schema": 1e19"#, "schema: this is no whole number, or too large"),
    (#""values": {"#, #""values": [], "more": {"#, "values: this is no object"),
    (#""zebra": ["#, #""zebra": [7, "#, "zebra.0: this is no object"),
    (#""apple": null"#, #""apple": {}"#, "apple.kind: this is missing"),
  ])
  func refuses(_ old: String, _ new: String, _ problem: String) {
    let text = Self.line.replacing(old, with: new)
    let error = #expect(throws: DocumentError.self) { try Document(document: text) }
    #expect(error?.description == problem)
  }

  @Test func unknownMembersArePassedOver() throws {
    let text = Self.line.dropLast() + #", "later": {"a": 1}}"#
    #expect(try Document(document: String(text)).seed == .max)
  }
}

@Suite("The head of every manifest")
struct ManifestHeadTests {
  private static let base =
    #"{"schema": 2, "kind": "run", "tool": {"name": "squall", "version": "1"}, "commit": "c", "scenario": "s", "#
    + #""resolved": {"b": "1", "a": "2"}, "resolved_hash": {"algorithm": "x", "of": "y", "value": "h"}, "#
    + #""digest": "d", "events": 7, "files": ["a.csv"], "hashes": {"algorithm": "FNV-1a 64", "a.csv": "0"}}"#

  @Test func isRead() throws {
    let head = try ManifestHead(Self.base.utf8)
    #expect(head.kind == .run && head.scenario == "s" && head.digest == "d" && head.events == 7)
    #expect(
      head.tool == "1 (c)" && head.resolvedHash == "h" && head.replications == 1
        && !head.isTruncated)
    #expect(head.resolved?.all.map(\.name) == ["b", "a"])
    #expect(head.hashes.map(\.file) == ["a.csv"])
    #expect(head.scenarios.map(\.name) == ["s"])
  }

  /// Manifests of earlier versions have no kind.
  @Test(arguments: [
    (#""grid": {}, "#, ResultsKind.sweep), (#""variants": ["a"], "#, .comparison),
    (#""tuned_on": [], "#, .tuning),
    ("", .run),
  ])
  func kindOfEarlierVersions(_ member: String, _ kind: ResultsKind) throws {
    let text = Self.base.replacing(#""kind": "run", "#, with: member)
    #expect(try ManifestHead(text.utf8).kind == kind)
  }

  @Test(arguments: ["", "..", "../x", "a/b"])
  func namesAreNoPaths(_ name: String) {
    let text = Self.base.replacing(#"["a.csv"]"#, with: #"["\#(name)"]"#)
    #expect(throws: DocumentError.self) { try ManifestHead(text.utf8) }
  }
}

@Suite("Tables of comma-separated values")
struct TableTests {
  @Test(arguments: [
    ("a,b\n1,2\n", [["a", "b"], ["1", "2"]]), ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
    ("\"a,\"\"b\"\n\"x\ny\"\n", [["a,\"b"], ["x\ny"]]), ("a\n\n", [["a"], [""]]),
    ("a,\n,b\n", [["a", ""], ["", "b"]]),
  ])
  func rows(_ text: String, _ rows: [[String]]) {
    let table = FieldTable(text)
    #expect([table.header] + table.rows == rows)
  }

  @Test func whatIsWrittenReadsBack() {
    let rows = [["plain", "with, comma"], ["with \"quotes\"", "two\nlines"], ["", "end\r"]]
    let table = FieldTable(CSVText { add in rows.forEach(add) }.text)
    #expect([table.header] + table.rows == rows)
  }
}
