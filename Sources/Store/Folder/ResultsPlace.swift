import Documents
import Foundation
import Words

/// The place of a results folder, checked before the run: a problem that would keep the folder from
/// being written is an error of `init`.
package struct ResultsPlace: Sendable {
  /// The path as the user wrote it.
  package let path: String
  /// Absolute, without symbolic links.
  package let target: String
  let kind: ResultsKind
  /// Whose results they are; nil = of any scenario.
  private let scenario: String?
  /// True if results of another kind or scenario may be replaced.
  private let isForced: Bool
  /// The results that stood there before the run.
  private var earlier: EarlierResults?
  /// True if files are put into the folder that stands there, because it cannot change places with
  /// another: a mount point, the working folder, or one in a parent that may not be written to.
  let isInPlace: Bool
  package let files: any FileSystem

  /// - Parameters:
  ///   - scenario: whose results they are; nil = those of any scenario may be replaced.
  ///   - isForced: whether results of another kind or scenario may be replaced, too.
  /// - Throws: where something else stands there, or nothing can be written there.
  package init(
    _ path: String, _ kind: ResultsKind, of scenario: String? = nil, isForced: Bool = false
  ) throws(ResultsFolderError) {
    try self.init(path, kind, Disk(), of: scenario, isForced: isForced)
  }

  init(
    _ path: String, _ kind: ResultsKind, _ files: any FileSystem, of scenario: String? = nil,
    isForced: Bool = false
  ) throws(ResultsFolderError) {
    guard !path.isEmpty else {
      throw .cannotWrite(path: "''", reason: "a results folder needs a name")
    }
    self.path = path
    self.kind = kind
    self.scenario = scenario
    self.isForced = isForced
    self.files = files
    target = resolvedPath(path)
    do throws(FileError) {
      // Room for the names in the folder, and for the hidden one beside it.
      let isTooLong = target.split(separator: "/").contains { $0.utf8.count > Int(NAME_MAX) }
      if isTooLong || target.utf8.count + 512 > Int(PATH_MAX) {
        throw FileError(code: ENAMETOOLONG)
      }
      isInPlace = try Self.isFixed(target, files)
    } catch {
      throw .cannotWrite(path: path, reason: error.description)
    }
    _ = try ownFiles()
    earlier = facts(of: manifest).map { EarlierResults($0) }
    if !isInPlace { try probe() }
  }

  // MARK: Names

  /// The folder in which the hidden ones stand while they are filled.
  var workshop: String { isInPlace ? target : Self.parent(of: target) }

  /// How the hidden folders begin that are to become this one.
  var partialPrefix: String { hidden("partial-") }

  /// The folder of an unfinished sweep.
  package var sweepWork: String { workshop + "/" + hidden("sweep") }

  /// Returns the folders that may hold the work on an unfinished sweep of this name.
  package static func sweepWork(of path: String) -> [String] {
    let target = resolvedPath(path)
    return ["\(parent(of: target))/\(hidden("sweep", beside: target))", "\(target)/\(inside)sweep"]
  }

  private static let inside = ".squall."

  private func hidden(_ ending: String) -> String {
    isInPlace ? Self.inside + ending : Self.hidden(ending, beside: target)
  }

  /// A long name is cut, so that it is still a name with what comes behind it.
  private static func hidden(_ ending: String, beside target: String) -> String {
    var name = splitPath(target).name
    while name.utf8.count > 200 { name.removeLast() }
    return ".\(name).\(ending)"
  }

  /// Returns a path that no other process has.
  func newPartial() -> String { "\(workshop)/\(partialPrefix)\(UUID().uuidString.lowercased())" }

  static func parent(of path: String) -> String { splitPath(path).folder }

  /// Returns the message to a user about the results that stood there before the run, once new ones
  /// have been written; nil if there were none.
  /// - Parameter hash: of the values of the scenario; nil where they do not tell results apart.
  package func replacement(hash: String? = nil) -> String? {
    guard let scenario else { return nil }
    return earlier?.replaced(in: path, by: kind, of: scenario, hash: hash)
  }

  // MARK: Before the run

  /// Returns true if a folder stands there that cannot change places with another.
  private static func isFixed(_ target: String, _ files: any FileSystem) throws(FileError) -> Bool {
    guard try files.kind(of: target) == .folder else { return false }
    if files.isMountPoint(target) || files.isWorkingFolder(target) {
      try Self.probe(target, files)
      return true
    }
    do throws(FileError) {
      try Self.probe(parent(of: target), files)
      return false
    } catch  where [EACCES, EPERM, EROFS].contains(error.code) {
      try Self.probe(target, files)
      return true
    }
  }

  /// Makes sure that the folder can be made, in the nearest one above it that there is.
  private func probe() throws(ResultsFolderError) {
    var place = Self.parent(of: target)
    try io { () throws(FileError) in
      while try files.kind(of: place) == nil { place = Self.parent(of: place) }
    }
    let kind = try io { () throws(FileError) in try files.kind(of: place) }
    if let kind, kind != .folder {
      throw .cannotWrite(path: path, reason: "\(shownPath(place)) is \(kind.words)")
    }
    do throws(FileError) {
      try Self.probe(place, files)
    } catch {
      throw .cannotWrite(path: path, reason: "\(shownPath(place)): \(error)")
    }
  }

  /// The page of a results folder.
  package static let page = "report.html"

  /// How empty folders begin that are made to see whether that can be done.
  static let probePrefix = ".squall.probe-"

  private static func probe(_ folder: String, _ files: any FileSystem) throws(FileError) {
    let path = "\(folder)/\(probePrefix)\(UUID().uuidString.lowercased())"
    try files.makeFolder(path)
    do throws(FileError) {
      try files.removeFolder(path)
    } catch  where error.code == ENOENT {
      // A writer takes those away that killed processes have left.
    }
  }

  // MARK: What stands there

  /// The files there that results of this kind may replace: those that the manifest lists. nil where
  /// nothing stands there.
  ///
  /// - Throws: where there is anything else.
  func ownFiles() throws(ResultsFolderError) -> [String]? {
    switch try io({ () throws(FileError) in try files.kind(of: target) }) {
    case nil: return nil
    case .folder: break
    case .link: throw notOurs("it is a symbolic link to something that is not there")
    case .some(let kind): throw notOurs("it is \(kind.words)")
    }
    var names = Set(try io { () throws(FileError) in try files.names(in: target) })
    let leftovers: Set<String> = isInPlace ? names.filter { $0.hasPrefix(partialPrefix) } : []
    if isInPlace {
      names.subtract(leftovers.union([splitPath(sweepWork).name, "lost+found"]))
      names = names.filter { !$0.hasPrefix(Self.probePrefix) }
    }
    names.remove(".DS_Store")
    if names.isEmpty { return [] }
    let own = try listed(names, leftovers)
    if let strange = names.subtracting(own).min() {
      throw notOurs("it also holds \(strange), which its manifest.json does not list")
    }
    for name in names.sorted() {
      let kind = try io { () throws(FileError) in try files.kind(of: "\(target)/\(name)") }
      if let kind, kind != .file { throw notOurs("\(name) in it is \(kind.words)") }
    }
    return names.sorted()
  }

  /// Returns the files that the manifest there lists, the manifest itself, and its pages.
  ///
  /// - Parameters:
  ///   - names: of all that stands there.
  ///   - leftovers: hidden folders from which a process was moving its files here when it was
  ///   killed; their manifests list what may lie here already, or still.
  private func listed(
    _ names: Set<String>, _ leftovers: Set<String>
  ) throws(ResultsFolderError) -> Set<String> {
    var own: Set<String> = []
    for leftover in leftovers {
      for name in [ManifestHead.file, FolderWriter.replacedManifest] {
        own.formUnion(facts(of: "\(target)/\(leftover)/\(name)")?.files ?? [])
      }
    }
    guard let facts = facts(of: manifest) else {
      if own.isEmpty { throw notOurs("it has other content and no manifest.json of \(kind.words)") }
      return own
    }
    if !isForced { try checkOrigin(facts) }
    // A page may have been made for results that were written without one, or be on its way.
    let pages = names.filter { PartialFile.isPartial($0, of: Self.page) }
    return own.union(facts.files).union(pages).union([ManifestHead.file, Self.page])
  }

  /// - Throws: where the results there are of another kind or scenario.
  private func checkOrigin(_ facts: ManifestHead) throws(ResultsFolderError) {
    guard facts.kind == kind else {
      throw .others(
        path: path, reason: "it holds the results of \(facts.kind.words), not of \(kind.words)")
    }
    guard let scenario, facts.scenario != scenario else { return }
    throw .others(
      path: path, reason: "it holds the results of '\(facts.scenario)', not of '\(scenario)'")
  }

  private var manifest: String { "\(target)/\(ManifestHead.file)" }

  private func facts(of manifest: String) -> ManifestHead? {
    guard (try? files.kind(of: manifest)) == .file, let data = try? files.read(manifest) else {
      return nil
    }
    return try? ManifestHead(data)
  }

  private func notOurs(_ reason: String) -> ResultsFolderError {
    .notOurs(path: path, reason: reason)
  }

  /// Says which results folder an error of the file system is about.
  package func io<Result>(
    _ body: () throws(FileError) -> Result
  ) throws(ResultsFolderError) -> Result {
    do throws(FileError) {
      return try body()
    } catch {
      throw .cannotWrite(path: path, reason: error.description)
    }
  }
}

/// An absolute path, without symbolic links as far as it leads to something. A `~` is a name like any
/// other: the shell has replaced those that are not.
package func resolvedPath(_ path: String) -> String {
  let here = FileManager.default.currentDirectoryPath
  var names = (path.hasPrefix("/") ? path : here + "/" + path).split(separator: "/")
  var missing: [Substring] = []
  while true {
    if let found = realpath("/" + names.joined(separator: "/"), nil) {
      defer { free(found) }
      let rest = missing.filter { $0 != "." }.reduce(into: [Substring]()) { rest, name in
        if name == ".." { _ = rest.popLast() } else { rest.append(name) }
      }
      let head = String(cString: found)
      return rest.isEmpty ? head : (head == "/" ? "" : head) + "/" + rest.joined(separator: "/")
    }
    guard let last = names.popLast() else { return path }
    missing.insert(last, at: 0)
  }
}

/// Relative to the working directory where it lies below it.
package func shownPath(_ path: String) -> String {
  let here =
    URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    .resolvingSymlinksInPath().path + "/"
  return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
}
