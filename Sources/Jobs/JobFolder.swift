import Foundation

/// The folder into which the files for an engine are written.
///
/// A file that is there already stays as it is if its content is the same. If its content is other,
/// nothing is written, because the file may be the user's own.
package struct JobFolder: Sendable {
  package let path: String

  package init(_ path: String) { self.path = path }

  /// - Parameter replaces: whether files with another content are replaced.
  /// - Throws: where a file with another content stands in the way, or the file system says no.
  package func write(_ files: [JobFile], replaces: Bool) throws(JobError) {
    for file in files where !replaces {
      guard FileManager.default.fileExists(atPath: place(of: file)) else { continue }
      if FileManager.default.contents(atPath: place(of: file)) != Data(file.bytes) {
        throw JobError(
          "\(place(of: file)) is there and has another content. Nothing was written; name another "
            + "folder with --out, or replace it with --force")
      }
    }
    for file in files {
      do {
        try write(file)
      } catch {
        throw JobError("cannot write \(place(of: file)): \(error.localizedDescription)")
      }
    }
  }

  private func write(_ file: JobFile) throws {
    let url = URL(fileURLWithPath: place(of: file))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(file.bytes).write(to: url, options: .atomic)
    try FileManager.default.setAttributes(
      [.posixPermissions: file.isExecutable ? 0o755 : 0o644], ofItemAtPath: url.path)
  }

  private func place(of file: JobFile) -> String { "\(path)/\(file.path)" }
}
