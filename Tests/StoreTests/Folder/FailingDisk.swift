import Foundation
import Synchronization

@testable import Store
@testable import Studies
@testable import Verdicts

/// The machine's file system, of which one operation after another can fail.
final class FailingDisk: FileSystem {
  /// What becomes of the operation that is chosen, and of those after it.
  enum Fate: Sendable, CaseIterable {
    /// It alone fails: no space, an input or output error.
    case fails
    /// The process is killed before it: nothing happens any more, not even cleaning up.
    case stops
  }

  private let disk = Disk()
  private let fate: Fate
  private let chosen: Int
  private let code: Int32
  private let done = Mutex(0)
  /// Lets folders be as fixed as a mount point.
  let isMounted: Bool

  /// - Parameter chosen: the number of the operation, from 0, among those that change anything.
  init(_ fate: Fate, at chosen: Int, code: Int32 = ENOSPC, isMounted: Bool = false) {
    self.fate = fate
    self.chosen = chosen
    self.code = code
    self.isMounted = isMounted
  }

  /// Operations so far.
  var count: Int { done.withLock { $0 } }

  private func step() throws(FileError) {
    let number = done.withLock { count in
      defer { count += 1 }
      return count
    }
    switch fate {
    case .fails: if number == chosen { throw FileError(code: code) }
    case .stops: if number >= chosen { throw FileError(code: code) }
    }
  }

  func kind(of path: String) throws(FileError) -> FileKind? { try disk.kind(of: path) }
  func followed(_ path: String) -> FollowedFile? { disk.followed(path) }
  func names(in folder: String) throws(FileError) -> [String] { try disk.names(in: folder) }
  func read(_ path: String) throws(FileError) -> Data { try disk.read(path) }
  func read(_ file: OpenFile, at offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
    try disk.read(file, at: offset, count)
  }
  func isSame(_ file: OpenFile, as path: String) -> Bool { disk.isSame(file, as: path) }
  func isWritable(_ folder: String) -> Bool { disk.isWritable(folder) }
  func isWorkingFolder(_ folder: String) -> Bool { disk.isWorkingFolder(folder) }
  func isMountPoint(_ folder: String) -> Bool { isMounted || disk.isMountPoint(folder) }
  func close(_ file: OpenFile) { disk.close(file) }

  func makeFolder(_ path: String) throws(FileError) {
    try step()
    try disk.makeFolder(path)
  }

  func removeFolder(_ path: String) throws(FileError) {
    try step()
    try disk.removeFolder(path)
  }

  func removeFile(_ path: String) throws(FileError) {
    try step()
    try disk.removeFile(path)
  }

  func rename(_ path: String, to other: String) throws(FileError) {
    try step()
    try disk.rename(path, to: other)
  }

  func exchange(_ path: String, _ other: String) throws(FileError) {
    try step()
    try disk.exchange(path, other)
  }

  func open(_ path: String, _ way: OpenWay) throws(FileError) -> OpenFile {
    if way == .new || way == .append { try step() }
    return try disk.open(path, way)
  }

  /// Half of the bytes may be there when it fails.
  func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    do throws(FileError) {
      try step()
    } catch {
      try disk.write(Array(bytes.prefix(bytes.count / 2)), to: file)
      throw error
    }
    try disk.write(bytes, to: file)
  }

  func truncate(_ file: OpenFile, to length: Int) throws(FileError) {
    try step()
    try disk.truncate(file, to: length)
  }

  func sync(_ file: OpenFile) throws(FileError) { try step() }

  func lock(_ file: OpenFile) throws(FileError) -> Bool { try disk.lock(file) }
}
