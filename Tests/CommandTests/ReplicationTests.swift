import Foundation
import Testing

@Suite("Running a scenario with several seeds")
struct ReplicationTests {
  private func files(_ place: Workplace, _ folder: String) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path(folder))
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        let text = try place.read("\(folder)/\(name)")
        // The manifest ends with the facts of the wall clock.
        return (name, text.components(separatedBy: "\"wall_clock\"")[0])
      })
  }

  @Test("every byte is the same on any number of threads")
  func threads() throws {
    let place = try Workplace()
    for threads in ["1", "2", "7"] {
      let ending = try place.simulate(
        "run", "--clients", "100", "--replications", "5", "--threads", threads, "--out",
        "on\(threads)")
      #expect(ending.status == 0)
      #expect(ending.messages == "seeds=1...5 scenario=gateway-restart clients=100 squall 0.2.0\n")
      #expect(ending.results.contains("5 runs   5 digests"))
    }
    let first = try files(place, "on1")
    #expect(first["summary.json"]?.contains("\"replications\": 5") == true)
    #expect(try files(place, "on2") == first)
    #expect(try files(place, "on7") == first)
    #expect(try place.read("on7/manifest.json").contains("\"threads\": 5"))
  }

  @Test("a single replication is a plain run")
  func single() throws {
    let place = try Workplace()
    let plain = try place.simulate("--clients", "100", "--seed", "4", "--out", "plain", "--quiet")
    _ = try place.simulate(
      "--clients", "100", "--seed", "4", "--out", "one", "--replications", "1", "--threads", "3",
      "--quiet")
    #expect(plain.status == 0)
    #expect(try files(place, "plain") == files(place, "one"))
    let clock = try place.read("one/manifest.json")
    for word in ["\"threads\": 1,", "\"cpu_seconds\": ", "\"peak_memory_bytes\": "] {
      #expect(clock.contains(word))
    }
  }

  @Test("results on stdout, in the order of the seeds")
  func order() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "--clients", "60", "--replications", "4", "--seed", "11", "--format", "json", "--out", "all")
    #expect(try place.read("all/summary.json") == ending.results)
    let runs = try #require(try ending.json["runs"] as? [[String: Any]])
    #expect(runs.map { $0["seed"] as? Int } == [11, 12, 13, 14])
    let third = try place.simulate(
      "--clients", "60", "--seed", "13", "--format", "json", "--no-out")
    #expect(try third.json["digest"] as? String == runs[2]["digest"] as? String)
    let csv = try place.simulate(
      "--clients", "60", "--replications", "4", "--seed", "11", "--format", "csv", "--no-out")
    #expect(try place.read("all/summary.csv") == csv.results)
  }

  @Test("a promise is kept where the bound of its figure keeps it")
  func slo() throws {
    let place = try Workplace()
    let ending = try place.simulate(
      "ideal-outage", "--clients", "50", "--replications", "3", "--no-out", "--format", "json",
      "--slo", "recovered == 50", "--slo", "recover.max < 1ms")
    #expect(ending.status == 3)
    #expect(ending.messages.contains("SLO failed: recover.max < 1ms, found "))
    #expect(ending.messages.contains(", median "))
    let promises = try #require(try ending.json["promises"] as? [[String: Any]])
    #expect(
      promises.suffix(2).map { $0["expression"] as? String }
        == ["recovered == 50", "recover.max < 1ms"])
    #expect(promises.map { $0["kept"] as? Bool }.suffix(2) == [true, false])
    #expect(!ending.messages.contains("recovered == 50"))
  }

  @Test("both queues agree on every seed; a bad formula names the first that meets it")
  func determinismAndErrors() throws {
    let place = try Workplace()
    let both = try place.simulate(
      "--clients", "100", "--replications", "3", "--check-determinism", "--no-out")
    #expect(both.status == 0)
    #expect(both.messages.contains("deterministic: ladder and heap agree on all 3 seeds"))
    let bad = try place.simulate(
      "ideal-outage", "--clients", "5", "--backoff", "3 - x", "--replications", "4", "--seed",
      "9", "--threads", "3")
    #expect(bad.status == 1 && bad.results.isEmpty)
    #expect(bad.messages.contains("error: seed 9: formula 3 - x gives a delay of -1.0 s"))
    #expect(!place.exists("results"))
  }

  @Test("an interrupt ends all runs, and leaves one whole folder")
  func interrupt() throws {
    let place = try Workplace()
    let process = try place.start([
      "--clients", "20k", "--format", "json", "--duration", "30d", "--set", "until=duration",
      "--replications", "6", "--threads", "2", "--progress", "plain",
    ])
    // The first line comes when the runs begin to listen.
    for _ in 1...200 where try place.read(".err").isEmpty {
      Thread.sleep(forTimeInterval: 0.05)
    }
    Thread.sleep(forTimeInterval: 0.5)
    process.interrupt()
    for _ in 1...600 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 130)
    #expect(try ending.json["truncated"] as? Bool == true)
    #expect(try ending.json["replications"] as? Int == 6)
    #expect(try #require(try ending.json["runs"] as? [Any]).count <= 2)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("results"))
    #expect(names == ["gateway-restart"])
    #expect(try place.read("results/gateway-restart/summary.json") == ending.results)
  }
}
