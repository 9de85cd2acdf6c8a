import Documents
import Foundation
import Words

/// The place of one file that a command writes, checked before the work: a problem that would keep
/// the file from being written is an error of `init`.
///
/// A file is filled under a hidden name beside its place and takes its name in one step. So a reader
/// sees the older file or the whole new one, and what stands behind a symbolic link is never touched.
package struct FilePlace: Sendable {
  /// A rule says which kind of file may stand at the place, and in which folders the place may lie.
  package enum Rule: Sendable {
    /// A file, outside results folders.
    case file
    /// The same, or a device or a pipe, which is written through.
    case fileOrStream
    /// A file in any folder.
    case anywhere
  }

  /// As the user wrote it.
  package let path: String
  /// Absolute and without symbolic links, so that each file has only one.
  package let target: String
  /// True for a device or a pipe.
  package let isStream: Bool
  private let files: any FileSystem

  /// - Parameter results: the results folder of the same command, where there will be one: it may hold
  ///   its own files only.
  package init(
    _ path: String, _ rule: Rule = .file, besides results: String? = nil
  ) throws(FilePlaceError) {
    try self.init(path, rule, besides: results, Disk())
  }

  init(
    _ path: String, _ rule: Rule, besides results: String? = nil, _ files: any FileSystem
  ) throws(FilePlaceError) {
    let (parent, name) = splitPath(path)
    if ["", ".", ".."].contains(name) { throw .namesFolder(path) }
    let folder = resolvedPath(parent)
    self.path = path
    self.files = files
    target = (folder == "/" ? "" : folder) + "/" + name
    guard try io(path, { () throws(FileError) in try files.kind(of: folder) }) == .folder else {
      throw .hasNoFolder(parent)
    }
    isStream = try Self.isStream(path, target, rule, files)
    if isStream { return }
    if !files.isWritable(folder) { throw .isReadOnly(parent) }
    if rule == .anywhere { return }
    let isBelow = results.map { (target + "/").hasPrefix(resolvedPath($0) + "/") } ?? false
    if isBelow || isResults(folder, files) { throw .isInResults(parent) }
  }

  private static func isStream(
    _ path: String, _ target: String, _ rule: Rule, _ files: any FileSystem
  ) throws(FilePlaceError) -> Bool {
    switch try io(path, { () throws(FileError) in try files.kind(of: target) }) {
    case .file, nil: return false
    case .folder: throw .isFolder(path)
    case .link, .other:
      guard rule == .fileOrStream, files.followed(target)?.kind == .other else {
        throw .isNoFile(path)
      }
      return true
    }
  }

  /// Returns true if another path leads to the same file, by whatever links.
  package func isSame(as path: String) -> Bool {
    files.followed(target).map { $0 == files.followed(path) } ?? false
  }

  /// Writes the file; what `body` hands over goes to its end.
  ///
  /// The file outlives a loss of power once this has returned. An error leaves the older file as it
  /// was, and nothing beside it. So does a kill, but for a hidden file that the next writer removes.
  package func write(
    isProgram: Bool = false, _ body: (_ take: (String) throws -> Void) throws -> Void
  ) throws {
    if isStream {
      let stream = try files.open(target, .stream)
      defer { files.close(stream) }
      return try body { try files.write(Array($0.utf8), to: stream) }
    }
    let partial = try PartialFile(of: target, isProgram ? .newProgram : .new, files)
    defer { files.close(partial.file) }
    do {
      try body { try files.write(Array($0.utf8), to: partial.file) }
      try files.sync(partial.file)
      try files.rename(partial.path, to: target)
    } catch {
      try? files.removeFile(partial.path)
      throw error
    }
    try files.syncFolder(ResultsPlace.parent(of: target))
  }
}

/// A new file under a hidden name, locked while it is filled.
struct PartialFile {
  let path: String
  let file: OpenFile

  /// Makes it, and removes those that processes which were killed have left: nobody holds their locks.
  init(of target: String, _ way: OpenWay, _ files: any FileSystem) throws(FileError) {
    let (folder, name) = splitPath(target)
    Self.removeLeftovers(of: name, in: folder, files)
    while true {
      let path =
        (folder == "/" ? "" : folder) + "/" + Self.prefix(of: name) + UUID().uuidString.lowercased()
      let file = try files.open(path, way)
      // Another process may take it for a leftover before it is locked; then the next one is tried.
      // No process takes any away on a file system without locks.
      if (try? files.lock(file)) != false, files.isSame(file, as: path) {
        (self.path, self.file) = (path, file)
        return
      }
      files.close(file)
    }
  }

  /// Returns true if a name is that of a file on its way to another.
  static func isPartial(_ name: String, of file: String) -> Bool {
    let prefix = prefix(of: file)
    return name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
  }

  /// A long name is cut, so that it is still a name with what comes behind it.
  private static func prefix(of name: String) -> String {
    var name = name
    while name.utf8.count > 200 { name.removeLast() }
    return ".\(name).partial-"
  }

  private static func removeLeftovers(
    of file: String, in folder: String, _ files: any FileSystem
  ) {
    for name in (try? files.names(in: folder)) ?? [] where isPartial(name, of: file) {
      let other = "\(folder)/\(name)"
      guard (try? files.kind(of: other)) == .file, let left = try? files.open(other, .read) else {
        continue
      }
      if (try? files.lock(left)) == true, files.isSame(left, as: other) {
        try? files.removeFile(other)
      }
      files.close(left)
    }
  }
}

/// Why a file cannot be written at a place.
package enum FilePlaceError: Error, Hashable, Sendable, CustomStringConvertible {
  case namesFolder(String)
  case isFolder(String)
  /// A symbolic link; or a device or a pipe, where a file is due.
  case isNoFile(String)
  case hasNoFolder(String)
  case isReadOnly(String)
  case isInResults(String)
  case cannotWrite(String, FileError)

  package var description: String {
    switch self {
    case .namesFolder(let path): "'\(path)' names a folder; name a file in it"
    case .isFolder(let path): "'\(path)' is a folder; name a file in it"
    case .isNoFile(let path): "'\(path)' is no file of its own: only a file is replaced"
    case .hasNoFolder(let folder): "there is no folder '\(folder)'; make it first"
    case .isReadOnly(let folder): "nothing can be written into '\(folder)'"
    case .isInResults(let folder):
      "'\(folder)' is a results folder, which holds its own files only; write it beside that"
    case .cannotWrite(let path, let error): "'\(path)' cannot be written: \(error)"
    }
  }
}

private func io<Result>(
  _ path: String, _ body: () throws(FileError) -> Result
) throws(FilePlaceError) -> Result {
  do throws(FileError) {
    return try body()
  } catch {
    throw .cannotWrite(path, error)
  }
}

private func isResults(_ folder: String, _ files: any FileSystem) -> Bool {
  let manifest = "\(folder)/\(ManifestHead.file)"
  guard (try? files.kind(of: manifest)) == .file, let data = try? files.read(manifest) else {
    return false
  }
  return (try? ManifestHead(data)) != nil
}
