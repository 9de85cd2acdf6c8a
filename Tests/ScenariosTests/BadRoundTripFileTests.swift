import Primitives
import TestRuns
import Testing

@testable import Scenarios

/// Each has its file, its line and its column, in Unicode scalars.
@Suite("Mistakes in a CSV file of round-trip times")
struct BadRoundTripFileTests {
  private static let layouts =
    "allowed: rtt_ms or client,rtt_ms for samples, percentile,rtt_ms for quantiles, and rtt_s or rtt_us "
    + "in place of rtt_ms"

  private func mistakes(of bytes: [UInt8]) -> [String] {
    problems(
      "network: {latency: {csv: rtt.csv}}", file: "d/f.yaml",
      checks: .files(bytes: ["d/rtt.csv": bytes]))
  }

  @Test(arguments: [
    ("", "1:1: the file is empty; \(layouts)"),
    ("time\n1\n", "1:1: no column rtt_ms; \(layouts)"),
    ("12.5\n13\n", "1:1: no column rtt_ms; \(layouts)"),
    ("RTT_MS\n1\n", "1:1: no column rtt_ms; \(layouts)"),
    ("client;rtt_ms\na;1\n", "1:1: no column rtt_ms; \(layouts)"),
    (
      "rtt_ms,client,rtt_s\n1,a,1\n",
      "1:15: a second column of times beside rtt_ms; leave one out"
    ),
    ("client,rtt_ms,client\na,1,a\n", "1:15: a second column client"),
    ("percentile,client,rtt_ms\n0,a,1\n", "1:12: a client beside percentiles; \(layouts)"),
  ])
  func headers(_ text: String, _ expected: String) {
    #expect(mistakes(of: Array(text.utf8)) == ["d/rtt.csv:\(expected)"])
  }

  @Test(arguments: [
    ("rtt_ms\n1\nabc\n", "3:1: 'abc' is not a number"),
    ("rtt_ms\n1\n0x10\n", "3:1: '0x10' is not a number"),
    ("rtt_ms\n1\nnan\n", "3:1: 'nan' is not a number"),
    ("client,rtt_ms\nä,\n", "2:3: a number is missing"),
    ("client,rtt_ms\r\nä,1\r\nü, 2ms\r\n", "3:4: '2ms' is not a number"),
    ("rtt_ms\n1\n0\n", "3:1: '0' is out of range: more than 0, at most 1h"),
    ("rtt_ms\n-0.5\n", "2:1: '-0.5' is out of range: more than 0, at most 1h"),
    ("rtt_ms\n3600000.1\n", "2:1: '3600000.1' is out of range: more than 0, at most 1h"),
    ("rtt_s\n1e999\n", "2:1: '1e999' is out of range: more than 0, at most 1h"),
    ("\u{FEFF}rtt_ms\n\n", "2:1: a number is missing"),
    ("client,rtt_ms\n\na,1\n", "2:1: an empty line"),
    ("client,rtt_ms\na,1\nb\n", "3:2: 1 field in this row, the header has 2"),
    ("client,rtt_ms\na,1,5\n", "2:5: 3 fields in this row, the header has 2"),
    ("rtt_ms\n12,5\n", "2:4: 2 fields in this row, the header has 1"),
    ("rtt_ms\n", "2:1: no rows below the header"),
    ("client,rtt_ms", "1:14: no rows below the header"),
  ])
  func rows(_ text: String, _ expected: String) {
    #expect(mistakes(of: Array(text.utf8)) == ["d/rtt.csv:\(expected)"])
  }

  @Test(arguments: [
    ("percentile,rtt_ms\n0,1\n101,2\n", "3:1: '101' is out of range: 0 to 100"),
    ("percentile,rtt_ms\n-1,1\n50,2\n", "2:1: '-1' is out of range: 0 to 100"),
    ("percentile,rtt_ms\n0,1\n50,2\n50.0,2\n", "4:1: '50.0' stands a second time"),
    ("rtt_ms,percentile\n1,90\n2,50\n", "3:3: '50' is below the 90 before it: percentiles ascend"),
    ("percentile,rtt_ms\n0,3\n50,2\n", "3:4: '2' is below the 3 before it: times never descend"),
    (
      "percentile,rtt_ms\n50,2\n",
      "2:1: one percentile makes no distribution: at least two are needed"
    ),
  ])
  func quantiles(_ text: String, _ expected: String) {
    #expect(mistakes(of: Array(text.utf8)) == ["d/rtt.csv:\(expected)"])
  }

  @Test(arguments: [
    ("client,rtt_ms\na,1\n\"b,2\nc,3\n", "3:1: a quote that never closes"),
    ("client,rtt_ms\n\"b\" x,2\n", "2:5: more text behind a closing quote"),
    (
      "client,rtt_ms\n5\" tall,2\n",
      "2:2: a quote within a field: put quotes around the field, and write two for one in it"
    ),
    // The accent makes one character with the comma.
    (
      "client,rtt_ms\na,1\nb,\u{301}2\nc,3\n",
      "3:1: the fields of this line cannot be told apart: look for accents behind a comma or a quote"
    ),
    ("client,rtt_ms\na,x\n\"b,2\n", "2:3: 'x' is not a number"),
  ])
  func quotes(_ text: String, _ expected: String) {
    #expect(mistakes(of: Array(text.utf8)) == ["d/rtt.csv:\(expected)"])
  }

  @Test func bytesThatAreNoText() {
    let text = Array("client,rtt_ms\nä,1\nä".utf8)
    #expect(
      mistakes(of: text + [0xff] + Array(",2\n".utf8)) == [
        "d/rtt.csv:3:2: the text is not UTF-8 from here on"
      ])
    let utf16: [UInt8] = [0xff, 0xfe, 0x72, 0x00, 0x74, 0x00]
    #expect(mistakes(of: utf16) == ["d/rtt.csv:1:1: the text is not UTF-8 from here on"])
  }

  @Test func largeFiles() {
    let header = Array("rtt_ms\n".utf8)
    let large = header + [UInt8](repeating: 0x31, count: 64_000_000)
    #expect(mistakes(of: large) == ["d/rtt.csv:1:1: the file is larger than 64 MB"])
  }

  /// A mistake far down is found where it stands, behind many pieces.
  @Test func theFirstMistakeIsTold() {
    let rows = (1...9_999).map { "\($0)\n" }.joined()
    let text = "rtt_us\n\(rows)seven\neight\n"
    #expect(mistakes(of: Array(text.utf8)) == ["d/rtt.csv:10001:1: 'seven' is not a number"])
  }

  @Test func moreRowsThanAMillion() {
    var bytes = Array("rtt_ms\n".utf8)
    for _ in 0...1_000_000 { bytes += [0x31, 0x0a] }
    #expect(
      mistakes(of: bytes) == ["d/rtt.csv:1000002:1: more than 1000000 rows below the header"])
  }

  /// Texts of all that parts fields and rows. Each is read row by row, or answered with one mistake.
  @Test func anyText() {
    let pieces = [
      ",", "\"", "\n", "\r", "\r\n", " ", "1", "a", "\u{301}", "\u{FEFF}", "\u{2028}", "\t",
    ]
    let random = RandomSource(seed: 7)
    var good = 0
    for number in 0..<UInt32(4_000) {
      var text = "client,rtt_ms\n"
      for index in 0..<UInt32(2 + number % 24) {
        let u = random.uniform(owner: number, .distance, attempt: 0, index: index)
        text += pieces[Int(u * Double(pieces.count))]
      }
      let found = mistakes(of: Array(text.utf8))
      #expect(found.count <= 1 && found.allSatisfy { $0.hasPrefix("d/rtt.csv:") }, "\(text)")
      if found.isEmpty { good += 1 }
    }
    #expect(good > 0)
  }

  @Test func namesDoNothingToATerminal() {
    let text = "rtt_ms,\u{1B}[31m\n\u{1B}[0m,1\n"
    #expect(
      mistakes(of: Array(text.utf8)) == ["d/rtt.csv:2:1: '\\u{1B}[0m' is not a number"])
  }
}
