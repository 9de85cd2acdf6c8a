import Foundation

/// A command that is killed some times, and then left to end.
struct KillCase {
  let number: Int
  let reference: KillReference
  private var dice: Dice
  private let place: Place
  private let foreign: [String: [UInt8]]

  private var target: KillTarget { reference.target }

  init(_ number: Int, _ reference: KillReference) throws {
    self.number = number
    self.reference = reference
    dice = Dice(6, case: number)
    place = try Place()
    try reference.target.prepare(place)
    // Beside the results, not in them, stands what is somebody else's.
    let names = ["notes.txt", ".notes", ".r.partial-notes", "r.old/mine.csv", ".s.sweep/journal"]
    var foreign: [String: [UInt8]] = [:]
    if !reference.target.isInPlace {
      for name in names { foreign[name] = Array("mine: \(name)".utf8) }
    }
    self.foreign = foreign
    for (name, bytes) in foreign { try place.write(bytes, to: name) }
  }

  mutating func findings(_ tally: Tally) throws -> [Finding] {
    // Half of the cases begin with older results.
    let hasOlder = dice.chance(0.5)
    if hasOlder {
      let older = try place.run(target.launch(seed: 1))
      guard target.isGood(older) else { return Finding.list(number, ["it failed"], older) }
    }
    var faults: [String] = []
    for _ in 0..<dice.between(1, 3) where faults.isEmpty {
      let ending = try killed()
      tally.add(ending.end == .signal(SIGKILL) ? "killed" : "too late")
      faults = faultsAfterKill(ending, hasOlder: hasOlder)
      if !faults.isEmpty { return finding(faults, ending) }
    }
    let ending = try place.run(target.launch(seed: 2))
    if !target.isGood(ending) { faults = ending.faults + ["it does not succeed after a kill"] }
    if faults.isEmpty { faults = faultsAtTheEnd() }
    return finding(faults, ending)
  }

  private func finding(_ faults: [String], _ ending: Ending) -> [Finding] {
    Finding.list(number, faults.map { "\(target.name): \($0)" }, ending)
  }

  // MARK: The kill

  /// At any moment; or, as most of the time nothing is written, soon after the first file is.
  private mutating func killed() throws -> Ending {
    let started = try place.start(target.launch(seed: 2))
    if dice.chance(0.5) {
      _ = started.child.wait(upTo: reference.seconds * Double(dice.below(1_150)) / 1_000)
    } else {
      while started.child.poll() == nil, !isWriting { usleep(100) }
      usleep(UInt32(dice.below(dice.chance(0.5) ? 2_000 : 40_000)))
    }
    started.child.send(SIGKILL)
    return try started.finish()
  }

  private var isWriting: Bool {
    place.names().contains { isPartial($0) && foreign[$0] == nil }
  }

  private func isPartial(_ name: String) -> Bool {
    name.hasPrefix(target.isInPlace ? ".squall.partial-" : ".r.partial-")
  }

  // MARK: What stands there

  private func faultsAfterKill(_ ending: Ending, hasOlder: Bool) -> [String] {
    var faults: [String] = []
    if ending.end != .signal(SIGKILL), !target.isGood(ending) {
      faults += ending.faults + ["it did not end well"]
    }
    let names = place.names()
    let hidden = Set(names.filter { isPartial($0) || $0.hasPrefix(".squall.") })
    if target.isInPlace {
      // From the first file that is moved to the last there is no manifest.
      if names.contains("manifest.json") {
        faults += reference.faults(in: place.work, seeds: hasOlder ? [1, 2] : [2], ignored: hidden)
      }
      return faults
    }
    if names.contains("r") {
      faults += reference.faults(in: place.path("r"), seeds: hasOlder ? [1, 2] : [2])
    } else if hasOlder {
      faults.append("the older results are gone")
    }
    let expected = Set(["r", ".r.sweep"]).union(foreign.keys.map(Self.top)).union(hidden)
    faults += Set(names).subtracting(expected).sorted().map { "there is also \($0)" }
    return faults + foreignFaults()
  }

  /// Nothing but the new results, and what is somebody else's.
  private func faultsAtTheEnd() -> [String] {
    let folder = target.isInPlace ? place.work : place.path("r")
    var faults = reference.faults(in: folder, seeds: [2])
    if !target.isInPlace {
      let expected = Set(["r"]).union(foreign.keys.map(Self.top))
      faults += Set(place.names()).symmetricDifference(expected).sorted().map {
        "\($0) is left over, or gone"
      }
    }
    return faults + foreignFaults()
  }

  private static func top(of path: String) -> String { String(path.prefix { $0 != "/" }) }

  private func foreignFaults() -> [String] {
    foreign.keys.sorted().compactMap { name -> String? in
      let isSame = (try? place.read(name)) == foreign[name]
      return isSame ? nil : "the foreign \(name) was touched"
    }
  }
}
