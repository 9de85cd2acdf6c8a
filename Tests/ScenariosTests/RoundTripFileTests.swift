import Primitives
import TestRuns
import Testing

@testable import NetworkModel
@testable import Scenarios

@Suite("Round-trip times of the user's own, read from a CSV file")
struct RoundTripFileTests {
  /// The latency of a scenario that names the file.
  private func latency(_ text: String, _ more: String = "") throws -> Latency {
    try decoded(
      "network: {latency: {csv: rtt.csv\(more)}}", checks: .files(["rtt.csv": text])
    ).network.latency
  }

  /// The whole round trips that one client draws, in milliseconds: as many as its rows, in ascending order.
  private func roundTrips(_ latency: Latency, of client: UInt32 = 0, _ count: Int = 4) -> [Double] {
    let sampler = LatencySampler(latency)
    return (0..<count).map { row in
      let bits = UInt64((Double(row) + 0.5) / Double(count) * 0x1p64)
      return 2_000 * sampler.sample(bits, of: client, RandomSource(seed: 1)).seconds
    }
  }

  // MARK: Layouts

  @Test func rowsAreSamples() throws {
    let latency = try latency("rtt_ms\n40\n10\n30.5\n20\n")
    #expect(roundTrips(latency) == [10, 20, 30.5, 40])
    #expect(try self.latency("rtt_ms\n10\n", ", min: 20ms").least == .milliseconds(20))
  }

  @Test func aColumnTellsClientsApart() throws {
    let latency = try latency("client,rtt_ms\na,10\n\"b, c\",200\na,30\n\"b, c\",100\n")
    let drawn = Set((0..<200).map { roundTrips(latency, of: $0, 2) })
    #expect(drawn == [[10, 30], [100, 200]])
  }

  @Test func rowsAreQuantiles() throws {
    let latency = try latency("percentile,rtt_ms\n0,10\n50,20\n100,110\n")
    guard case .measured(let times) = latency.shape else {
      Issue.record("no measured times")
      return
    }
    #expect(abs(times.meanSeconds - 0.04) < 1e-12)
    #expect(roundTrips(latency, 2) == [15, 65])
  }

  @Test(
    "columns stand in either order, in milliseconds, seconds or microseconds",
    arguments: [
      "client,rtt_ms\na,10\na,30\n", "rtt_ms,client\n10,a\n30,a\n",
      "rtt_s,client\n0.01,a\n3e-2,a\n",
      "client,rtt_us\na,10000\na,3.0e4\n", "rtt_s\n.03\n+.01\n",
    ])
  func orderAndUnits(_ text: String) throws {
    #expect(roundTrips(try latency(text), 2) == [10, 30])
    let quantiles = try latency("rtt_s,percentile\n0.01,0\n0.02,100\n")
    #expect(roundTrips(quantiles, 1) == [15])
  }

  @Test(
    "line ends, quotes, blanks and a byte order mark are those of any program",
    arguments: [
      "rtt_ms\r\n10\r\n30\r\n", "rtt_ms\n10\n30", "rtt_ms\r10\r30", "\u{FEFF}rtt_ms\n10\n30\n",
      "\u{FEFF}\"rtt_ms\"\n \"10\" \n\t30 \n",
      "client,rtt_ms\n\"line\n\"\"two\"\"\",10\n\"line\n\"\"two\"\"\",30",
      "rtt_ms,client\n10,\n30,",
    ])
  func spellings(_ text: String) throws {
    #expect(roundTrips(try latency(text), 2) == [10, 30])
  }

  /// SwiftCSV gets a file piece by piece; nothing is lost where one ends.
  @Test func longFiles() throws {
    let rows = (1...20_000).map { "\"client \($0 % 7),\n\",\($0)\n" }
    let latency = try latency("client,rtt_us\n" + rows.joined())
    guard case .measured(let times) = latency.shape else {
      Issue.record("no measured times")
      return
    }
    // The means of the seven are one step apart.
    #expect(abs(times.meanSeconds - 0.010_000_5) < 1e-6)
    #expect(latency.leastPossible == .zero && times.hash.count == 16)
  }

  // MARK: In a scenario

  @Test func columnsThatNothingReadsAreNamedOnce() throws {
    let scenario = try decoded(
      "network: {latency: {csv: data/rtt.csv}}", file: "there/f.yaml",
      checks: .files(["there/data/rtt.csv": "host,rtt_ms,,client\nx,1,2,c\n"]))
    #expect(
      scenario.warnings.map(\.description) == [
        "warning: network.latency.csv: data/rtt.csv has columns that nothing reads: host, number 3"
      ])
    #expect(scenario.warnings.map(\.code) == ["ignored-columns"])
  }

  /// A name begins where it is written: in the file at its folder, in an option where we are.
  @Test func paths() throws {
    let checks = ScenarioChecks.files([
      "a/rtt.csv": "rtt_ms\n10\n", "rtt.csv": "rtt_ms\n20\n", "/data/rtt.csv": "rtt_ms\n30\n",
    ])
    func roundTrip(_ file: String, _ name: String, set: [String] = []) throws -> Double {
      let text = "network: {latency: {csv: \(name)}}"
      return roundTrips(try decoded(text, file: file, set: set, checks: checks).network.latency, 1)[
        0]
    }
    #expect(try roundTrip("a/f.yaml", "rtt.csv") == 10)
    #expect(try roundTrip("f.yaml", "rtt.csv") == 20)
    #expect(try roundTrip("a/f.yaml", "/data/rtt.csv") == 30)
    #expect(try roundTrip("a/f.yaml", "x.csv", set: ["network.latency.csv=rtt.csv"]) == 20)
  }

  @Test func cohortsHaveFilesOfTheirOwn() throws {
    let scenario = try decoded(
      """
      network: {latency: {csv: all.csv}}
      clients:
        mix:
          - {name: phones, share: 50%, network: {latency: {csv: phones.csv, min: 5ms}}}
          - {name: others, share: 50%, network: {loss: 1%}}
      """, checks: .files(["all.csv": "rtt_ms\n10\n", "phones.csv": "rtt_ms\n90\n"]))
    let mix = scenario.clients.mix
    #expect(roundTrips(try #require(mix[0].network?.latency), 1) == [100])
    #expect(roundTrips(try #require(mix[1].network?.latency), 1) == [10])
    #expect(
      scenario.files.all.map { [$0.key, $0.name, $0.copy, $0.text] } == [
        ["network.latency.csv", "all.csv", "rtt.csv", "rtt_ms\n10\n"],
        [
          "clients.mix.0.network.latency.csv", "phones.csv", "rtt-phones.csv", "rtt_ms\n90\n",
        ],
      ])
  }

  /// The values of a scenario have the file's name without its folder, and a hash of its content.
  @Test func values() throws {
    func values(_ text: String, _ name: String) throws -> [String] {
      try decoded(
        "network: {latency: {csv: \"\(name)\", min: 2ms}}", checks: .files([name: text])
      ).resolved.filter { $0.path.hasPrefix("network.latency") }.map { "\($0.path)=\($0.value)" }
    }
    let found = try values("rtt_ms\n1\n", "x/rtt.csv")
    #expect(found[0] == "network.latency={csv: rtt.csv, min: 2ms}" && found.count == 2)
    #expect(found[1].hasPrefix("network.latency.hash="))
    #expect(try values("rtt_ms\n1\n", "rtt.csv") == found)
    #expect(try values("rtt_ms\n2\n", "rtt.csv") != found)
    #expect(try values("rtt_ms\n2\n", "it's.csv")[0].contains("{csv: 'it''s.csv', min"))
  }

  @Test func aTextIsReadOnceForManyScenarios() throws {
    let checks = ScenarioChecks.files(["rtt.csv": "rtt_ms\n10\n"])
    let text = "network: {latency: {csv: rtt.csv}}"
    let scenarios = try (0..<2).map { _ in try decoded(text, checks: checks) }
    let times = scenarios.compactMap { scenario -> RoundTripTimes? in
      if case .measured(let times) = scenario.network.latency.shape { times } else { nil }
    }
    #expect(times.count == 2 && times[0] === times[1])
  }

  // MARK: Mistakes in the scenario

  @Test(arguments: [
    (
      "{csv: none.csv}",
      "f.yaml:1:26: network.latency.csv: cannot read 'none.csv': No such file or directory"
    ),
    (
      "{csv: rtt.csv, median: 50ms, sigma: 1}",
      "f.yaml:1:26: network.latency.csv: the file has all of the spread: leave out median and sigma, or csv"
    ),
    (
      "{csv: rtt.csv, own: 50%}",
      "f.yaml:1:26: network.latency.csv: the file has all of the spread: leave out own, or csv; a column "
        + "client tells clients apart"
    ),
    (
      "{csv: ''}",
      "f.yaml:1:26: network.latency.csv: expected the name of a file, found nothing"
    ),
    (
      "{csv: [rtt.csv]}",
      "f.yaml:1:26: network.latency.csv: expected the name of a file, found a list"
    ),
  ])
  func mistakes(_ latency: String, _ expected: String) {
    let checks = ScenarioChecks.files(["rtt.csv": "rtt_ms\n1\n"])
    #expect(problems("network: {latency: \(latency)}", checks: checks) == [expected])
  }

  @Test func onlyALatencyComesFromAFile() {
    let found = problems(
      "gateway: {auth: {time: {csv: rtt.csv}}}", checks: .files(["rtt.csv": "rtt_ms\n1\n"]))
    #expect(found.contains { $0.hasPrefix("f.yaml:1:25: gateway.auth.time.csv: unknown key; ") })
    #expect(
      problems("network: {latency: {csv: rtt.csv}}") == [
        "f.yaml:1:26: network.latency.csv: no file can be read here"
      ])
  }
}
