import Testing

extension ProgramAttacks {
  @Suite("Every command under a limit of memory")
  struct EveryCommandTests {
    /// Short runs of many clients, and long ones of few, which are another matter.
    private static let commands: [[String]] = {
      let long = ["--clients", "20", "--duration", "8d", "--set", "until=duration", "--quiet"]
      let large = ["--clients", "400000", "--duration", "65s", "--quiet"]
      let mixed = ["mixed-fleet"] + long
      let runs = [long, large, mixed].flatMap { words in
        [
          words + ["--out", "r"], words + ["--no-out"],
          words + ["--replications", "2", "--out", "r"],
        ]
      }
      let axes = ["--x", "gateway.nodes=1..2", "--y", "faults.0.for=5s..9s", "--cells", "2x2"]
      let studies: [[String]] = [
        ["compare", "--backoff", "socketio", "--replications", "1", "--out", "r"],
        ["sweep", "--vary", "gateway.nodes=1,2", "--out", "r"],
        ["map", "--replications", "1", "--out", "r"] + axes,
        ["capacity", "--least", "gateway.nodes=1..2", "--replications", "1", "--out", "r"],
        ["trace", "--client", "3", "--out", "t"],
        ["trace", "--client", "3", "--format", "perfetto", "--out", "t"],
      ]
      return runs + studies.flatMap { words in [long, large].map { words + $0 } }
        + [["report", "honest"]]
    }()

    @Test("it runs, or says what it needs", arguments: [512, 1_024, 2_048])
    func limited(megabytes: Int) throws {
      let tally = Tally()
      let numbers = Amount.isFull ? Array(Self.commands.indices) : [0, 10, 20]
      let findings = inPairs(numbers) { number in
        let words = Self.commands[number]
        let place = try Place()
        if words[0] == "report" {
          _ = try place.run(
            "--clients", "20", "--duration", "12d", "--set", "until=duration", "--quiet", "--out",
            "honest")
        }
        let ending = try place.run(
          Launch(words, before: "ulimit -v \(megabytes * 1_024)", patience: 25))
        tally.add("exit \(ending.status ?? -1)")
        var faults = ending.faults(unless: 0, 1, 3)
        if ending.status == 1, !ending.said.contains("of memory") {
          faults.append("it was refused, but not for want of memory")
        }
        faults += place.names().filter { $0.hasPrefix(".") }.map { "it left \($0)" }
        return Finding.list(number, faults, ending)
      }
      note("commands under \(megabytes) MB", tally.text)
      report(findings, of: "every-command-\(megabytes)")
    }
  }
}
