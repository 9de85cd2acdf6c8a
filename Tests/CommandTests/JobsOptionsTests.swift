import Foundation
import Testing

/// An option of `simulate sweep` that its shards did not get would be lost without a word.
@Suite("The options that shards are given")
struct JobsOptionsTests {
  private static let carried = [
    "--clients=40", "--session=stoat", "--profile=spec", "--seed=7", "--duration=5m",
    "--set=network.loss=1%", "--slo=recover.p99 < 90s", "--backoff=aws-full",
    "--vary=faults.0.for=20s,30s", "--metric=recover", "--replications=2", "--allow-unused",
  ]

  /// They say how the files are written, or stand in them under a name of the engine's own.
  private static let others: Set = [
    "--jobs", "--shards", "--image", "--claim", "--out", "--force", "--format", "--write",
    "--quiet",
    "--threads", "--progress", "--shard", "--restart", "--version", "--help",
  ]

  @Test("every option of a sweep reaches the shards, or is known not to")
  func all() throws {
    let place = try Workplace()
    let help = try place.simulate("help", "sweep").results
    let options = help.matches(of: /(?m)^ +(?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
    let decided = Self.others.union(
      Self.carried.compactMap { $0.split(separator: "=").first.map(String.init) })
    #expect(Set(options) == decided)

    let process = try place.start(
      ["sweep", "ideal-outage"] + Self.carried + ["--jobs", "snakemake"])
    process.waitUntilExit()
    let ending = try place.ending(of: process)
    #expect(ending.status == 0, "\(ending.messages)")
    let text = try place.read("jobs/snakemake-ideal-outage/sweep.json")
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let words = try #require(read?["sweep"] as? [String])
    #expect(words.first == "ideal-outage")
    #expect(Set(words.dropFirst()) == Set(Self.carried + ["--progress=plain"]))
  }
}
