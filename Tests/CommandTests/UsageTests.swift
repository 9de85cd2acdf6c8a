import Foundation
import Testing

@Suite("Usage and its errors")
struct UsageTests {
  @Test("help shows the default verb's options, the version its number")
  func help() throws {
    let place = try Workplace()
    for flag in ["--help", "-h", "help"] {
      let help = try place.simulate(flag)
      #expect(help.status == 0 && help.messages.isEmpty)
      for word in ["--clients", "--check-determinism", "backoffs", "replay", "Exit codes"] {
        #expect(help.results.contains(word), "\(word) in \(flag)")
      }
      #expect(!help.results.contains("--queue"))
    }
    #expect(try place.simulate("--version").results.hasPrefix("squall 0.2.0"))
    #expect(try place.simulate("run", "--version").results.hasPrefix("squall 0.2.0"))
    #expect(try place.simulate("replay", "--help").results.contains("deviceOnline"))
  }

  @Test(
    "wrong usage ends with 2, writes nothing and says what is meant",
    arguments: [
      (["gatway-restart"], "did you mean 'gateway-restart'?"),
      (["replai"], "did you mean 'replay'?"),
      (["follow", "gateway-restart", "--client", "42"], "'follow' is no verb"),
      (["none.yaml"], "there is no file 'none.yaml'"), (["."], "is a directory"),
      (["--threads", "x"], "--threads x: write a whole number from 1 to 256"),
      (["--threads", "0"], "--threads 0: write"), (["--threads", "257"], "from 1 to 256"),
      (["--replications", "0"], "--replications 0: write a whole number from 1 to 1000"),
      (["--replications", "1001"], "from 1 to 1000"), (["--replications", "-2"], "-2: write"),
      (["--replications", "2", "--seed", "0xffffffffffffffff"], "the last seed would be beyond"),
      (["--clients"], "--clients"),
      (["--clients", "0"], "--clients 0: clients.count: '0' is out of range"),
      (["--clients", "-5"], "--clients -5: clients.count: '-5' is out of range"),
      (["--clients", "many"], "'many' is not a count"),
      (["--seed", "0xfg"], "--seed 0xfg: seed"),
      (["--duration", "10"], "--duration 10: duration: 10 has no unit"),
      (["--session", "optimistic"], "clients.start: optimistic clients have nothing left to do"),
      (["--session", "primer", "--backoff", "stoat-web"], "waits by rules of its own"),
      (["--profile", "forweb"], "did you mean 'forWeb'?"),
      (["--backoff", "stoat-wep"], "did you mean 'stoat-web'?"),
      (["--backoff", "uniform(0, 2^y)"], "^"),
      (["--backoff", "socketio", "--backoff", "aws-full"], "given 2 times, and a run has one"),
      (["--set", "network.latncy=1ms"], "network.latncy: unknown key"),
      (["--set", "seed"], "write key.path=value"),
      (["--slo", "recover.p98 < 3s"], "there is no metric 'recover.p98'"),
      (["--slo", "recover.p99"], "no comparison"),
      (["mixed-fleet", "--slo", "cohorts.fones.recover.p99 < 1s"], "there are no cohorts 'fones'"),
      (["--slo", "systems.stoat.recover.p99 < 1s"], "the fleet has only one session system"),
      (["--slo", "recover.p99 < 9"], "--slo 'recover.p99 < 9': recover.p99 is a duration"),
      (["--format", "xml"], "xml"),
      (["--out", ""], "needs the name"), (["--out", "x", "--no-out"], "exclude each other"),
      (["backoffs", "--failures", "0"], "out of range"), (["backoffs", "2^"], "^"),
      (["backoffs", "aws-full", "--seed", "x"], "--seed x"), (["replay"], "--session"),
      (["replay", "--session", "optimistic"], "replay speaks stoat, chatSocket, primer"),
      (["replay", "--session", "stoat", "--input", "none"], "cannot read 'none'"),
      (["diagram", "--session", "stoot"], "did you mean 'stoat'?"),
      (["diagram", "--session", "stoat", "--profile", "x"], "sdkAutoReconnect"),
      (["scenarios", "long-outtage"], "did you mean 'long-outage'?"), (["validate"], "file"),
      (["explain", "recover.p98"], "did you mean"),
      (["--slo", "p99 < 90s"], "did you mean 'recover.p99'?"),
      (["--backoff", "rand() * 2^x"], "a random number from a to b is uniform(a, b)"),
      (["--set", "network.latency=50"], "50 has no unit: did you mean 50ms, or 50s?"),
    ])
  func wrong(arguments: [String], message: String) throws {
    let place = try Workplace()
    let process = try place.start(arguments)
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 2)
    #expect(ending.messages.contains(message), "\(ending.messages)")
    #expect(ending.results.isEmpty)
    #expect(!place.exists("results"))
  }

  @Test("a bad file is located")
  func badFile() throws {
    let place = try Workplace()
    try place.write("name: a\nclients:\n  cuont: 5\n", to: "bad.yaml")
    let ending = try place.simulate("bad.yaml")
    #expect(ending.status == 2)
    #expect(ending.messages.contains("bad.yaml:3:3: clients.cuont: unknown key"))
  }
}
