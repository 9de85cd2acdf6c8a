import Documents
import Foundation
import Store
import Studies

/// A journal keeps the whole records at its begin and nothing else, takes further cells, and reads back the same.
///
/// - Parameter bytes: a first byte that says what the others are: the file itself, or the bodies of records, each
///   behind its length, which are given right checksums.
func readJournal(_ bytes: [UInt8]) {
  guard let kind = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  let path = NSTemporaryDirectory() + "squall-fuzzed-journal-\(getpid())"
  defer { unlink(path) }
  do {
    try Data(kind % 2 == 0 ? rest : recorded(rest)).write(to: URL(fileURLWithPath: path))
    let first = try cells(in: path)
    let again = try cells(in: path)
    precondition(again == first, "opened again, it has other cells")
    precondition(Set(first.map(\.number)).count == first.count, "a cell twice")
  } catch {
    preconditionFailure("a journal that cannot be opened: \(error)")
  }
}

private func cells(in path: String) throws -> [SweepCell] {
  let cells = ShardCells(.whole, cells: 12, replications: 3)
  let journal = try SweepJournal(path, cells, CellRecord(values: 2, promises: 1))
  var found: [SweepCell] = []
  try journal.readCells { found.append($0) }
  precondition(found.count == journal.done, "cells that are counted, and are not there")
  precondition(
    journal.pending.count + journal.done == 12, "cells that are neither done nor pending")
  return found
}

/// Bodies behind a byte each that says how long they are, as records with their lengths and checksums.
private func recorded(_ bytes: [UInt8]) -> [UInt8] {
  var file: [UInt8] = []
  var rest = bytes[...]
  while let length = rest.popFirst() {
    let body = Array(rest.prefix(Int(length)))
    rest = rest.dropFirst(Int(length))
    file += (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
    let hash = fnv1a(body)
    file += (0..<8).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
    file += body
  }
  return file
}
