import Foundation
import Studies
import Synchronization

/// The finished cells of a shard, in the order in which they were finished: what is left of a sweep
/// that was killed.
///
/// A record is appended in one step for each cell. A kill can cut off only the last one, which is
/// taken away when the journal is opened again.
///
/// Only where the records begin is kept in memory: they may be larger than it is.
package final class SweepJournal: Sendable {
  /// The cells that are done.
  private struct State: Sendable {
    /// The position at which the record of each cell of the shard begins; -1 if there is none yet.
    var offsets: [Int]
    var done = 0
    var length = 0
    /// Records that may not be on the disk yet, and since when.
    var unsynced = 0
    var syncedAt = ContinuousClock.now
  }

  private let path: String
  private let cells: ShardCells
  private let record: CellRecord
  private let files: any FileSystem
  private let file: OpenFile
  private let state: Mutex<State>

  /// How many records may be on their way to the disk, should the machine itself stop, and for how long.
  private static let syncInterval = 256
  private static let syncTime = Duration.seconds(1)

  /// Opens the journal at `path`, or begins it, and cuts off what is not a whole record.
  package init(
    _ path: String, _ cells: ShardCells, _ record: CellRecord, _ files: any FileSystem = Disk()
  ) throws(SweepFolderError) {
    self.path = path
    self.cells = cells
    self.record = record
    self.files = files
    let empty = State(offsets: Array(repeating: -1, count: cells.count))
    state = Mutex(empty)
    file = try Self.open(path, files)
    let pieces = JournalPieces(file, files, record)
    let found = try failing("cannot read \(shownPath(path))") { () throws(FileError) in
      try Self.read(pieces, into: empty, cells)
    }
    state.withLock { $0 = found }
    try failing("cannot write \(path)") { () throws(FileError) in
      try files.truncate(file, to: found.length)
    }
  }

  deinit { files.close(file) }

  private static func open(
    _ path: String, _ files: any FileSystem
  ) throws(SweepFolderError) -> OpenFile {
    let found: FileKind?
    do throws(FileError) {
      found = try files.kind(of: path)
      if found == nil || found == .file { return try files.open(path, .append) }
    } catch {
      throw .system("cannot write \(shownPath(path))", error)
    }
    throw .failed("\(shownPath(path)) is \(found?.words ?? "gone"): it is left alone")
  }

  /// How many cells are done.
  package var done: Int { state.withLock { $0.done } }

  /// The numbers of the cells that are not, in order.
  package var pending: [Int] {
    state.withLock { state in
      state.offsets.indices.filter { state.offsets[$0] < 0 }.map(cells.number)
    }.sorted()
  }

  /// Adds a cell that is not there yet.
  package func append(_ cell: SweepCell) throws(SweepFolderError) {
    let bytes = record.bytes(of: cell)
    let failure = state.withLock { state -> FileError? in
      guard let place = cells.place(of: cell.number), state.offsets[place] < 0 else {
        return nil
      }
      do throws(FileError) {
        try files.write(bytes, to: file)
      } catch {
        // Half a record must not stand before a whole one.
        try? files.truncate(file, to: state.length)
        return error
      }
      state.offsets[place] = state.length
      state.length += bytes.count
      state.done += 1
      state.unsynced += 1
      let now = ContinuousClock.now
      if state.unsynced >= Self.syncInterval || now - state.syncedAt >= Self.syncTime {
        try? files.sync(file)
        (state.unsynced, state.syncedAt) = (0, now)
      }
      return nil
    }
    if let failure { throw .system("cannot write \(path)", failure) }
  }

  /// Gives the cells that are done, in the order of their numbers.
  package func readCells(_ body: (SweepCell) throws(SweepFolderError) -> Void)
    throws(SweepFolderError)
  {
    let offsets = state.withLock { $0.offsets }
    let done = offsets.indices.filter { offsets[$0] >= 0 }
    let numbers = done.map(cells.number).sorted()
    for number in numbers {
      guard let place = cells.place(of: number), let cell = try cell(at: offsets[place]) else {
        throw .failed("\(path) was changed while it was in use")
      }
      try body(cell)
    }
  }

  /// nil where no whole record begins there.
  private func cell(at offset: Int) throws(SweepFolderError) -> SweepCell? {
    let bytes = try failing("cannot read \(path)") { () throws(FileError) in
      try files.read(file, at: offset, record.sizes.upperBound)
    }
    return bytes.withUnsafeBytes { bytes in
      record.size(in: bytes[...]).flatMap { size in
        size <= bytes.count ? record.cell(in: bytes[..<size]) : nil
      }
    }
  }

  /// The whole records from the begin on; everything behind the first that is torn is left.
  private static func read(
    _ pieces: JournalPieces, into empty: State, _ cells: ShardCells
  ) throws(FileError) -> State {
    var pieces = pieces
    var state = empty
    while let (cell, size) = try pieces.next(), let place = cells.place(of: cell.number),
      state.offsets[place] < 0
    {
      state.offsets[place] = state.length
      state.length += size
      state.done += 1
    }
    return state
  }
}

/// The records of a journal from its begin on, of which only a piece is in memory at a time.
private struct JournalPieces {
  private let file: OpenFile
  private let files: any FileSystem
  private let record: CellRecord
  private var piece: [UInt8] = []
  /// The number of bytes of the piece that were given already.
  private var given = 0
  /// The position in the file at which the next piece begins.
  private var offset = 0

  init(_ file: OpenFile, _ files: any FileSystem, _ record: CellRecord) {
    self.file = file
    self.files = files
    self.record = record
  }

  /// The next cell, and how many bytes it takes; nil where no whole record follows.
  mutating func next() throws(FileError) -> (cell: SweepCell, size: Int)? {
    if piece.count - given < record.sizes.upperBound { try readOn() }
    let found = piece.withUnsafeBytes { bytes -> (SweepCell, Int)? in
      let rest = bytes[given...]
      guard rest.count >= record.sizes.lowerBound, let size = record.size(in: rest),
        size <= rest.count, let cell = record.cell(in: rest.prefix(size))
      else { return nil }
      return (cell, size)
    }
    if let found { given += found.1 }
    return found
  }

  private mutating func readOn() throws(FileError) {
    let more = try files.read(file, at: offset, max(1 << 20, record.sizes.upperBound))
    offset += more.count
    piece = piece[given...] + more
    given = 0
  }
}

/// A file's bytes, in memory only while they are looked at.
func mapped(_ path: String, _ files: any FileSystem = Disk()) throws(SweepFolderError) -> Data {
  try failing("cannot read \(path)") { () throws(FileError) in try files.read(path) }
}
