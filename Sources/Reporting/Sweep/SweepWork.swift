import Experiments
import Foundation

/// The unfinished sweep beside the folder it is to become: `.<name>.sweep` with its plan, the journal
/// of its finished cells, and a lock against a second process.
public final class SweepWork: Sendable {
  public let journal: SweepJournal
  private let folder: URL
  private let lock: WorkLock

  /// Takes up the work on a sweep, or begins it.
  ///
  /// - Parameters:
  ///   - target: the results folder of the sweep.
  ///   - restarts: whether earlier work is dropped.
  /// - Throws: where another process is at it, or where the work of another sweep lies there and may
  ///   not be dropped.
  public init(
    _ description: SweepDescription, _ plan: SweepPlan, _ shard: Shard, target: String,
    restarts: Bool
  ) throws(SweepFolderError) {
    if let earlier = try? SweepFolder(target), earlier.plan == description.hash,
      earlier.shard != shard
    {
      throw .refused(
        "\(target) holds shard \(earlier.shard) of this sweep, and this is \(shard); give each "
          + "shard a folder of its own")
    }
    folder = Self.folder(of: target)
    lock = try WorkLock(folder)
    let path = folder.appendingPathComponent("journal").path
    let file = folder.appendingPathComponent("plan.json")
    let text = description.text(of: shard)
    let earlier = try? String(contentsOf: file, encoding: .utf8)
    if restarts || earlier != text {
      if let earlier, !restarts, Self.isLongerThanZero(path) {
        let place = "the unfinished work in \(shownPath(folder))"
        if let problem = ResultsSchema.problem(in: earlier, of: place) {
          throw .refused("\(problem), with --restart to drop it")
        }
        throw .refused(
          "\(shownPath(folder)) holds the unfinished work of another sweep (plan "
            + "\(Self.hash(in: earlier)), this is \(description.hash)). Go on with its own "
            + "command and version, name another --out, or drop it with --restart")
      }
      // The plan goes last, and comes first: cells without their plan are worth nothing.
      unlink(path)
      do {
        try Data(text.utf8).write(to: file, options: .atomic)
      } catch {
        throw .failed("cannot write \(shownPath(file)): \(reason(of: error))")
      }
    }
    journal = try SweepJournal(
      path, shard: shard, cells: plan.grid.cells, values: plan.metrics.paths.count)
  }

  /// Where it lies, as messages say it.
  public var path: String { shownPath(folder) }

  /// Takes it away, as there is nothing left to be done.
  public func remove() { try? FileManager.default.removeItem(at: folder) }

  static func folder(of target: String) -> URL {
    let url = URL(fileURLWithPath: target).standardizedFileURL.resolvingSymlinksInPath()
    return url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).sweep")
  }

  private static func isLongerThanZero(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_size > 0
  }

  private static func hash(in plan: String) -> String {
    struct Plan: Decodable { var plan: SweepManifest.Hash }
    let found = try? JSONDecoder().decode(Plan.self, from: Data(plan.utf8))
    return found?.plan.value ?? "unknown"
  }
}

/// Relative to the working directory where it lies below it.
func shownPath(_ url: URL) -> String {
  let here =
    URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    .resolvingSymlinksInPath().path + "/"
  return url.path.hasPrefix(here) ? String(url.path.dropFirst(here.count)) : url.path
}

/// A lock on a folder that ends with the process.
private final class WorkLock: Sendable {
  private let descriptor: Int32

  /// Makes the folder where it is missing.
  init(_ folder: URL) throws(SweepFolderError) {
    let path = folder.appendingPathComponent("lock").path
    while true {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      } catch {
        throw .failed("cannot write \(shownPath(folder)): \(reason(of: error))")
      }
      let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      if file < 0, errno == ENOENT { continue }
      guard file >= 0 else { throw .system("cannot write \(shownPath(folder))") }
      if flock(file, LOCK_EX | LOCK_NB) != 0, errno != ENOSYS, errno != ENOTSUP, errno != ENOLCK {
        let code = errno
        close(file)
        guard code == EWOULDBLOCK else { throw .system("cannot lock \(shownPath(folder))", code) }
        throw .failed("another process is at work in \(shownPath(folder))")
      }
      // Whoever held the lock before may have finished and removed the folder.
      if Self.isSame(file, path) {
        descriptor = file
        return
      }
      close(file)
    }
  }

  deinit { close(descriptor) }

  private static func isSame(_ file: Int32, _ path: String) -> Bool {
    var open = stat()
    var named = stat()
    return fstat(file, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino
      && open.st_dev == named.st_dev
  }
}
