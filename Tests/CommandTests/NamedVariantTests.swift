import Foundation
import Testing

@Suite("Names for variants")
struct NamedVariantTests {
  private func run(_ place: Workplace, _ arguments: String...) throws -> Ending {
    let process = try place.start(arguments)
    process.waitUntilExit()
    return try place.ending(of: process)
  }

  @Test("a comparison goes by the name, and says once what stands behind it")
  func compare() throws {
    let place = try Workplace()
    let variants = ["--backoff", "socketio", "--backoff", "mine=uniform(0s, min(9s, 2^x))"]
    let small = ["compare", "--clients", "100", "--replications", "3", "--quiet"]
    let table = try place.start(small + variants)
    table.waitUntilExit()
    let text = try place.ending(of: table).results
    #expect(text.contains("mine = uniform(0s, min(9s, 2^x))"))
    #expect(text.components(separatedBy: "uniform(").count == 2, "\(text)")
    #expect(try place.read("results/compare-gateway-restart/comparison.csv").contains(",mine,"))
    #expect(try place.read("results/compare-gateway-restart/summary.csv").contains(",mine,"))
    let json = try place.start(small + variants + ["--no-out", "--format", "json"])
    json.waitUntilExit()
    let object = try place.ending(of: json).json
    let found = try #require(object["variants"] as? [[String: Any]])
    #expect(found.map { $0["name"] as? String } == ["socketio", "mine"])
    #expect(found[1]["formula"] as? String == "uniform(0s, min(9s, 2^x))")
    #expect((object["verdict"] as? String)?.contains("mine") == true)
  }

  @Test("so do a run, a sweep and a table of delays")
  func others() throws {
    let place = try Workplace()
    let plain = try run(
      place, "--clients", "100", "--backoff", "mine=uniform(0s, 9s)", "--out", "one", "--quiet")
    #expect(plain.results.split(separator: "\n")[0].contains("   mine   seed 1"))
    #expect(try place.read("one/summary.csv").contains(",mine,1,"))
    #expect(try place.read("one/manifest.json").contains("mine=uniform(0s, 9s)"))
    let sweep = try run(
      place, "sweep", "--clients", "50", "--backoff", "a=uniform(0s, 9s)", "--backoff",
      "b=uniform(0s, 5s)", "--metric", "recover.p99", "--format", "csv")
    #expect(sweep.status == 0)
    #expect(sweep.results.contains("1,gateway-restart,a,1,recover,p99,"))
    #expect(sweep.results.contains("2,gateway-restart,b,1,recover,p99,"))
    let delays = try run(place, "backoffs", "mine=2^x", "--failures", "3")
    #expect(delays.results.hasPrefix("mine\n  formula          2^x\n"))
  }

  @Test("a file can name its backoff; two formulas cannot have one name")
  func files() throws {
    let place = try Workplace()
    try place.write(
      """
      clients:
        count: 50
        backoff: mine=uniform(0s, 9s)
        mix: [{name: a, share: 50%}, {name: b, share: 50%, backoff: "mine=5s"}]
      """, to: "two.yaml")
    let two = try run(place, "two.yaml")
    #expect(two.status == 2)
    #expect(
      two.messages.contains("two.yaml:3:12: clients.backoff: two formulas are named 'mine'"))
    for verb in ["compare", "sweep"] {
      let twice = try run(place, verb, "--backoff", "m=1s", "--backoff", "m=2s")
      #expect(twice.status == 2)
      #expect(twice.messages.contains("--backoff: two formulas are named 'm'"), "\(verb)")
    }
    let known = try run(place, "--backoff", "socketio=2^x")
    #expect(known.status == 2 && known.messages.contains("is a backoff of the catalogue"))
  }
}
