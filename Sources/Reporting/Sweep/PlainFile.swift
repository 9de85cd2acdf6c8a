import Experiments
import Foundation

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

/// A file's bytes, in memory only while they are looked at.
func mapped(_ path: String) throws(SweepFolderError) -> Data {
  do {
    return try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
  } catch {
    throw .failed("cannot read \(path): \(reason(of: error))")
  }
}

/// A new file that is written from its begin to its end, and its hash.
final class HashedFile {
  private let path: String
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private(set) var hash = FNV1a()

  private static let bufferSize = 1 << 20

  init(_ path: String) throws(SweepFolderError) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system("cannot write \(path)") }
  }

  deinit { close(descriptor) }

  func add(_ bytes: some Sequence<UInt8>) throws(SweepFolderError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is left; nothing is on its way afterwards.
  func flush() throws(SweepFolderError) {
    hash.add(buffer)
    let code = writeAll(buffer, to: descriptor)
    guard code == 0 else { throw .system("cannot write \(path)", code) }
    buffer.removeAll(keepingCapacity: true)
  }
}
