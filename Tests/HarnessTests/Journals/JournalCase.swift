import Foundation

/// One interrupted sweep whose work is damaged, and the same command again.
struct JournalCase {
  let number: Int
  let damage: Damage
  /// What the interrupted start left.
  let files: [String: [UInt8]]
  let sweep: SmallSweep

  func findings(_ tally: Tally) throws -> [Finding] {
    let place = try Place()
    let victim = place.root + "/out-victim"
    let elsewhere = place.root + "/out-elsewhere"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: victim))
    for (name, bytes) in files { try place.write(bytes, to: "\(SmallSweep.work)/\(name)") }
    var dice = Dice(4, case: number)
    try damage.apply(&dice, in: place, victim: victim, elsewhere: elsewhere)
    let before = Snapshot(place.work)
    let away = Snapshot(elsewhere)
    let ending = try place.run(Launch(SmallSweep.arguments))
    tally.add("\(damage) \(ending.status ?? -1)")
    var faults = ending.faults(unless: 0, 1, 2)
    if faults.isEmpty {
      if ending.status == 0 {
        faults = try sweepFaults(in: place)
      } else {
        faults = refusalFaults(ending, Snapshot(place.work), before)
      }
    }
    if try bytes(of: victim) != Array("mine".utf8) { faults.append("the linked file was changed") }
    if Snapshot(elsewhere) != away { faults.append("the linked folder was changed") }
    if kind(of: place.root + "/out-nowhere") != nil { faults.append("the link's target was made") }
    faults = faults.map { "\(damage): \($0)" }
    return Finding.list(number, faults, ending, files: before.files(below: SmallSweep.work))
  }

  private func sweepFaults(in place: Place) throws -> [String] {
    guard damage == .foreignFile else { return try sweep.faults(in: place) }
    // The folder stays, with what is not ours in it.
    let notes = SmallSweep.work + "/notes.txt"
    guard place.exists(notes) else { return ["a foreign file is gone"] }
    try FileManager.default.removeItem(atPath: place.path(SmallSweep.work))
    return try sweep.faults(in: place)
  }

  /// Who refuses says why, and leaves everything as it was. (Taking the lock may make its file.)
  private func refusalFaults(_ ending: Ending, _ now: Snapshot, _ before: Snapshot) -> [String] {
    var faults = now.changes(since: before).filter { $0 != "\(SmallSweep.work)/lock is new" }
    if !ending.said.hasPrefix("error: ") { faults.append("it does not say why") }
    if !ending.results.isEmpty { faults.append("it refused, and printed results") }
    return faults
  }
}
