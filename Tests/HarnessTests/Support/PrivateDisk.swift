import Foundation

/// A small file system, seen only by processes that are started in its namespace, and gone with it.
final class PrivateDisk {
  /// Keeps the namespace.
  private let holder: Child
  /// Where it stands, as its processes see it.
  let path: String

  /// - Parameters:
  ///   - size: as `mount` takes it, `64k`.
  ///   - name: of the folder in the place's own.
  ///   - isReadOnly: an empty one, to which nothing can be written.
  init(_ size: String, _ name: String, in place: Place, isReadOnly: Bool = false) throws {
    path = place.path(name)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    // Outside of the place's work, which tests look into.
    let ready = place.root + "/out-of-disk-\(name)"
    let way = isReadOnly ? "ro,size=\(size)" : "size=\(size)"
    let script = "mount -t tmpfs -o \(way) tmpfs \"$0\" && : > \"$1\" && exec sleep 600"
    holder = try Child(
      Machine.ownMounts + ["/bin/sh", "-c", script, path, ready], input: .file("/dev/null"),
      output: .file("/dev/null"), errors: .file("/dev/null"))
    for _ in 0..<2_000 {
      if kind(of: ready) != nil { return }
      if holder.poll() != nil { break }
      usleep(5_000)
    }
    throw Trouble("no file system could be mounted at \(path)")
  }

  /// What starts a process in the namespace.
  var wrapper: [String] {
    let user = Machine.isRoot ? [] : ["--user", "--preserve-credentials"]
    return ["nsenter", "--target", "\(holder.pid)", "--mount"] + user
  }

  /// What is on it, as it can be looked at from here.
  var seen: String { "/proc/\(holder.pid)/root\(path)" }

  func snapshot() -> Snapshot { Snapshot(seen) }

  /// Fills it up.
  /// - Parameter free: bytes that are left, in whole pages.
  func fill(leaving free: Int) throws {
    let filler = open(seen + "/filler", O_WRONLY | O_CREAT, 0o644)
    guard filler >= 0 else { throw Trouble("no filler: \(errorText(errno))") }
    defer { close(filler) }
    let page = [UInt8](repeating: 7, count: 4_096)
    var size = 0
    while write(filler, page, page.count) == page.count { size += page.count }
    ftruncate(filler, off_t(max(0, size - free)))
  }

  func empty() throws { try FileManager.default.removeItem(atPath: seen + "/filler") }

  deinit { holder.destroy() }
}
