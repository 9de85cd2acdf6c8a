import Documents
import Foundation
import Studies
import Systems

/// The unfinished sweep beside the folder it is to become: `.<name>.sweep` with its plan, the journal
/// of its finished cells, and a lock against a second process.
package final class SweepWork: Sendable {
  package let journal: SweepJournal
  private let folder: String
  private let files: any FileSystem
  private let lock: WorkLock

  /// Takes up the work on a sweep, or begins it.
  ///
  /// - Parameters:
  ///   - place: of the results folder of the sweep.
  ///   - restarts: whether earlier work is dropped.
  /// - Throws: where another process is at it, or where the work of another sweep lies there and may
  ///   not be dropped.
  package convenience init(
    _ description: SweepDescription, _ plan: SweepPlan, place: ResultsPlace, restarts: Bool
  ) throws(SweepFolderError) {
    let shard = plan.cells.shard
    try self.init(
      description, shard, recording: plan.cells,
      CellRecord(values: plan.metrics.paths.count, promises: plan.request.promises.count),
      place: place, restarts: restarts)
  }

  /// - Parameter recorded: the cells that the journal has room for.
  init(
    _ description: SweepDescription, _ shard: Shard, recording recorded: ShardCells,
    _ record: CellRecord, place: ResultsPlace, restarts: Bool
  ) throws(SweepFolderError) {
    if let earlier = ShardStamp(place.path), earlier.plan == description.hash,
      earlier.part != shard.description
    {
      throw .refused(
        "\(place.path) holds shard \(earlier.part) of this sweep, and this is \(shard); give each "
          + "shard a folder of its own")
    }
    folder = place.sweepWork
    files = place.files
    lock = try WorkLock(folder, files)
    let text = description.text(of: shard)
    let earlier = try Self.plan(in: folder, files)
    if restarts || earlier != text {
      if let earlier, !restarts, try Self.hasCells(in: folder, files) {
        throw .refused(Self.refusal(of: earlier, in: folder, description))
      }
      try Self.begin(text, in: folder, files)
    }
    journal = try SweepJournal(folder + "/" + Self.journalName, recorded, record, files)
  }

  private static let journalName = "journal"
  private static let planName = "plan.json"
  static let lockName = "lock"

  /// The path of the folder, as messages show it.
  package var path: String { shownPath(folder) }

  /// Takes it away, as there is nothing left to be done.
  package func remove() { Self.remove(folder, files) }

  private static func remove(_ folder: String, _ files: any FileSystem) {
    // The lock goes last: a process that waits for it never finds half of the files.
    for name in [journalName, planName, lockName] {
      try? files.removeFile("\(folder)/\(name)")
    }
    try? files.removeFolder(folder)
  }

  /// Takes away what is left of the work on a shard whose folder is finished: its process was killed just
  /// before it could do that.
  static func removeRest(
    of description: SweepDescription, _ shard: Shard, place: ResultsPlace
  ) throws(SweepFolderError) {
    let (folder, files) = (place.sweepWork, place.files)
    guard try plan(in: folder, files) == description.text(of: shard) else { return }
    let lock = try WorkLock(folder, files)
    withExtendedLifetime(lock) { remove(folder, files) }
  }

  // MARK: Its plan

  private static func plan(
    in folder: String, _ files: any FileSystem
  ) throws(SweepFolderError) -> String? {
    let path = "\(folder)/\(planName)"
    let kind = try failing("cannot read \(shownPath(path))") { () throws(FileError) in
      try files.kind(of: path)
    }
    switch kind {
    case nil: return nil
    case .file: return String(decoding: try mapped(path, files), as: UTF8.self)
    case .some(let kind): throw .failed("\(shownPath(path)) is \(kind.words)")
    }
  }

  private static func hasCells(
    in folder: String, _ files: any FileSystem
  ) throws(SweepFolderError) -> Bool {
    let path = "\(folder)/\(journalName)"
    let kind = try failing("cannot read \(shownPath(path))") { () throws(FileError) in
      try files.kind(of: path)
    }
    guard kind == .file else { return false }
    return try failing("cannot read \(shownPath(path))") { () throws(FileError) in
      try !files.read(path, at: 0, 1).isEmpty
    }
  }

  /// The plan goes last, and comes first: cells without their plan are worth nothing.
  private static func begin(
    _ plan: String, in folder: String, _ files: any FileSystem
  ) throws(SweepFolderError) {
    let path = "\(folder)/\(planName)"
    try failing("cannot write \(shownPath(path))") { () throws(FileError) in
      for name in [planName, planName + ".new", journalName]
      where try files.kind(of: "\(folder)/\(name)") != nil {
        try files.removeFile("\(folder)/\(name)")
      }
      try files.syncFolder(folder)
      try files.writeNew(path + ".new", plan)
      try files.rename(path + ".new", to: path)
      try files.syncFolder(folder)
    }
  }

  private static func refusal(
    of earlier: String, in folder: String, _ description: SweepDescription
  ) -> String {
    let place = "the unfinished work in \(shownPath(folder))"
    if let problem = ResultsSchema.problem(in: earlier, of: place) {
      return "\(problem), with --restart to drop it"
    }
    return "\(shownPath(folder)) holds the unfinished work of another sweep or map (plan "
      + "\(hash(in: earlier)), this is \(description.hash)). Go on with its own command and "
      + "version, name another --out, or drop it with --restart"
  }

  private static func hash(in plan: String) -> String {
    struct Plan: Decodable { var plan: PlanRecord }
    let found = try? Plan(document: plan)
    return found?.plan.value ?? "unknown"
  }
}

/// A lock on a folder that ends with the process.
private final class WorkLock: Sendable {
  private let file: OpenFile
  private let files: any FileSystem

  /// Makes the folder where it is missing.
  init(_ folder: String, _ files: any FileSystem) throws(SweepFolderError) {
    self.files = files
    let path = "\(folder)/\(SweepWork.lockName)"
    while true {
      let opened: OpenFile
      do throws(FileError) {
        try files.makeFolders(folder)
        if try files.kind(of: folder) != .folder { throw FileError(code: ENOTDIR) }
        opened = try files.open(path, .append)
      } catch {
        // The process that was at work here has just finished.
        if error.code == ENOENT { continue }
        throw .system("cannot write \(shownPath(folder))", error)
      }
      guard try Self.lock(opened, folder, files) else {
        files.close(opened)
        throw .failed("another process is at work in \(shownPath(folder))")
      }
      // The process that held the lock before may have finished and removed the folder.
      if files.isSame(opened, as: path) {
        file = opened
        return
      }
      files.close(opened)
    }
  }

  deinit { files.close(file) }

  private static func lock(
    _ file: OpenFile, _ folder: String, _ files: any FileSystem
  ) throws(SweepFolderError) -> Bool {
    do throws(FileError) {
      return try files.lock(file)
    } catch {
      // A file system without locks: one process at a time is the user's care.
      if error.isUnsupported { return true }
      files.close(file)
      throw .system("cannot lock \(shownPath(folder))", error)
    }
  }
}
