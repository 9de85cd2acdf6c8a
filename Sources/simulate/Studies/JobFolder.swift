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
    // All of them have a place before the first is written.
    let places = try files.map { file throws(CommandFailure) in
      try failing(file) {
        try Disk().makeFolders(resolvedPath(splitPath(place(of: file)).folder))
        return try FilePlace(place(of: file), .anywhere)
      }
    }
    for (file, target) in zip(files, places) {
      try failing(file) {
        try target.write(isProgram: file.isExecutable) { take in
          try take(String(decoding: file.bytes, as: UTF8.self))
        }
      }
    }
  }

  private func failing<Result>(
    _ file: JobFile, _ body: () throws -> Result
  ) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      throw .runtime("cannot write \(place(of: file)): \(error)")
    }
  }

  private func place(of file: JobFile) -> String { "\(path)/\(file.path)" }
}
