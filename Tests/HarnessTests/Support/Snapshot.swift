import Foundation

/// What can stand at a path.
enum FileKind: Hashable, Sendable { case file, folder, link, other }

/// What stands at a path, links not followed; nil where nothing does.
func kind(of path: String) -> FileKind? {
  var facts = stat()
  guard lstat(path, &facts) == 0 else { return nil }
  return switch facts.st_mode & S_IFMT {
  case S_IFREG: .file
  case S_IFDIR: .folder
  case S_IFLNK: .link
  default: .other
  }
}

/// All that stands below a folder, to be compared with what stands there later.
struct Snapshot: Equatable, Sendable {
  enum Entry: Equatable, Sendable {
    case file([UInt8])
    case folder
    case link(String)
    /// A pipe, a device; nobody looks into it.
    case other
  }

  private(set) var entries: [String: Entry] = [:]

  init(_ folder: String) { add(folder, "") }

  private mutating func add(_ folder: String, _ prefix: String) {
    for name in listing(of: folder) {
      let path = "\(folder)/\(name)"
      switch kind(of: path) {
      case .file: entries[prefix + name] = .file((try? bytes(of: path)) ?? [])
      case .link:
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
        entries[prefix + name] = .link(target ?? "")
      case .folder:
        entries[prefix + name] = .folder
        add(path, prefix + name + "/")
      case .other: entries[prefix + name] = .other
      case nil: break
      }
    }
  }

  /// What is not as it was.
  func changes(since before: Snapshot) -> [String] {
    let names = Set(entries.keys).union(before.entries.keys).sorted()
    return names.compactMap { name -> String? in
      let old = before.entries[name]
      let new = entries[name]
      if old == new { return nil }
      if old == nil { return "\(name) is new" }
      return new == nil ? "\(name) is gone" : "\(name) was changed"
    }
  }

  /// All files, by their paths.
  var files: [String: [UInt8]] {
    entries.compactMapValues { entry -> [UInt8]? in
      if case .file(let bytes) = entry { return bytes }
      return nil
    }
  }

  /// The files in a folder of it, by their own names.
  func files(below folder: String) -> [String: [UInt8]] {
    let prefix = folder + "/"
    var found: [String: [UInt8]] = [:]
    for (name, bytes) in files where name.hasPrefix(prefix) {
      found[String(name.dropFirst(prefix.count))] = bytes
    }
    return found
  }
}
