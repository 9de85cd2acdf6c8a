import Campaigns
import Foundation
import ResultFiles
import Synchronization

/// The finished cells of a shard, in the order in which they were finished: what is left of a sweep
/// that was killed.
///
/// A record is appended in one step for each cell. A kill can cut off only the last one, which is
/// taken away when the journal is opened again.
package final class SweepJournal: Sendable {
  /// The cells that are done.
  private struct State: Sendable {
    /// Where the record of each cell of the shard begins; -1 where there is none yet.
    var offsets: [Int]
    var done = 0
    var length = 0
  }

  private let path: String
  private let shard: Shard
  private let record: CellRecord
  private let files: any FileSystem
  private let file: OpenFile
  private let state: Mutex<State>

  /// How many records may be on their way to the disk, should the machine itself stop.
  private static let syncInterval = 256

  /// Opens the journal at `path`, or begins it, and cuts off what is not a whole record.
  ///
  /// - Parameters:
  ///   - cells: of the whole grid.
  ///   - values: how many each cell has.
  init(
    _ path: String, shard: Shard, cells: Int, values: Int, _ files: any FileSystem = Disk()
  ) throws(SweepFolderError) {
    self.path = path
    self.shard = shard
    self.files = files
    record = CellRecord(values: values)
    let empty = State(offsets: Array(repeating: -1, count: shard.size(of: cells)))
    state = Mutex(empty)
    file = try Self.open(path, files)
    let found = try Self.read(path, into: empty, shard, record, files)
    state.withLock { $0 = found }
    do throws(FileError) {
      try files.truncate(file, to: found.length)
    } catch {
      throw .system("cannot write \(path)", error)
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
      state.offsets.indices.filter { state.offsets[$0] < 0 }.map(shard.cell)
    }
  }

  /// Adds a cell that is not there yet.
  package func append(_ cell: SweepCell) throws(SweepFolderError) {
    let bytes = record.bytes(of: cell)
    let failure = state.withLock { state -> FileError? in
      guard let place = shard.place(ofCell: cell.number), state.offsets[place] < 0 else {
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
      if state.done % Self.syncInterval == 0 { try? files.sync(file) }
      return nil
    }
    if let failure { throw .system("cannot write \(path)", failure) }
  }

  /// Gives the cells that are done, in the order of their numbers.
  func readCells(
    _ body: (SweepCell) throws(SweepFolderError) -> Void
  ) throws(SweepFolderError) {
    let offsets = state.withLock { $0.offsets }
    let data = try mapped(path, files)
    for offset in offsets where offset >= 0 {
      let cell = data.withUnsafeBytes { record.cell(in: $0[offset..<offset + record.size]) }
      guard let cell else { throw .failed("\(path) was changed while it was in use") }
      try body(cell)
    }
  }

  /// The whole records from the begin on; everything behind the first that is torn is left.
  private static func read(
    _ path: String, into empty: State, _ shard: Shard, _ record: CellRecord,
    _ files: any FileSystem
  ) throws(SweepFolderError) -> State {
    let data = try mapped(path, files)
    return data.withUnsafeBytes { bytes in
      var state = empty
      while state.length + record.size <= bytes.count {
        let next = state.length..<state.length + record.size
        guard let cell = record.cell(in: bytes[next]),
          let place = shard.place(ofCell: cell.number), place < state.offsets.count,
          state.offsets[place] < 0
        else { break }
        state.offsets[place] = state.length
        state.length = next.upperBound
        state.done += 1
      }
      return state
    }
  }
}

/// A file's bytes, in memory only while they are looked at.
func mapped(
  _ path: String, _ files: any FileSystem = Disk()
) throws(SweepFolderError) -> Data {
  do throws(FileError) {
    return try files.read(path)
  } catch {
    throw .system("cannot read \(path)", error)
  }
}
