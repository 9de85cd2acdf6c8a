import Foundation
import Primitives
import Words

/// An error of a sweep with its folders. No data that was there before is lost.
package enum SweepFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder that was found does not fit the request.
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

/// Says what an error of the file system kept from being done.
func failing<Result>(
  _ what: String, _ body: () throws(FileError) -> Result
) throws(SweepFolderError) -> Result {
  do throws(FileError) {
    return try body()
  } catch {
    throw .system(what, error)
  }
}
