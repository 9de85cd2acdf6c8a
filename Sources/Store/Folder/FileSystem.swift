import Foundation
import Words

/// The operations of the file system that results, journals and their folders need, one system call
/// each. Tests can let any of them fail, stop after any of them, and lose data that was not synced.
///
/// Paths are absolute. Symbolic links are followed nowhere but in the folders above a path.
package protocol FileSystem: Sendable {
  // MARK: Names

  /// Returns the kind of file at a path; nil if there is none.
  func kind(of path: String) throws(FileError) -> FileKind?
  /// Returns the file that a path leads to, behind any links; nil if there is none.
  func followed(_ path: String) -> FollowedFile?
  /// Returns the names in a folder, in no particular order.
  func names(in folder: String) throws(FileError) -> [String]
  func makeFolder(_ path: String) throws(FileError)
  /// Removes an empty folder.
  func removeFolder(_ path: String) throws(FileError)
  func removeFile(_ path: String) throws(FileError)
  /// Gives a file, or a folder, another name in one step; what has that name already and is of the
  /// same kind, empty where it is a folder, goes.
  func rename(_ path: String, to other: String) throws(FileError)
  /// Lets two paths change places in one step. Throws `isUnsupported` where that cannot be done.
  func exchange(_ path: String, _ other: String) throws(FileError)

  // MARK: Content

  /// All bytes of a file, in memory only while they are looked at.
  /// Throws where it is no plain file.
  func read(_ path: String) throws(FileError) -> Data
  /// Some bytes of an open file, from a place on; fewer only where the file ends.
  func read(_ file: OpenFile, at offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  func open(_ path: String, _ way: OpenWay) throws(FileError) -> OpenFile
  /// Appends all of the bytes, or throws; some may have been written then.
  func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError)
  func truncate(_ file: OpenFile, to length: Int) throws(FileError)
  /// Returns once what was written to the file, or the names in the folder, would outlive a loss of
  /// power.
  func sync(_ file: OpenFile) throws(FileError)
  /// False where another process has it. The lock ends with the process, or when the file is closed.
  /// It holds for all processes that see the file, whatever number they have there.
  func lock(_ file: OpenFile) throws(FileError) -> Bool
  /// Returns true if a path still names the file or folder that was opened.
  func isSame(_ file: OpenFile, as path: String) -> Bool
  func close(_ file: OpenFile)

  // MARK: Places

  /// Returns true if another file system, or another part of one, is attached at a folder.
  func isMountPoint(_ folder: String) -> Bool
  func isWorkingFolder(_ folder: String) -> Bool
  /// Returns true if this process may make files in a folder.
  func isWritable(_ folder: String) -> Bool
}

/// The kind of file at a path.
package enum FileKind: Hashable, Sendable {
  case file, folder, link
  /// A device, a pipe, a socket.
  case other

  package var words: String {
    switch self {
    case .file: "a file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .other: "neither a file nor a folder"
    }
  }
}

/// The file at the end of all links. Two paths that lead to equal ones lead to the same file.
package struct FollowedFile: Hashable, Sendable {
  package let kind: FileKind
  let device: UInt64
  let number: UInt64
}

package enum OpenWay: Hashable, Sendable {
  /// A file that is not there yet.
  case new
  /// The same, to be run.
  case newProgram
  /// A file that may be there; what is written is added at its end.
  case append
  /// A plain file that is there, and is only read.
  case read
  /// A device or a pipe that is there, behind any links. A pipe that nobody reads from is an error.
  case stream
  /// A folder, to be locked or synced.
  case folder
}

/// A file or folder that is open.
package struct OpenFile: Hashable, Sendable { let descriptor: Int32 }

/// The file system said no.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// An `errno`.
  package let code: Int32

  package init(code: Int32) { self.code = code }

  /// What was to be read is a folder, a pipe or a device.
  static let isNoFile = FileError(code: -1)

  package var description: String {
    switch code {
    case -1: "it is no plain file"
    case ENXIO: "no program reads from it"
    case _: String(cString: strerror(code))
    }
  }

  /// True if the file system has no such operation.
  package var isUnsupported: Bool {
    [ENOSYS, ENOTSUP, EOPNOTSUPP, EINVAL, ENOLCK, EPERM].contains(code)
  }
}

extension FileSystem {
  /// Makes sure that the names in a folder outlive a loss of power. Where folders cannot be synced
  /// there is nothing to be done about it.
  package func syncFolder(_ path: String) throws(FileError) {
    let folder = try open(path, .folder)
    defer { close(folder) }
    do {
      try sync(folder)
    } catch  where error.isUnsupported {
    }
  }

  /// Makes a folder and those above it that are missing, and syncs what names them.
  package func makeFolders(_ path: String) throws(FileError) {
    if try kind(of: path) != nil { return }
    let parent = splitPath(path).folder
    if parent != path { try makeFolders(parent) }
    do {
      try makeFolder(path)
    } catch  where error.code == EEXIST {
      // Another process was faster.
      return
    }
    try syncFolder(parent)
  }

  /// Some bytes of a file, from a place on; fewer only where the file ends.
  package func read(_ path: String, at offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
    let file = try open(path, .read)
    defer { close(file) }
    return try read(file, at: offset, count)
  }

  /// Writes a new file that outlives a loss of power.
  package func writeNew(_ path: String, _ text: String) throws(FileError) {
    let file = try open(path, .new)
    defer { close(file) }
    // A text of hundreds of megabytes is not copied as a whole.
    var rest = text.utf8[...]
    while !rest.isEmpty {
      let piece = rest.prefix(1 << 20)
      try write(Array(piece), to: file)
      rest = rest[piece.endIndex...]
    }
    try sync(file)
  }
}
