import Foundation
import Testing

/// What a pipeline goes by: every exit code that the help lists, from the program itself.
@Suite("Exit codes")
struct ExitCodeTests {
  @Test(
    "each has its command line",
    arguments: [
      (0, ["--clients", "50", "--slo", "gave_up == 0"], "kept"),
      (0, ["--help"], "Exit codes:"),
      (1, ["--clients", "50", "--out", "file/results"], "cannot write"),
      (1, ["ideal-outage", "--clients", "5", "--backoff", "3 - x"], "gives a delay of -1.0 s"),
      (
        1,
        [
          "--session", "chatSocket", "--clients", "5", "--no-out", "--set",
          "clients.parameters.reconnectOnClose=on", "--set", "clients.start={within: 0s}", "--set",
          "faults=[{at: 0s, for: 10s, kind: offline}]",
        ], "such as clients.parameters.reconnectOnClose"
      ),
      (2, ["--clients", "0"], "out of range"), (2, ["--no-such-option"], "Unknown option"),
      (2, ["--worlds", "limits"], "--worlds is an option of compare, tune and capacity"),
      (
        2, ["--clients", "10", "--set", "clients.count=5"],
        "--clients and --set clients.count=5 both set clients.count: leave one of them out"
      ),
      (
        2, ["compare", "--backoff", "phoenix,aws-full"],
        "'aws' begins a second backoff, and this is one: give each by itself"
      ),
      (
        2, ["--backoff", "uniform(0s, min(2s * 2^x, 2m), connectTimeout: 5s"],
        "'connectTimeout' is an axis: it stands behind the whole formula, after its last ')'"
      ),
      (2, ["bad.yaml"], "unknown key"),
      (3, ["--clients", "50", "--slo", "recover.p99 < 1s"], "FAILED"),
      (3, ["--clients", "50", "--replications", "2", "--slo", "recover.p99 < 1s"], "FAILED"),
      (
        3,
        [
          "capacity", "--clients", "50", "--slo", "recover.p99 < 1ms", "--least",
          "gateway.nodes=1..2", "--replications", "1",
        ], "keeps"
      ),
      (
        5, ["--clients", "50", "--check-determinism", "--second-seed", "2"],
        "two runs of the same scenario and seed gave other digests"
      ),
    ])
  func codes(status: Int, arguments: [String], words: String) throws {
    let place = try Workplace()
    try place.write("", to: "file")
    try place.write("name: a\nclents: {}\n", to: "bad.yaml")
    let process = try place.start(arguments + (arguments.contains("--help") ? [] : ["--quiet"]))
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(Int(ending.status) == status, "\(ending)")
    #expect((ending.results + ending.messages).contains(words), "\(ending)")
  }

  @Test("worse than a baseline is 4; with a broken promise too it is 3")
  func regression() throws {
    let place = try Workplace()
    let words = ["--clients", "50", "--quiet"]
    func status(_ more: [String]) throws -> Int32 {
      let process = try place.start(words + more)
      process.waitUntilExit()
      return try place.ending(of: process).status
    }
    #expect(try status(["--out", "base", "--backoff", "aws-full"]) == 0)
    let worse = ["--no-out", "--backoff", "stoat-web", "--baseline", "base"]
    #expect(try status(worse) == 4)
    #expect(try status(worse + ["--slo", "recover.p99 < 1s"]) == 3)
    #expect(try status(["--no-out", "--backoff", "aws-full", "--baseline", "base"]) == 0)
  }

  @Test("an interrupt is 130")
  func interrupt() throws {
    let place = try Workplace()
    let process = try place.start([
      "--clients", "100k", "--duration", "5h", "--set", "until=duration", "--no-out",
    ])
    for _ in 1...200 where try place.read(".err").isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    process.interrupt()
    for _ in 1...600 where process.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
    #expect(try place.ending(of: process).status == 130)
  }
}
