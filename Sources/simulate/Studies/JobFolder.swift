import Foundation
import Jobs
import Store
import Words

/// The folder into which the files for an engine are written.
///
/// A file that is there already stays as it is if its content is the same. If its content is other,
/// nothing is written, because the file may be the user's own.
struct JobFolder {
  let path: String

  /// - Parameter replaces: whether files with another content are replaced.
  /// - Throws: where a file with another content stands in the way, or the file system says no.
  func write(_ files: [JobFile], replaces: Bool) throws(CommandFailure) {
    for file in files where !replaces {
      guard FileManager.default.fileExists(atPath: place(of: file)) else { continue }
      if FileManager.default.contents(atPath: place(of: file)) != Data(file.bytes) {
        throw .runtime(
          "\(place(of: file)) is there and has another content. Nothing was written; name another "
            + "folder with --out, or replace it with --force")
      }
    }
    for file in files {
      do {
        try write(file)
      } catch {
        throw .runtime("cannot write \(place(of: file)): \(error)")
      }
    }
  }

  private func write(_ file: JobFile) throws {
    let path = place(of: file)
    try Disk().makeFolders(resolvedPath(splitPath(path).folder))
    try FilePlace(path, .anywhere).write(isProgram: file.isExecutable) { take in
      try take(String(decoding: file.bytes, as: UTF8.self))
    }
  }

  private func place(of file: JobFile) -> String { "\(path)/\(file.path)" }
}
