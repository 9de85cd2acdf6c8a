import Primitives
import Words

/// The reason why a results folder could not be written. The folder that stood under its name
/// before still stands there.
package enum ResultsFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Something else stands there, and is left alone.
  case notOurs(path: String, reason: String)
  /// Results of another kind or scenario stand there.
  case others(path: String, reason: String)
  /// Another process is writing results there.
  case inUse(path: String)
  /// The file system said no.
  case cannotWrite(path: String, reason: String)

  package var description: String {
    // Names of files may hold anything.
    switch self {
    case .notOurs(let path, let reason):
      printable("\(path) is not replaced: \(reason). Nothing was written; name another folder")
    case .others(let path, let reason):
      printable(
        "\(path) is not replaced: \(reason). Nothing was written; name another folder with --out, or "
          + "replace it with --force")
    case .inUse(let path): printable("another process is writing results to \(path)")
    case .cannotWrite(let path, let reason): printable("cannot write \(path): \(reason)")
    }
  }
}
