import Foundation
import Testing

extension ProgramAttacks {
  @Suite(
    "Too little memory", .enabled(if: Machine.memoryLimits.isWanted, Machine.memoryLimits.reason))
  struct AddressSpaceTests {
    @Test("makes a run refuse, or end as always; it never dies")
    func addressSpace() throws {
      try Machine.memoryLimits.demand()
      let least = try Self.least()
      let sizes = Self.sizes(least)
      let clients = min(300_000, 3 * Tool.clientsPerSecond)
      let tally = Tally()
      let findings = inPairs(Array(0..<sizes.count * MemoryCommand.all.count)) { number in
        let command = MemoryCommand.all[number % MemoryCommand.all.count]
        let size = sizes[number / MemoryCommand.all.count]
        let launch = Launch(command.arguments(clients: clients), before: "ulimit -v \(size)")
        let ending = try Place().run(launch)
        tally.add("\(command.session) \(ending.status ?? -1)")
        return Finding.list(number, MemoryCommand.faults(ending), ending)
      }
      note("memory from \(least) KiB on, \(clients) clients", tally.text)
      report(findings, of: "memory")
      // Limits that none of them reaches, or all of them, would show nothing.
      for session in MemoryCommand.all.map(\.session) {
        #expect(clients < 300_000 || tally["\(session) 1"] > 0)
        #expect(tally["\(session) 0"] + tally["\(session) 3"] > 0)
      }
    }

    /// KiB with which the program can run ten clients: below that its own start fails.
    private static func least() throws -> Int {
      var size = 40_000
      while size < 8_000_000 {
        let arguments = ["--clients", "10", "--duration", "70s", "--no-out", "--quiet"]
        let ending = try Place().run(Launch(arguments, before: "ulimit -v \(size)"))
        if ending.status == 0 { return size }
        size += size / 40
      }
      throw Trouble("the program does not run in 8 GB")
    }

    private static func sizes(_ least: Int) -> [Int] {
      let more =
        Amount.isFull
        ? [0, 1, 2, 4, 8, 12, 16, 24, 32, 48, 64, 80, 96, 128, 160, 192, 256, 384, 512]
        : [0, 4, 24, 64, 384]
      return more.map { least + $0 * 1_024 }
    }
  }
}
