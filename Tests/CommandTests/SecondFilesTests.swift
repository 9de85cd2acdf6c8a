import Foundation
import Testing

/// The files of a run that have a row for each second.
@Suite("Files by the second")
struct SecondFilesTests {
  private func table(_ text: String) -> [String: [String]] {
    let rows = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return Dictionary(
      uniqueKeysWithValues: rows[0].enumerated().map { place, name in
        (name, rows.dropFirst().map { $0[place] })
      })
  }

  @Test(
    "every client is in one state at the end of every second",
    arguments: ["gateway-restart", "mixed-fleet", "contention", "primer-launch", "chat-train"])
  func states(scenario: String) throws {
    let place = try Workplace()
    _ = try place.simulate(scenario, "--clients", "120", "--out", "r", "-q")
    let states = table(try place.read("r/states.csv"))
    let seconds = try #require(states["t_s"]).count
    #expect(seconds > 1)
    for second in 0..<seconds {
      let sum = states.filter { $0.key != "t_s" }.reduce(0) { $0 + Int($1.value[second])! }
      #expect(sum == 120, "second \(second)")
    }
    if scenario == "gateway-restart" {
      // The network is healthy, so that whoever takes itself for connected is.
      let series = table(try place.read("r/timeseries.csv"))
      let connected = try #require(series["connected"]).prefix(seconds)
      let believed = try #require(states["stoat.connected"])
      for second in 0..<seconds where second != 60 {
        #expect(connected[second] == believed[second])
      }
    }
  }

  @Test(
    "the last running digest is that of the run, and the first seconds are those of a shorter one")
  func digests() throws {
    let place = try Workplace()
    _ = try place.simulate("--clients", "100", "--out", "long", "-q")
    _ = try place.simulate("--clients", "100", "--duration", "90s", "--out", "short", "-q")
    for folder in ["long", "short"] {
      let digests = table(try place.read("\(folder)/digests.csv"))
      let whole = try place.read("\(folder)/summary.json")
      let last = try #require(digests["digest"]?.last)
      #expect(whole.contains("\"digest\": \"\(last)\""))
    }
    let long = try place.read("long/digests.csv").split(separator: "\n")
    let short = try place.read("short/digests.csv").split(separator: "\n")
    #expect(short.count > 5 && Array(long.prefix(short.count)) == short)
  }
}
