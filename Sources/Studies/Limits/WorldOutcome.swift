import Findings
import Metrics
import Simulator

/// The result of a variant in one world, over all seeds.
package struct WorldOutcome: Hashable, Sendable {
  /// Runs in which there was anything to recover from.
  package let seeds: Int
  /// The number of these runs whose storm outlives its cause.
  package let metastable: Int
  /// The number of these runs in which more than one client in a hundred never returns, for
  /// whatever reason.
  package let never: Int
  /// The number of these runs in which either is the case.
  package let lost: Int
  /// The number of lost runs in which more than one client in a hundred has given up.
  private let givenUp: Int
  /// The most frequent `StormCause` of the storms that outlive their cause; nil if there is none.
  package let cause: StormCause?
  /// The median of recover.p99 over the seeds with which 99 % are back, in seconds; nil where there is none.
  package let recovery: SeedEstimate?
  /// The least that any behaviour of the clients could bring it to, in seconds; nil where that is not known
  /// with every seed.
  package let leastPossible: Double?

  /// The result of one run.
  struct Fate {
    /// recover.p99.
    var recovery: MetricValue
    /// nil where no storm outlives its cause.
    var cause: StormCause?
    /// True if more than one client in a hundred has given up.
    var hasGivenUp = false
    /// The least possible recover.p99, in seconds.
    var leastPossible: Double?

    var isLost: Bool { recovery == .never || cause != nil }
  }

  init(_ runs: [Replication]) { self.init(fates: runs.map(Fate.init)) }

  init(fates: [Fate]) {
    let fates = fates.filter { $0.recovery != .undefined }
    seeds = fates.count
    metastable = fates.count { $0.cause != nil }
    never = fates.count { $0.recovery == .never }
    lost = fates.count(where: \.isLost)
    givenUp = fates.count { $0.isLost && $0.hasGivenUp }
    let counts = StormCause.allCases.map { cause in fates.count { $0.cause == cause } }
    // The first in their order where several are as frequent.
    cause =
      metastable > 0 ? StormCause.allCases[counts.firstIndex(of: counts.max()!)!] : nil
    recovery = SeedEstimate(fates.compactMap { $0.isLost ? nil : $0.recovery.number }, .median)
    let least = fates.compactMap(\.leastPossible)
    leastPossible = least.count == fates.count ? SeedEstimate(least, .median)?.figure : nil
  }

  /// How it ends with most of the seeds.
  package enum Ending: Hashable, Sendable {
    /// 99 % are back, after so many seconds by the median of those seeds.
    case back(seconds: Double)
    /// The storm outlives its cause.
    case dies(StormCause)
    /// More than one client in a hundred gives up.
    case givesUp
    /// More than one client in a hundred is not back at the end for another reason.
    case never
    /// There was nothing to recover from.
    case nothing

    /// The name in files.
    package var name: String {
      switch self {
      case .back: "back"
      case .dies: "dies"
      case .givesUp: "gives_up"
      case .never: "never"
      case .nothing: "nothing"
      }
    }
  }

  package var ending: Ending {
    if seeds == 0 { return .nothing }
    if 2 * metastable > seeds, let cause { return .dies(cause) }
    if let recovery, 2 * lost <= seeds { return .back(seconds: recovery.figure) }
    return 2 * givenUp >= lost ? .givesUp : .never
  }

  /// True if 99 % are back with every seed, and no storm outlives its cause.
  package var isHeld: Bool { lost == 0 }

  /// Median of recover.p99 where it is back with most of the seeds; infinite where it is not.
  package var seconds: Double {
    switch ending {
    case .back(let seconds): seconds
    case .nothing: 0
    case .dies, .givesUp, .never: .infinity
    }
  }

  /// The share of seeds that are lost, then the time: compared in order, less is better.
  var badness: [Double] {
    seeds == 0 ? [0, 0] : [Double(lost) / Double(seeds), recovery?.figure ?? .infinity]
  }
}

extension WorldOutcome.Fate {
  fileprivate init(_ run: Replication) {
    recovery = run.value("recover.p99")
    if run.value("metastable") == .boolean(true),
      case .word(let word) = run.value("metastable_cause")
    {
      cause = StormCause(rawValue: word)
    }
    hasGivenUp = (run.number("gave_up_share") ?? 0) > 0.01
    leastPossible = run.number("lower_bound_s")
  }
}
