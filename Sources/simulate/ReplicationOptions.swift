import ArgumentParser
import Experiments
import Foundation

/// How often a scenario is run, and how many runs are made at once.
struct ReplicationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run with this many seeds in a row, 1 to 1,000, and report means with their 95 % intervals.",
      valueName: "n"))
  var replications: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Runs at a time (default: one for each core). Results do not depend on it.", valueName: "n"))
  var threads: String?

  /// - Parameter standard: replications where none are given.
  /// - Throws: where either is not a number or out of range.
  func parsed(
    default standard: Int
  ) throws(CommandFailure) -> (replications: Int, threads: Int?) {
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

/// How many fleets this machine can hold.
struct FleetMemory {
  private let needed: UInt64
  private let available: UInt64

  init(clients: Int) {
    // Records, ledgers and pending events; a storm's queues come on top.
    needed = UInt64(clients) * 140
    available = ProcessInfo.processInfo.physicalMemory
  }

  /// As many threads as were asked for; without a wish, one for each core, or fewer where fleets
  /// would not fit.
  /// - Throws: where what was asked for cannot fit.
  func threads(_ wish: Int?, for runs: Int) throws(CommandFailure) -> Int {
    let most = Int(clamping: available / max(1, needed))
    let standard = max(1, min(WorkPool.allCores.threads, most))
    let threads = min(wish ?? standard, runs)
    guard threads > most else { return threads }
    let fleets = threads == 1 ? "" : "\(threads) times "
    throw .runtime(
      "\(fleets)\(clients) clients need about \(Self.gigabytes(UInt64(threads) * needed)) of memory; "
        + "this machine has \(Self.gigabytes(available))")
  }

  private var clients: UInt64 { needed / 140 }

  private static func gigabytes(_ bytes: UInt64) -> String {
    "\((bytes + 500_000_000) / 1_000_000_000) GB"
  }
}
