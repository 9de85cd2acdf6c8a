import Foundation

/// How much is run: the environment variable `SQUALL_BENCHMARKS`, `standard` where it is not set.
public enum Extent: String, CaseIterable, Sendable {
  /// Everything that has a threshold, in two iterations each.
  case short
  /// And storms of a million clients.
  case standard
  /// And queues of ten million events.
  case large

  public static let current: Extent = {
    guard let text = ProcessInfo.processInfo.environment["SQUALL_BENCHMARKS"] else {
      return .standard
    }
    guard let extent = Extent(rawValue: text) else {
      let all = allCases.map(\.rawValue).joined(separator: ", ")
      FileHandle.standardError.write(
        Data("error: SQUALL_BENCHMARKS is '\(text)'; it is one of \(all)\n".utf8))
      exit(2)
    }
    return extent
  }()

  public var isShort: Bool { self == .short }
}
