import Testing

extension ProgramAttacks {
  @Suite(
    "A control group with little memory",
    .enabled(if: MemoryGroup.problem == nil, Comment(rawValue: MemoryGroup.problem ?? "")))
  struct ControlGroupTests {
    @Test(
      "makes a run refuse, or end as always; it is never killed",
      arguments: [48, 64, 96, 160, 512])
    func limited(_ megabytes: Int) throws {
      let group = try MemoryGroup(megabytes << 20)
      let clients = min(300_000, 3 * Tool.clientsPerSecond)
      for command in MemoryCommand.all {
        let launch = Launch(command.arguments(clients: clients), before: group.entry)
        let ending = try Place().run(launch)
        #expect(MemoryCommand.faults(ending) == [], "\(ending.description)")
      }
    }
  }
}
