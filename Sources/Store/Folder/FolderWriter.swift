import Documents
import Foundation

/// A results folder on its way: filled out of sight, then put in its place.
///
/// The hidden folder is locked while it is filled. It then takes its name in one step. If a folder
/// stands there that cannot be replaced (`ResultsPlace.isInPlace`), the files are moved into it one
/// by one, the manifest last. So the folder under the name is absent, whole, or without a manifest.
/// The written files outlive a loss of power once `finish` has returned.
package final class FolderWriter {
  /// The manifest of the results that are being replaced, set aside in the hidden folder.
  static let replacedManifest = "replaced-manifest.json"

  private let place: ResultsPlace
  private let partial: String
  private let lock: OpenFile
  /// The folder itself, where files are put in place: one process at a time.
  private let target: OpenFile?
  /// True if files are being moved to their place, and so stand in two folders.
  private var isMoving = false
  private var files: any FileSystem { place.files }

  /// Makes the hidden folder, and the parents where they are missing. Removes what processes that were
  /// killed have left.
  package init(_ place: ResultsPlace) throws(ResultsFolderError) {
    self.place = place
    let files = place.files
    (partial, lock) = try place.io { () throws(FileError) in
      try files.makeFolders(place.workshop)
      return try FolderWriter.makeLocked(place)
    }
    do throws(ResultsFolderError) {
      target = try place.isInPlace ? Self.lockedTarget(place) : nil
    } catch {
      target = nil
      discard()
      throw error
    }
    do throws(ResultsFolderError) {
      if place.isInPlace { try removeHalf() }
      removeLeftovers()
    } catch {
      discard()
      throw error
    }
  }

  deinit {
    files.close(lock)
    if let target { files.close(target) }
  }

  private static func lockedTarget(_ place: ResultsPlace) throws(ResultsFolderError) -> OpenFile {
    let files = place.files
    let file = try place.io { () throws(FileError) in try files.open(place.target, .folder) }
    if try place.io({ () throws(FileError) in try isLocked(file, files) }) { return file }
    files.close(file)
    throw .inUse(path: place.path)
  }

  /// Another process may take the new folder for a leftover before it is locked; then the next one is
  /// tried.
  private static func makeLocked(_ place: ResultsPlace) throws(FileError) -> (String, OpenFile) {
    let files = place.files
    while true {
      let path = place.newPartial()
      try files.makeFolder(path)
      do throws(FileError) {
        let file = try files.open(path, .folder)
        if try isLocked(file, files), files.isSame(file, as: path) { return (path, file) }
        files.close(file)
      } catch {
        if error.code != ENOENT { throw error }
      }
    }
  }

  /// Returns true if the folder is locked, or folders cannot be locked. In the latter case no
  /// process takes the folder that another leaves behind.
  private static func isLocked(
    _ file: OpenFile, _ files: any FileSystem
  ) throws(FileError) -> Bool {
    do throws(FileError) {
      return try files.lock(file)
    } catch {
      if error.isUnsupported || error.code == EBADF { return true }
      throw error
    }
  }

  // MARK: Filling

  package func add(_ name: String, _ text: String) throws(ResultsFolderError) {
    do throws(FileError) {
      try files.writeNew("\(partial)/\(name)", text)
    } catch {
      throw .cannotWrite(path: "\(place.path)/\(name)", reason: error.description)
    }
  }

  package func begin(_ name: String) throws(FileError) -> HashedFile {
    try HashedFile(name, in: partial, files)
  }

  // MARK: Into place

  /// Puts the folder in its place; an older one of its kind is gone afterwards.
  package func finish() throws(ResultsFolderError) {
    let older = try place.ownFiles()
    try place.io { () throws(FileError) in
      try files.sync(lock)
      if place.isInPlace {
        try moveFiles(older ?? [])
      } else {
        try swap(older)
      }
    }
  }

  /// The two folders change places in one step where the file system can do that. Elsewhere, should the
  /// process be killed in between, the older one stands whole beside its place, under the hidden name
  /// with `-old` behind it.
  private func swap(_ older: [String]?) throws(FileError) {
    guard let older, !older.isEmpty else {
      if older != nil { try? files.removeFile(place.target + "/.DS_Store") }
      try files.rename(partial, to: place.target)
      return try files.syncFolder(place.workshop)
    }
    if try hasExchanged() {
      // The older files go only when it is sure that they are no longer needed.
      try files.syncFolder(place.workshop)
      return remove(older, from: partial)
    }
    let aside = partial + "-old"
    try files.rename(place.target, to: aside)
    do throws(FileError) {
      try files.rename(partial, to: place.target)
    } catch {
      try? files.rename(aside, to: place.target)
      throw error
    }
    try files.syncFolder(place.workshop)
    remove(older, from: aside)
  }

  private func hasExchanged() throws(FileError) -> Bool {
    do throws(FileError) {
      try files.exchange(partial, place.target)
      return true
    } catch {
      if error.isUnsupported { return false }
      throw error
    }
  }

  /// Moves the files into the folder that stands there. From the first step to the last the folder
  /// has no manifest. The hidden folder lists the files that may be there, of the new results and
  /// of the older ones.
  private func moveFiles(_ older: [String]) throws(FileError) {
    isMoving = true
    let manifest = "\(place.target)/\(ManifestHead.file)"
    if older.contains(ManifestHead.file) {
      try files.rename(manifest, to: "\(partial)/\(Self.replacedManifest)")
      try files.syncFolder(partial)
      try files.syncFolder(place.target)
    }
    for name in older where name != ManifestHead.file {
      try files.removeFile("\(place.target)/\(name)")
    }
    let names = try files.names(in: partial).filter {
      $0 != ManifestHead.file && $0 != Self.replacedManifest
    }
    for name in names.sorted() {
      try files.rename("\(partial)/\(name)", to: "\(place.target)/\(name)")
    }
    try files.syncFolder(place.target)
    try files.rename("\(partial)/\(ManifestHead.file)", to: manifest)
    try files.syncFolder(place.target)
    isMoving = false
    discard()
  }

  // MARK: Cleaning up

  /// Removes what was written so far; unless some of it stands in its place already: the next writer
  /// then finds out from the rest what is to be cleaned up.
  package func discard() { if !isMoving { empty(partial) } }

  /// Removes the files of a hidden folder, and the folder.
  private func empty(_ folder: String) {
    guard let names = try? files.names(in: folder) else { return }
    remove(names, from: folder)
  }

  /// Removes files of a folder, and the folder. A file that another program put into it meanwhile
  /// stays there, and so does the folder.
  private func remove(_ names: [String], from folder: String) {
    for name in names + [".DS_Store"] { try? files.removeFile("\(folder)/\(name)") }
    try? files.removeFolder(folder)
  }

  /// Hidden folders of this name but one's own.
  private func others() -> [String] {
    let names = (try? files.names(in: place.workshop)) ?? []
    return names.filter { $0.hasPrefix(place.partialPrefix) && !$0.hasSuffix("-old") }
      .map { "\(place.workshop)/\($0)" }
      .filter { $0 != partial && (try? files.kind(of: $0)) == .folder }
  }

  /// Files without their manifest, which a process was moving here when it was killed: only the hidden
  /// folder from which they came can tell that they are no one else's.
  private func removeHalf() throws(ResultsFolderError) {
    let own = try place.ownFiles() ?? []
    if own.contains(ManifestHead.file) { return }
    for name in own { try? files.removeFile("\(place.target)/\(name)") }
  }

  /// Removes unfinished folders. If the lock of such a folder is free, a process that was killed
  /// has left it.
  private func removeLeftovers() {
    let names = (try? files.names(in: place.workshop)) ?? []
    for name in names where name.hasPrefix(ResultsPlace.probePrefix) {
      try? files.removeFolder("\(place.workshop)/\(name)")
    }
    for other in others() {
      guard let file = try? files.open(other, .folder) else { continue }
      if (try? files.lock(file)) == true, files.isSame(file, as: other) { empty(other) }
      files.close(file)
    }
  }
}
