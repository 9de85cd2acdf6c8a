import Documents
import Foundation
import Systems
import TestRuns
import Testing

@testable import Findings
@testable import Scenarios
@testable import Simulator
@testable import Store
@testable import Studies
@testable import Text
@testable import Verdicts

@Suite struct SystemSummaryTests {
  private func lines(
    _ run: RunResult, _ fleet: [String], width: Int = 100
  ) throws -> [String] {
    RunReport(try summary(run, set: fleet), slo: [], facts: facts)
      .shown(from: nil, TerminalStyle(width: width)).text().split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
  }

  /// The lines from that beginning with that beginning to the next blank one.
  private func part(_ lines: [String], from first: String) -> String {
    let start = lines.firstIndex { $0.hasPrefix("  " + first) } ?? 0
    let stop = lines[start...].firstIndex { $0.isEmpty } ?? lines.count
    return lines[start..<stop].joined(separator: "\n")
  }

  @Test func headers() throws {
    #expect(
      try lines(chatSocketRun(), fleet(.chatSocket))[0]
        == "gateway-restart   1,000 chatSocket clients (spec)   seed 1")
    #expect(
      try lines(appExtensionRun(), fleet(.appExtension))[0].contains("appExtension clients (app)"))
    let mixed = try lines(mixedRun(), mixture, width: 140)[0]
    #expect(
      mixed
        == "gateway-restart   10,000 clients (4,000 stoat, 3,000 chatSocket, 2,000 primer, 1,000 "
        + "appExtension)   stoat-web   seed 1")
    let profiles = [
      "clients.mix=[{name: a, share: 50%}, {name: b, share: 50%, profile: starscream}]"
    ]
    #expect(
      try lines(chatSocketRun(), fleet(.chatSocket) + profiles)[0].contains("(mixed profiles)"))
  }

  @Test(arguments: [0, 1, 3, 7, 10_001])
  func everyClientIsOfOneSystem(_ count: Int) throws {
    let parts = FleetView(try scenario(mixture).clients).split(count)
    #expect(parts.map(\.system) == [.stoat, .chatSocket, .primer, .appExtension])
    #expect(parts.reduce(0) { $0 + $1.count } == count)
    #expect(parts.allSatisfy { $0.count >= 0 })
  }

  @Test func chatSocket() throws {
    let lines = try lines(chatSocketRun(), fleet(.chatSocket))
    let table = part(lines, from: "time to recover")
    #expect(table == chatSocketTable, "\(table)")
    let block = part(lines, from: "chat socket")
    #expect(block == chatSocketBlock, "\(block)")
    #expect(lines.contains { $0.contains("still trying 5 (just begun 5)") })
  }

  @Test func primer() throws {
    let lines = try lines(primerRun(), fleet(.primer))
    let table = part(lines, from: "time to recover")
    #expect(table == primerTable, "\(table)")
    let block = part(lines, from: "primer")
    #expect(block == primerBlock, "\(block)")
    #expect(lines.contains("  calls        2,100 (2.10 a client)   failed 50"))
  }

  @Test func appExtension() throws {
    let actual = try lines(appExtensionRun(), fleet(.appExtension)).joined(separator: "\n")
    #expect(actual == appExtensionText, "\(actual)")
  }

  @Test(arguments: [60, 72, 80, 100, 140])
  func keepsToTheWidth(_ width: Int) throws {
    let runs = [
      (chatSocketRun(), fleet(.chatSocket)), (primerRun(), fleet(.primer)),
      (appExtensionRun(), fleet(.appExtension)), (mixedRun(), mixture),
    ]
    for (run, fleet) in runs {
      for line in try lines(run, fleet, width: width) {
        #expect(line.count <= width, "\(line)")
      }
    }
  }

  @Test func stoatHasNoBlockOfItsOwn() throws {
    let lines = try lines(mixedRun(), mixture)
    #expect(!lines.contains { $0.hasPrefix("  stoat") })
    for label in ["chat socket  ", "primer       ", "extension    "] {
      #expect(lines.contains { $0.hasPrefix("  " + label) })
    }
  }
}

@Suite struct SystemDistributionTests {
  /// Every distribution of `summary.json` that is defined has files of its own, and the reverse.
  @Test(arguments: [SystemName?.none] + SessionSystem.all.map(\.name))
  func everyDistributionHasItsTwin(_ system: SystemName?) throws {
    let made =
      if let system { try summary(idleRun(system), set: fleet(system)) } else {
        try summary(mixedRun(), set: mixture)
      }
    let data = Data(documentText(SummaryDocument(made)).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    var metrics = try #require(object["metrics"] as? [String: Any])
    // What is told of each part has no files of its own.
    for group in ["cohorts", "systems"] { metrics[group] = nil }
    let named = distributions(in: metrics, path: [])
    #expect(named == made.distributions.map(\.metric).sorted())
    let files = RunReport(made, slo: [], facts: facts).contents.map(\.name)
    #expect(Set(files).count == files.count)
    for distribution in made.distributions { #expect(files.contains("\(distribution.file).hgrm")) }
    for metric in named { #expect(percentilesCSV(made.distributions).contains("\n\(metric),50,")) }
  }

  private func distributions(in group: [String: Any], path: [String]) -> [String] {
    if group["p50"] != nil { return [path.joined(separator: ".")] }
    return group.flatMap { key, value in
      (value as? [String: Any]).map { distributions(in: $0, path: path + [key]) } ?? []
    }.sorted()
  }

  @Test func filesOfTheSystems() throws {
    let made = try summary(chatSocketRun(), set: fleet(.chatSocket))
    let own = made.distributions.filter { $0.metric.hasPrefix("chatSocket") }
    #expect(own.map(\.metric) == ["chatSocket.silence", "chatSocket.message_delay"])
    #expect(own.map(\.file) == ["chatSocket-silence", "chatSocket-message_delay"])
    #expect(own.map(\.recorder.count) == [312, 11_988])
    #expect(percentilesCSV(made.distributions).contains("\nchatSocket.message_delay,100,90"))
  }

  @Test func callsInTheTimeSeries() throws {
    let lines = timeSeriesCSV(appExtensionRun()).split(separator: "\n")
    #expect(lines[0].hasSuffix(",busy,wasted,calls"))
    #expect(lines[91].hasPrefix("90,"))
    #expect(lines[91].hasSuffix(",420"))
  }
}

// What was checked by hand against the runs.

private let chatSocketTable = """
    time to recover          400    60.0 s   108.0 s   114.0 s   118.8 s   120.0 s   120.0 s
    downtime                 400   120.0 s   168.0 s   174.0 s   178.8 s   180.0 s   180.0 s
    detection                400    0.05 s    0.05 s    0.05 s    0.05 s    0.05 s    0.05 s
    silence to restart       312   120.1 s   240.0 s   240.0 s   240.0 s   240.0 s   240.0 s
    message delay         11,988    0.05 s    0.05 s    0.05 s    90.0 s    90.0 s    90.0 s
  """

private let chatSocketBlock = """
    chat socket  on 62.0 % of the time, 4.1 % of it lingering   reconnects saved 1,204   restarts 312
                 messages 12,000   late 3.2 %   undelivered 12   leaked sockets 0
  """

private let primerTable = """
    time to recover        850    90.0 s   162.0 s     never     never     never     never
    downtime               850   145.0 s   213.0 s   221.6 s   228.4 s   230.0 s   230.0 s
    priming time         1,950    0.20 s    0.20 s    0.20 s    0.20 s    0.20 s    0.20 s
  """

private let primerBlock = """
    primer       sessions 2,000   past the threshold 3.1 %   errored 2.5 %   saw a fallback 2.8 %
                 reads 100,000: lock 96.0 %, latest 3.0 %, fallback 1.0 %   stale 0.2 %
                 updates missed 1.1 %
  """

private let appExtensionText = """
  gateway-restart   1,000 appExtension clients (app)   seed 1

    calls/s      |▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂█▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂| 420
    active apps  |████████████████████████████████████████████████████████████| 400
    outage       |                    [==================]                    |
                  0 s                 60 s                120 s

    peak         420 calls in 1 s at 90 s
    outcome      recovered 1,000 (idle 600)   gave up 0   in error 0   stuck 0   still trying 0
    calls        18,320 (18.3 a client)   failed 7

                         count       p50       p90       p95       p99     p99.9       max
    notification         9,876    0.20 s    8.00 s    8.00 s    8.00 s    8.00 s    8.00 s
    activation wait      2,000       0 s    1.00 s    1.00 s    1.00 s    1.00 s    1.00 s
    These clients have no connections to lose: there is no time to recover.

    gateway      longest queue 0   shed 0   overflow 0
    recovery     clear at 120 s   metastable no

    extension    notifications 9,876 (late 12)   merged 345   shown by the app 6,543
                 overlaps 0   kills 3   forced activations 17   deferred 120

    3 apps were killed by the system (0xdead10cc): frozen with a database operation in flight.
    17 activations were forced: the extension was not done within 3 s, and lost the database. 12 of
    9,876 notifications came without the message, and 1 % of all took 8.00 s or more: 45 pushes waited
    for the app to suspend, 7 requests failed, 17 runs of the extension had to end early.

    digest 2cbb73161c627ccf   0 events in 0.09 s

  """
