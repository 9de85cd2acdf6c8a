import Campaigns
import Metrics
import Scenarios
import SecondSimulator
import Simulator
import Testing

/// Worlds that were drawn, ten seeds of both programs in each: every figure within four standard errors of its
/// difference. Some thousand figures are compared, so that chance alone brings a few that lie further apart; those
/// are looked at again with 40 other seeds.
@Suite("Random worlds against a second program", .enabled(if: isOptimised))
struct RandomTwinStatisticalTests {
  /// Worlds of the first 300 that both read in different ways. The second program knows no handover of an
  /// attempt that is under way (102). What paths that come and go during an outage or a recovery do (18, 167,
  /// 268), and latency or loss that comes with a blackhole (179, 290), is open: the passages of the first
  /// program are not why, it gives the same step by step.
  private static let open: Set = [18, 102, 167, 179, 268, 290]

  @Test(arguments: 0..<(isNightly ? 300 : 30)) func agrees(number: Int) throws {
    if Self.open.contains(number) {
      try withKnownIssue { try compare(number) }
    } else {
      try compare(number)
    }
  }

  private func compare(_ number: Int) throws {
    let world = RandomTwin.world(number)
    let few = try TwinRuns(world, seeds: 10, from: 1)
    let suspects = TwinFigure.all.filter { few.difference(in: $0) != nil }
    if suspects.isEmpty { return }
    let runs = try TwinRuns(world, seeds: 40, from: 101)
    for difference in suspects.compactMap(runs.difference) {
      Issue.record("\(world.name): \(difference)")
    }
  }
}

/// A figure that both programs give.
private struct TwinFigure: Sendable {
  let path: String
  let second: @Sendable (SecondResult) -> Double?

  static let all = [
    TwinFigure(path: "recovered") { Double($0.recovered) },
    TwinFigure(path: "still_trying") { Double($0.stillTrying) },
    TwinFigure(path: "affected") { Double($0.affected) },
    TwinFigure(path: "recover.p50") { $0.recover?.p50 },
    TwinFigure(path: "recover.p99") { $0.recover?.p99 },
    TwinFigure(path: "attempts") { Double($0.attempts) },
    TwinFigure(path: "arrivals") { Double($0.arrivals) },
    TwinFigure(path: "relapsed") { Double($0.relapsed) },
    TwinFigure(path: "downtime.mean") { $0.downtimeMean },
    TwinFigure(path: "away_at_clear") { Double($0.awayAtClear) },
    TwinFigure(path: "wasted_work_share") { $0.wastedWorkShare },
    TwinFigure(path: "metastable") { $0.metastable.map { $0 ? 1 : 0 } },
  ]
}

/// Some seeds of both programs.
private struct TwinRuns {
  let first: [Summary]
  let second: [SecondResult]

  init(_ world: TwinWorld, seeds: Int, from start: UInt64) throws {
    let experiment = try Experiment(world.scenario())
    let numbers = start..<start + UInt64(seeds)
    first = try numbers.map { seed in
      let experiment = experiment.seeded(seed)
      return Summary(experiment, try experiment.run())
    }
    second = numbers.map { play(world.second, seed: $0 + 1_000) }
  }

  /// What the two say of a figure, where that is too far apart; nil otherwise.
  func difference(in figure: TwinFigure) -> String? {
    let ours = first.map { Self.number($0.value(at: figure.path)!) }
    let theirs = second.map { figure.second($0) }
    if let words = Self.apart(ours.map { $0 == nil ? 1 : 0 }, theirs.map { $0 == nil ? 1 : 0 }) {
      return "\(figure.path), undefined: \(words)"
    }
    let known = (ours.compactMap { $0 }, theirs.compactMap { $0 })
    if let words = Self.apart(
      known.0.map { $0.isFinite ? 0 : 1 }, known.1.map { $0.isFinite ? 0 : 1 })
    {
      return "\(figure.path), never: \(words)"
    }
    return Self.apart(known.0.filter(\.isFinite), known.1.filter(\.isFinite)).map {
      "\(figure.path): \($0)"
    }
  }

  private static func apart(_ ours: [Double], _ theirs: [Double]) -> String? {
    guard ours.count > 1, theirs.count > 1 else { return nil }
    let (a, b) = (Sample(ours), Sample(theirs))
    let error = (a.variance / Double(a.count) + b.variance / Double(b.count)).squareRoot()
    // Where all seeds agree, one client more or less is what whole numbers leave open.
    let dust = 1e-9 + 1e-6 * max(abs(a.mean), abs(b.mean))
    return abs(a.mean - b.mean) <= 4 * error + dust
      ? nil : "\(a.mean) against \(b.mean), standard error \(error)"
  }

  private static func number(_ value: MetricValue) -> Double? {
    switch value {
    case .never: .infinity
    case .boolean(let truth): truth ? 1 : 0
    case .count, .number, .word, .undefined: value.number
    }
  }
}
