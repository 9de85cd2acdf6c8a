import Foundation

/// What becomes of the unfinished work of a sweep between two starts.
enum Damage: String, CaseIterable, Sendable {
  case truncated, flipped, doubled, swapped, garbage, repeated, empty, missing, forged
  case journalLink, danglingLink, journalFolder, journalPipe
  case planTruncated, planFlipped, planEmpty, planMissing, planGarbage, planLink, planFolder
  case lockLink, lockFolder, lockMissing, workLink, workFile, foreignFile

  /// Does it to the work in a place. `victim` is a file that a link may point to, `elsewhere` a
  /// folder.
  func apply(_ dice: inout Dice, in place: Place, victim: String, elsewhere: String) throws {
    let folder = place.path(SmallSweep.work)
    switch self {
    case .truncated, .flipped, .doubled, .swapped, .garbage, .repeated, .empty, .forged:
      let path = folder + "/journal"
      try Data(spoiled(try bytes(of: path), &dice)).write(to: URL(fileURLWithPath: path))
    case .planTruncated, .planFlipped, .planEmpty, .planGarbage:
      let path = folder + "/plan.json"
      try Data(spoiledPlan(try bytes(of: path), &dice)).write(to: URL(fileURLWithPath: path))
    case .missing: try Self.remove(folder + "/journal")
    case .planMissing: try Self.remove(folder + "/plan.json")
    case .lockMissing: try Self.remove(folder + "/lock")
    case .journalLink: try Self.link(folder + "/journal", to: victim)
    case .danglingLink: try Self.link(folder + "/journal", to: place.root + "/out-nowhere")
    case .planLink: try Self.link(folder + "/plan.json", to: victim)
    case .lockLink: try Self.link(folder + "/lock", to: victim)
    case .journalFolder: try Self.folder(folder + "/journal")
    case .planFolder: try Self.folder(folder + "/plan.json")
    case .lockFolder: try Self.folder(folder + "/lock")
    case .journalPipe:
      try Self.remove(folder + "/journal")
      if mkfifo(folder + "/journal", 0o644) != 0 { throw Trouble("no pipe: \(errorText(errno))") }
    case .workLink:
      try FileManager.default.moveItem(atPath: folder, toPath: elsewhere)
      try FileManager.default.createSymbolicLink(
        atPath: folder, withDestinationPath: elsewhere)
    case .workFile:
      try Self.remove(folder)
      try place.write("mine", to: SmallSweep.work)
    case .foreignFile: try place.write("mine", to: SmallSweep.work + "/notes.txt")
    }
  }

  // MARK: Bytes

  private func spoiled(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var journal = JournalBytes(bytes)
    let one = journal.record(dice.below(journal.count))
    switch self {
    case .truncated: return Array(bytes.prefix(dice.below(bytes.count)))
    case .flipped: return flipped(bytes, &dice)
    case .doubled: return one + bytes
    case .repeated: return bytes + one + one
    case .garbage: return bytes + (0..<dice.between(1, 200)).map { _ in UInt8(dice.below(256)) }
    case .swapped:
      let last = journal.record(journal.count - 1)
      return last + bytes.dropFirst(one.count).dropLast(one.count) + journal.record(0)
    case .forged:
      // A number beyond the grid, events beyond what can be counted, a kind of value that is none.
      let full = [UInt8](repeating: 0xFF, count: 8)
      let forgeries: [(offset: Int, new: [UInt8])] = [
        (0, [0, 0, 0, 0]), (0, [25, 0, 0, 0]), (0, [0xFF, 0xFF, 0xFF, 0xFF]), (12, full), (20, [9]),
        (20, [5] + full),
      ]
      let forgery = dice.pick(forgeries)
      journal.forge(dice.below(journal.count), at: forgery.offset, forgery.new)
      return journal.bytes
    default: return []
    }
  }

  private func spoiledPlan(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    switch self {
    case .planTruncated: Array(bytes.prefix(dice.between(1, bytes.count - 1)))
    case .planFlipped: flipped(bytes, &dice)
    case .planGarbage: Array(#"{"plan": {"value": "\u001B[31m\u202E"}}"#.utf8)
    default: []
    }
  }

  private func flipped(_ bytes: [UInt8], _ dice: inout Dice) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<dice.between(1, 8) {
      let place = dice.below(bytes.count)
      bytes[place] ^= 1 << UInt8(dice.below(8))
    }
    return bytes
  }

  // MARK: What stands there instead

  private static func remove(_ path: String) throws {
    if kind(of: path) != nil { try FileManager.default.removeItem(atPath: path) }
  }

  private static func link(_ path: String, to target: String) throws {
    try remove(path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
  }

  /// A folder with something in it.
  private static func folder(_ path: String) throws {
    try remove(path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path + "/mine.txt"))
  }
}
