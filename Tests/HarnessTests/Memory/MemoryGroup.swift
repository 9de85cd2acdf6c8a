import Foundation

/// A control group (version 2) with a limit of memory, gone with this.
final class MemoryGroup {
  private let folder: String

  private static let root = "/sys/fs/cgroup"

  /// Why there can be none; nil where there can.
  static let problem: String? = {
    let controllers = (try? bytes(of: MemoryGroup.root + "/cgroup.controllers")) ?? []
    let words = String(decoding: controllers, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.contains("memory") else {
      return "there is no memory controller of control groups, version 2"
    }
    return (try? MemoryGroup(1 << 30)) == nil ? "no control group can be made" : nil
  }()

  init(_ limit: Int) throws {
    folder = Self.root + "/squall-harness-\(UUID().uuidString)"
    // Where it is on already this may be refused.
    try? Self.put("+memory", "\(Self.root)/cgroup.subtree_control")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    do {
      try Self.put("\(limit)", folder + "/memory.max")
    } catch {
      rmdir(folder)
      throw error
    }
    try? Self.put("0", folder + "/memory.swap.max")
  }

  private static func put(_ text: String, _ path: String) throws {
    let file = open(path, O_WRONLY)
    guard file >= 0 else { throw Trouble("cannot write \(path): \(errorText(errno))") }
    defer { close(file) }
    guard write(file, text, text.utf8.count) == text.utf8.count else {
      throw Trouble("cannot write \(path): \(errorText(errno))")
    }
  }

  /// What a shell does to be in it.
  var entry: String { "echo $$ > \(folder)/cgroup.procs" }

  deinit { rmdir(folder) }
}
