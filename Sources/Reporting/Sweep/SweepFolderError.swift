import Foundation

/// What stands between a sweep and its folders. Nothing that was there before is lost.
public enum SweepFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was found does not fit what was asked for.
  case refused(String)
  /// The file system said no.
  case failed(String)

  public var description: String {
    switch self {
    case .refused(let text), .failed(let text): text
    }
  }

  init(_ error: ResultsFolderError) { self = .failed(error.description) }

  /// With what `errno` says.
  static func system(_ what: String, _ code: Int32 = errno) -> SweepFolderError {
    .failed("\(what): \(String(cString: strerror(code)))")
  }
}
