import Documents

/// A new file that is written from its begin to its end, and its hash.
package final class HashedFile {
  private let files: any FileSystem
  private let file: OpenFile
  private let name: String
  private var buffer: [UInt8] = []
  private var hash = FNV1a()
  private var size = 0
  private var isOpen = true

  private static let bufferSize = 1 << 20

  init(_ name: String, in folder: String, _ files: any FileSystem) throws(FileError) {
    self.files = files
    self.name = name
    file = try files.open(folder + "/" + name, .new)
  }

  deinit { close() }

  package func add(_ bytes: some Sequence<UInt8>) throws(FileError) {
    buffer += bytes
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is left and waits until it would outlive a loss of power.
  package func finish() throws(FileError) -> WrittenFile {
    try flush()
    try files.sync(file)
    close()
    return WrittenFile(name: name, size: size, hash: hash.text)
  }

  private func flush() throws(FileError) {
    hash.add(buffer)
    size += buffer.count
    try files.write(buffer, to: file)
    buffer.removeAll(keepingCapacity: true)
  }

  private func close() {
    if isOpen { files.close(file) }
    isOpen = false
  }
}
