import Foundation
import Testing

@Suite("Running scenarios")
struct RunTests {
  @Test("results on stdout, one line of messages, a results folder")
  func plain() throws {
    let place = try Workplace()
    let ending = try place.simulate("ideal-outage", "--clients", "200", "--seed", "0x10")
    #expect(ending.status == 0)
    #expect(ending.messages == "seed=16 scenario=ideal-outage clients=200 squall 0.2.0\n")
    #expect(ending.results.contains("recovered"))
    #expect(place.exists("results/ideal-outage/summary.json"))
    #expect(place.exists("results/ideal-outage/manifest.json"))
  }

  @Test("JSON on stdout is the file in the folder; --no-out writes none")
  func json() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "--clients", "200", "--out", "a/b", "--format", "json", "--quiet")
    #expect(ending.status == 0 && ending.messages.isEmpty)
    let json = try ending.json
    #expect(json["schema"] as? Int == 2)
    #expect(json["scenario"] as? String == "gateway-restart")
    #expect(json["truncated"] as? Bool == false)
    #expect(try place.read("a/b/summary.json") == ending.results)
    let again = try place.simulate("--clients", "200", "--no-out", "--format", "json", "--quiet")
    #expect(again.results == ending.results)
    #expect(!place.exists("results"))
    let csv = try place.simulate("--clients", "200", "--no-out", "--format", "csv", "--quiet")
    #expect(csv.results.hasPrefix("run,scenario,variant,seed,metric,statistic,value,unit\n"))
  }

  @Test("a broken promise ends with 3, and the results are there")
  func slo() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "ideal-outage", "--clients", "100", "--slo", "recovered == 100", "--slo",
      "recover.max < 1ms", "--format", "json")
    #expect(ending.status == 3)
    #expect(ending.messages.contains("SLO failed: recover.max < 1ms"))
    #expect(!ending.messages.contains("recovered == 100"))
    #expect(place.exists("results/ideal-outage/summary.json"))
    let table = try place.simulate("--clients", "100", "--no-out", "--slo", "gave_up > 5")
    #expect(table.status == 3 && table.results.contains("gave_up > 5"))
  }

  @Test("a storm that goes on breaks the promise that there is none")
  func deadWorld() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "--clients", "1000", "--duration", "30m", "--backoff", "uniform(0s, 5s)", "--set",
      "gateway.admission=none", "--set", "gateway.nodes=1", "--set",
      "gateway.handshake={cores: 1, time: 100ms}", "--slo", "metastable == false", "--slo",
      "recover.mean < 60s", "--no-out")
    #expect(ending.status == 3)
    #expect(ending.results.contains("FAILED       metastable == false   found true"))
    #expect(ending.results.contains("FAILED       recover.mean < 60s"))
  }

  @Test("both queues give the same digest and summary")
  func determinism() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "gateway-restart", "--clients", "300", "--check-determinism", "--no-out")
    #expect(ending.status == 0)
    #expect(ending.messages.contains("deterministic: ladder and heap give"))
    let ladder = try place.simulate("--clients", "300", "--no-out", "--format", "json")
    let heap = try place.simulate(
      "--clients", "300", "--no-out", "--format", "json", "--queue", "heap")
    #expect(ladder.results == heap.results)
  }

  @Test("--print-config runs nothing")
  func printConfig() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "--print-config", "--backoff", "min(20s, 2^x), reset: open", "--set", "network.loss=1%")
    #expect(ending.status == 0)
    #expect(ending.results.contains("clients.backoff: min(20s, 2^x), reset: open\n"))
    #expect(ending.results.contains("network.loss: 1%\n"))
    #expect(!place.exists("results"))
  }

  @Test("a results folder that cannot be written is found out before the run")
  func unwritable() throws {
    let place = try Workplace()
    try place.write("x", to: "file")
    let file = try place.simulate("--out", "file/below", "--clients", "100")
    #expect(file.status == 1 && file.messages.contains("is a file"))
    #expect(file.results.isEmpty)
    let other = try place.simulate("--out", ".", "--clients", "100")
    #expect(other.status == 1 && other.messages.contains("it has other content"))
  }

  @Test("a formula without a delay ends with 1")
  func endless() throws {
    let place = try Workplace()
    let endless = try place.simulate(
      "ideal-outage", "--clients", "5", "--backoff", "0s", "--no-out")
    #expect(endless.status == 1)
    #expect(endless.messages.contains("(0s) is busy without end at"))
    let negative = try place.simulate(
      "ideal-outage", "--clients", "5", "--backoff", "3 - x", "--no-out")
    #expect(negative.status == 1)
    #expect(negative.messages.contains("formula 3 - x gives a delay of -1.0 s after 4 failures"))
  }

  @Test("an interrupt ends the run in good order, and its results say so")
  func interrupt() throws {
    let place = try Workplace()
    let process = try place.start([
      "--clients", "100k", "--format", "json", "--duration", "5h", "--set", "until=duration",
    ])
    // The first line comes when the run begins to listen.
    for _ in 1...200 where try place.read(".err").isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
    }
    Thread.sleep(forTimeInterval: 0.3)
    process.interrupt()
    // Without an interrupt it would run for an hour.
    for _ in 1...600 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 130)
    #expect(try ending.json["truncated"] as? Bool == true)
    #expect(place.exists("results/gateway-restart/summary.json"))
  }
}
