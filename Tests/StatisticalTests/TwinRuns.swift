import Findings
import Metrics
import Scenarios
import SecondSimulator
import Simulator
import Store
import Studies
import Text

/// A figure that both programs give.
struct TwinFigure: Sendable {
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
    TwinFigure(path: "gave_up") { Double($0.gaveUp) },
    TwinFigure(path: "metastable") { $0.metastable.map { $0 ? 1 : 0 } },
  ]
}

/// Some seeds of both programs.
struct TwinRuns {
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

  /// What the two say of a figure, where that is further apart than so many standard errors of the difference,
  /// and than `atLeast`; nil otherwise.
  func difference(
    in figure: TwinFigure, within errors: Double, atLeast: Double = 0
  ) -> String? {
    func apart(_ ours: [Double], _ theirs: [Double], atLeast: Double = 0) -> String? {
      Self.apart(ours, theirs, within: errors, atLeast: atLeast)
    }
    let ours = first.map { Self.number($0.value(at: figure.path)!) }
    let theirs = second.map { figure.second($0) }
    if let words = apart(ours.map { $0 == nil ? 1 : 0 }, theirs.map { $0 == nil ? 1 : 0 }) {
      return "\(figure.path), undefined: \(words)"
    }
    let known = (ours.compactMap { $0 }, theirs.compactMap { $0 })
    if let words = apart(
      known.0.map { $0.isFinite ? 0 : 1 }, known.1.map { $0.isFinite ? 0 : 1 })
    {
      return "\(figure.path), never: \(words)"
    }
    return apart(known.0.filter(\.isFinite), known.1.filter(\.isFinite), atLeast: atLeast)
      .map { "\(figure.path): \($0)" }
  }

  private static func apart(
    _ ours: [Double], _ theirs: [Double], within errors: Double, atLeast: Double
  ) -> String? {
    guard ours.count > 1, theirs.count > 1 else { return nil }
    let (a, b) = (Sample(ours), Sample(theirs))
    let error = (a.variance / Double(a.count) + b.variance / Double(b.count)).squareRoot()
    // Where all seeds agree, one client more or less is what whole numbers leave open.
    let dust = 1e-9 + 1e-6 * max(abs(a.mean), abs(b.mean))
    return abs(a.mean - b.mean) <= max(errors * error, atLeast) + dust
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
