import ArgumentParser
import Foundation
import Studies

/// How often a scenario is run, and how many runs are made at once.
struct ReplicationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run with this many seeds in a row, 1 to 1,000, and report medians and means with their intervals.",
      valueName: "n"))
  var replications: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Runs at a time (default: one for each core). Results do not depend on it.", valueName: "n"))
  var threads: String?

  /// - Parameter standard: replications where none are given.
  /// - Throws: where either is not a number or out of range.
  func parsed(default standard: Int) throws(CommandFailure) -> (replications: Int, threads: Int?) {
    let replications = try Self.number(
      "--replications", replications ?? "\(standard)", in: SeedRange.countRange)
    guard let threads else { return (replications, nil) }
    return (replications, try Self.number("--threads", threads, in: WorkPool.threadRange))
  }

  private static func number(
    _ name: String, _ text: String, in range: ClosedRange<Int>
  ) throws(CommandFailure) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .usage(
        "\(name) \(text): write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}
