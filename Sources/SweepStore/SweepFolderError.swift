import Foundation
import Primitives
import ResultFiles
import Words

/// What stands between a sweep and its folders. Nothing that was there before is lost.
package enum SweepFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found does not fit what was asked for.
  case refused(String)
  /// The file system said no.
  case failed(String)

  package var description: String {
    switch self {
    case .refused(let text), .failed(let text): printable(text)
    }
  }

  init(_ error: ResultsFolderError) { self = .failed(error.description) }

  static func system(_ what: String, _ error: FileError) -> SweepFolderError {
    .failed("\(what): \(error)")
  }
}
