import Foundation
import Testing

extension ProgramAttacks {
  @Suite("Two processes with one results folder")
  struct TwoAtOnceTests {
    @Test("leave one whole folder, that of either", arguments: KillTarget.all.indices)
    func plain(_ index: Int) throws { try meet(index, wrapper: [], "plain") }

    @Test(
      "leave one whole folder where both have the same number",
      .enabled(if: Machine.processNumbers.isWanted, Machine.processNumbers.reason),
      arguments: KillTarget.all.indices)
    func sameNumber(_ index: Int) throws {
      try Machine.processNumbers.demand()
      try meet(index, wrapper: Machine.sameNumbers, "same number")
    }

    private func meet(_ index: Int, wrapper: [String], _ name: String) throws {
      let reference = try KillReference(KillTarget.all[index])
      let tally = Tally()
      let findings = Amount.cases(2, full: 30).flatMap { number -> [Finding] in
        let encounter = Encounter(
          number: number * 100 + index, reference: reference, wrapper: wrapper)
        do {
          return try encounter.findings(tally)
        } catch {
          return [Finding(number, ["the harness: \(error)"], "")]
        }
      }
      note("two of a \(reference.target.name), \(name)", tally.text)
      report(findings, of: "two-\(name)")
    }

    @Test("a folder that another is filling is not taken for a leftover")
    func live() throws { try expectLiveFolderStays(wrapper: []) }

    @Test(
      "nor where both have the same number",
      .enabled(if: Machine.processNumbers.isWanted, Machine.processNumbers.reason))
    func liveWithSameNumber() throws {
      try Machine.processNumbers.demand()
      try expectLiveFolderStays(wrapper: Machine.sameNumbers)
    }

    @Test("what a killed process has left is cleaned up, what is locked is not")
    func leftovers() throws {
      let place = try Place()
      for name in ["dead", "live"] { try place.write("{}", to: ".r.partial-\(name)/summary.json") }
      let folder = open(place.path(".r.partial-live"), O_RDONLY | O_CLOEXEC)
      defer { close(folder) }
      try #require(folder >= 0 && flock(folder, LOCK_EX | LOCK_NB) == 0)
      try expectWhole(ResultsCommand.run.arguments("r"), "r", in: place)
      #expect(place.names() == [".r.partial-live", "r"])
      #expect(try place.read(".r.partial-live/summary.json") == Array("{}".utf8))
    }
  }
}

/// Stops a process in the middle of writing, lets another one run to its end, and lets the first go
/// on.
private func expectLiveFolderStays(wrapper: [String]) throws {
  let merge = try #require(KillTarget.all.first { $0.name == "merge" })
  let reference = try KillReference(merge)
  let place = try Place()
  try merge.prepare(place)
  var slow = merge.launch(seed: 1)
  slow.wrapper = wrapper
  var quick = merge.launch(seed: 2)
  quick.wrapper = wrapper
  for _ in 0..<40 {
    let started = try place.start(slow)
    guard let partial = stopped(started, in: place) else {
      _ = try started.finish()
      continue
    }
    let before = Snapshot(place.path(partial))
    let ending = try place.run(quick)
    #expect(ending.faults(unless: 0) == [], "\(ending.description)")
    #expect(reference.faults(in: place.path("r"), seeds: [2]) == [])
    #expect(Snapshot(place.path(partial)).changes(since: before) == [])
    started.child.sendToAll(SIGCONT)
    let last = try started.finish()
    #expect(last.faults(unless: 0) == [], "\(last.description)")
    #expect(reference.faults(in: place.path("r"), seeds: [1]) == [])
    #expect(place.names() == ["r"])
    return
  }
  Issue.record("no process was ever caught while it was writing")
}

/// The hidden folder that a process was filling when it was stopped; nil where it was quicker.
private func stopped(_ started: Started, in place: Place) -> String? {
  while started.child.poll() == nil {
    guard place.names().contains(where: { $0.hasPrefix(".r.partial-") }) else { continue }
    started.child.sendToAll(SIGSTOP)
    // Until the signal has arrived it may go on.
    usleep(20_000)
    let partial = place.names().first { $0.hasPrefix(".r.partial-") }
    if partial == nil { started.child.sendToAll(SIGCONT) }
    return partial
  }
  return nil
}
