import Foundation

/// A folder that is filled out of sight and then takes its name in one step.
struct FolderSwap {
  /// The name it is to have, without symbolic links.
  let target: URL
  /// Where it is filled.
  let partial: URL
  /// As the user wrote it.
  private let path: String

  /// Makes the hidden folder, and the parents where they are missing.
  init(_ path: String) throws(ResultsFolderError) {
    self.path = path
    guard !path.isEmpty else {
      throw .cannotWrite(path: "''", reason: "a results folder needs a name")
    }
    target = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    let parent = target.deletingLastPathComponent()
    let process = ProcessInfo.processInfo.processIdentifier
    partial = parent.appendingPathComponent(".\(target.lastPathComponent).partial-\(process)")
    try Self.check(target, path)
    do {
      let manager = FileManager.default
      try manager.createDirectory(at: parent, withIntermediateDirectories: true)
      removeLeftovers(in: parent)
      // An earlier process of the same number may have been killed half-way.
      if manager.fileExists(atPath: partial.path) { try manager.removeItem(at: partial) }
      try manager.createDirectory(at: partial, withIntermediateDirectories: false)
    } catch {
      throw .cannotWrite(path: path, reason: reason(of: error))
    }
  }

  /// Removes what processes that were killed have left under this name.
  private func removeLeftovers(in parent: URL) {
    let prefix = ".\(target.lastPathComponent).partial-"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) && !name.hasSuffix("-old") {
      guard let process = pid_t(name.dropFirst(prefix.count)), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      try? FileManager.default.removeItem(at: parent.appendingPathComponent(name))
    }
  }

  func add(_ name: String, _ text: String) throws(ResultsFolderError) {
    do {
      try Data(text.utf8).write(to: partial.appendingPathComponent(name))
    } catch {
      throw .cannotWrite(path: "\(path)/\(name)", reason: reason(of: error))
    }
  }

  /// Gives the folder its name; an older one under it is gone afterwards.
  ///
  /// The two change places in one step where the file system can do that. Elsewhere, should the
  /// process be killed in between, the older one stands whole beside its place, under the hidden name
  /// with `-old` behind it.
  func swapIn() throws(ResultsFolderError) {
    try Self.check(target, path)
    if rename(partial.path, target.path) == 0 { return }
    // Only an empty folder can be renamed over. This one holds older results.
    let code = errno
    guard code == ENOTEMPTY || code == EEXIST else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(code)))
    }
    if exchangeNames(partial.path, target.path) {
      discard()
      return
    }
    let old = partial.deletingLastPathComponent()
      .appendingPathComponent(partial.lastPathComponent + "-old")
    guard rename(target.path, old.path) == 0 else {
      throw .cannotWrite(path: path, reason: String(cString: strerror(errno)))
    }
    guard rename(partial.path, target.path) == 0 else {
      let reason = String(cString: strerror(errno))
      _ = rename(old.path, target.path)
      throw .cannotWrite(path: path, reason: reason)
    }
    try? FileManager.default.removeItem(at: old)
  }

  /// Removes what is under the hidden name.
  func discard() { try? FileManager.default.removeItem(at: partial) }

  /// Endings of the files that results folders hold.
  private static let endings: Set = [
    "json", "csv", "md", "hgrm", "hlog", "html", "xml", "svg", "yaml",
  ]

  /// - Throws: where what stands under the name may not be replaced.
  static func check(_ target: URL, _ path: String) throws(ResultsFolderError) {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: target.path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else { throw .notOurs(path: path, reason: "it is a file") }
    let names: [String]
    do {
      names = try manager.contentsOfDirectory(atPath: target.path).sorted()
    } catch {
      throw .cannotWrite(path: path, reason: reason(of: error))
    }
    if names.isEmpty { return }
    guard isManifest(at: target.appendingPathComponent("manifest.json")) else {
      throw .notOurs(path: path, reason: "it has other content and no manifest.json of a run")
    }
    let strange = names.first { name in
      !endings.contains((name as NSString).pathExtension) && name != ".DS_Store"
    }
    if let strange { throw .notOurs(path: path, reason: "it also holds \(strange)") }
  }

  private static func isManifest(at file: URL) -> Bool {
    guard let data = try? Data(contentsOf: file),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else { return false }
    return ["schema", "scenario", "digest"].allSatisfy { object[$0] != nil }
  }
}

/// What the file system says, without the wrapping.
func reason(of error: any Error) -> String {
  let error = error as NSError
  if let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError,
    inner.domain == NSPOSIXErrorDomain
  {
    return String(cString: strerror(Int32(inner.code)))
  }
  return error.localizedDescription
}
