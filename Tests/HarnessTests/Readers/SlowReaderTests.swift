import Foundation
import Testing

extension ProgramAttacks {
  @Suite("A slow reader")
  struct SlowReaderTests {
    private static let commands: [[String]] = [
      ["backoffs", "--format", "json"],
      ["backoffs", "1s", "--failures", "1000", "--format", "json"],
      ["--clients", "50", "--no-out", "--quiet", "--format", "csv"],
      ["--clients", "50", "--no-out", "--quiet", "--format", "json", "--replications", "2"],
      [
        "sweep", "--clients", "20", "--vary", "faults.0.for=20s,30s", "--replications", "4",
        "--quiet", "--out", "s", "--format", "csv",
      ],
      [
        "compare", "--clients", "20", "--replications", "2", "--backoff", "socketio", "--quiet",
        "--no-out", "--format", "json",
      ],
    ]

    @Test(
      "costs no processor time, and gets everything",
      .enabled(if: Machine.processTimes.isWanted, Machine.processTimes.reason))
    func patient() throws {
      try Machine.processTimes.demand()
      let findings = inPairs(Array(Self.commands.indices)) { number in
        let expected = try Place().run(Launch(Self.commands[number]))
        let place = try Place()
        let pipe = try NarrowPipe()
        let started = try place.start(Launch(Self.commands[number], output: pipe.stream))
        pipe.closeWriting()
        var faults = Self.waitingFaults(started, pipe)
        let printed = pipe.readAll()
        let ending = try started.finish()
        faults += ending.faults(unless: 0, 3)
        if printed != expected.results {
          faults.append("\(printed.count) bytes of \(expected.results.count) arrived, or others")
        }
        return Finding.list(number, faults, ending)
      }
      report(findings, of: "slow-reader")
    }

    /// Looks for three seconds, in which nobody reads.
    private static func waitingFaults(_ started: Started, _ pipe: NarrowPipe) -> [String] {
      pipe.waitForBytes()
      usleep(300_000)
      let before = processorSeconds(of: started.child.pid)
      usleep(3_000_000)
      let after = processorSeconds(of: started.child.pid)
      if started.child.poll() != nil { return ["it did not wait for its reader"] }
      guard let before, let after else { return ["it has no processor time"] }
      return after - before < 0.5 ? [] : ["it used \(after - before) s of the processor in 3 s"]
    }

    @Test("that goes away ends a command quietly", arguments: commands.indices)
    func gone(_ number: Int) throws {
      let place = try Place()
      var pipe: NarrowPipe? = try NarrowPipe()
      let stream = try #require(pipe).stream
      let started = try place.start(Launch(Self.commands[number], output: stream))
      pipe?.waitForBytes()
      // Both ends.
      pipe = nil
      let ending = try started.finish()
      #expect(ending.faults(unless: 0, 3) == [], "\(ending.description)")
      #expect(ending.said == "", "\(ending.description)")
    }
  }
}
