import Foundation
import Words

/// The file system of the machine.
package struct Disk: FileSystem {
  package init() {}

  package func kind(of path: String) throws(FileError) -> FileKind? {
    var facts = stat()
    guard lstat(path, &facts) == 0 else {
      // Nothing stands below what is no folder.
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError(code: errno)
    }
    return kind(facts)
  }

  package func followed(_ path: String) -> FollowedFile? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return FollowedFile(
      kind: kind(facts), device: UInt64(truncatingIfNeeded: facts.st_dev),
      number: UInt64(facts.st_ino))
  }

  private func kind(_ facts: stat) -> FileKind {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  package func names(in folder: String) throws(FileError) -> [String] {
    guard let stream = opendir(folder) else { throw FileError(code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
      errno = 0
    }
    if errno != 0 { throw FileError(code: errno) }
    return names
  }

  package func makeFolder(_ path: String) throws(FileError) { try check(mkdir(path, 0o777)) }
  package func removeFolder(_ path: String) throws(FileError) { try check(rmdir(path)) }
  package func removeFile(_ path: String) throws(FileError) { try check(unlink(path)) }

  package func rename(_ path: String, to other: String) throws(FileError) {
    try check(Foundation.rename(path, other))
  }

  package func exchange(_ path: String, _ other: String) throws(FileError) {
    try check(exchangeNames(path, other))
  }

  package func read(_ path: String) throws(FileError) -> Data {
    close(try open(path, .read))
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    } catch {
      throw FileError(code: code(of: error))
    }
  }

  package func read(_ file: OpenFile, at offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, size in
      while size < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[size...])
        let found = pread(file.descriptor, rest.baseAddress, rest.count, off_t(offset + size))
        if found == 0 { return }
        if found > 0 {
          size += found
        } else if errno != EINTR {
          code = errno
          return
        }
      }
    }
    if code != 0 { throw FileError(code: code) }
    return bytes
  }

  package func open(_ path: String, _ way: OpenWay) throws(FileError) -> OpenFile {
    let flags =
      switch way {
      case .new, .newProgram: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
      case .append: O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW
      // A pipe is opened at once, whether or not there is another end.
      case .read: O_RDONLY | O_NONBLOCK
      case .stream: O_WRONLY | O_NONBLOCK
      case .folder: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
      }
    let descriptor = Foundation.open(path, flags | O_CLOEXEC, way == .newProgram ? 0o777 : 0o666)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    let file = OpenFile(descriptor: descriptor)
    if way == .read, !isPlain(file) {
      close(file)
      throw .isNoFile
    }
    if way == .stream { _ = fcntl(descriptor, F_SETFL, O_WRONLY) }
    return file
  }

  /// False for a folder, a pipe or a device, which may never end.
  private func isPlain(_ file: OpenFile) -> Bool {
    var opened = stat()
    return fstat(file.descriptor, &opened) == 0 && opened.st_mode & S_IFMT == S_IFREG
  }

  package func write(_ bytes: [UInt8], to file: OpenFile) throws(FileError) {
    let code = writeAll(bytes, to: file.descriptor)
    if code != 0 { throw FileError(code: code) }
  }

  package func truncate(_ file: OpenFile, to length: Int) throws(FileError) {
    try check(ftruncate(file.descriptor, off_t(length)))
  }

  package func sync(_ file: OpenFile) throws(FileError) { try check(fsync(file.descriptor)) }

  package func lock(_ file: OpenFile) throws(FileError) -> Bool {
    if flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
    if errno == EWOULDBLOCK { return false }
    throw FileError(code: errno)
  }

  package func isSame(_ file: OpenFile, as path: String) -> Bool {
    var opened = stat()
    var named = stat()
    return fstat(file.descriptor, &opened) == 0 && lstat(path, &named) == 0
      && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
  }

  package func close(_ file: OpenFile) { _ = Foundation.close(file.descriptor) }

  package func isMountPoint(_ folder: String) -> Bool {
    var own = stat()
    var above = stat()
    let parent = splitPath(folder).folder
    guard lstat(folder, &own) == 0, lstat(parent, &above) == 0 else { return false }
    if own.st_dev != above.st_dev { return true }
    // A folder that is attached a second time has the device of its parent.
    guard let table = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else {
      return false
    }
    return table.split(separator: "\n").contains { line in
      let fields = line.split(separator: " ")
      return fields.count > 4 && unescaped(fields[4]) == folder
    }
  }

  /// A path as `mountinfo` writes it: blanks and backslashes as three octal digits.
  private func unescaped(_ field: Substring) -> String {
    [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")].reduce(String(field)) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
  }

  package func isWritable(_ folder: String) -> Bool { access(folder, W_OK) == 0 }

  package func isWorkingFolder(_ folder: String) -> Bool {
    var here = stat()
    var there = stat()
    return stat(".", &here) == 0 && stat(folder, &there) == 0 && here.st_ino == there.st_ino
      && here.st_dev == there.st_dev
  }

  private func check(_ result: Int32) throws(FileError) {
    if result != 0 { throw FileError(code: errno) }
  }

  private func code(of error: any Error) -> Int32 {
    let error = error as NSError
    let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if inner.domain == NSPOSIXErrorDomain { return Int32(inner.code) }
    return error.code == CocoaError.fileReadNoSuchFile.rawValue ? ENOENT : EIO
  }
}

/// Writes all of the bytes: 0, or an `errno`.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
  bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
