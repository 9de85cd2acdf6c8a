import Foundation

/// How many cases are tried.
enum Amount {
  private static let variables = ProcessInfo.processInfo.environment

  static let isFull = variables["SQUALL_HARNESS"] == "full"

  static let seed = variables["SQUALL_HARNESS_SEED"].flatMap { UInt64($0) } ?? 1

  private static let only = variables["SQUALL_HARNESS_CASE"].flatMap { Int($0) }

  /// Whether all cases are tried, so that they can be looked at together.
  static var isWhole: Bool { only == nil }

  /// The numbers of the cases of one part.
  static func cases(_ small: Int, full: Int) -> [Int] {
    if let only { return [only] }
    return Array(0..<(isFull ? full : small))
  }
}
