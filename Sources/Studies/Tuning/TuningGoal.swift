import Metrics
import Primitives
import Scenarios
import Systems
import Words

/// The metric in which a formula is to be good.
package struct TuningObjective: Hashable, Sendable {
  /// The metric's path: `recover.p99`.
  package let path: String
  package let unit: MetricUnit
  /// True if less of it is wanted. This is so unless more is better.
  package let isBetterLow: Bool

  /// The objective if none is given, and most clients are not back before clear.
  package static let standard = TuningObjective(TradedMetrics.recovery)!

  /// nil where there is no metric of that path.
  package init?(_ path: String) {
    guard let row = metricRows.first(where: { $0.path == path }) else { return nil }
    self.path = path
    unit = row.unit
    isBetterLow = row.better != .more
  }
}

/// A number that every run of a search is reduced to.
enum TuningColumn: Hashable, Sendable {
  /// Infinite where it is infinite or undefined.
  case metric(String)
  /// 1 where the promise at that place of the scenario is broken, otherwise 0.
  case broken(Int)
}

/// A promise that a formula is to keep on average over runs and scenarios.
package struct TuningConstraint: Hashable, Sendable {
  package let level: ServiceLevel
  package let unit: MetricUnit
  /// True if the limit is the own formula's figure.
  package let isOwn: Bool
  let column: Int

  /// Returns how far a mean is from keeping it, relative to the limit: 0 if it is kept, infinite if
  /// there is no number. For a promise that is true or false it is the share of runs that break it.
  func violation(_ means: [Double]) -> Double {
    let mean = means[column]
    guard mean.isFinite else { return .infinity }
    guard case .number(let limit) = level.value else { return mean }
    if level.isKept(by: mean) { return 0 }
    // A strict limit that is just met is not kept either.
    return max(1e-9, abs(mean - limit) / (limit == 0 ? 1 : abs(limit)))
  }

  package func isKept(by means: [Double]) -> Bool { violation(means) == 0 }

  /// The mean it is about; of a promise that is true or false the share of runs that break it.
  package func found(_ means: [Double]) -> Double { means[column] }
}

/// How formulas are ranked.
package struct TuningGoal: Hashable, Sendable {
  package let objective: TuningObjective
  package let constraints: [TuningConstraint]
  /// The metrics that are traded off; by the first of them coming back is measured.
  package let tradedMetrics: [HeadlineMetric]
  /// The metrics that are traded off come first, then the objective where it is none of them.
  let columns: [TuningColumn]

  /// Differences in the objective below this fraction do not decide.
  package static let indifference = 0.02

  /// How many times the best objective a formula may have that costs far less.
  package static let thrift = 1.25

  /// How many metrics are traded off.
  static let traded = TradedMetrics.all.count

  /// Creates a goal with the given promises.
  /// - Parameter recovery: what coming back is measured by, and the objective if there is none.
  init(
    _ objective: TuningObjective?, _ given: [ServiceLevel],
    recovery: String = TradedMetrics.recovery
  ) {
    let objective = objective ?? TuningObjective(recovery)!
    tradedMetrics = HeadlineMetric.named(TradedMetrics.all(recovery))
    let columns = Self.columns(objective, given, tradedMetrics)
    self.objective = objective
    self.columns = columns
    var truths = 0
    constraints = given.map { level in
      var column = TuningColumn.metric(level.metric)
      if case .boolean = level.value {
        column = .broken(truths)
        truths += 1
      }
      return TuningConstraint(
        level: level, unit: metricRows.first { $0.path == level.metric }?.unit ?? .ratio,
        isOwn: false, column: columns.firstIndex(of: column)!)
    }
  }

  /// Creates a goal that is no worse than the own formula in the metrics that are traded off and
  /// are not the objective itself. A metric for which the own formula has no number limits nothing.
  init(
    _ objective: TuningObjective?, own means: [Double], recovery: String = TradedMetrics.recovery
  ) {
    let objective = objective ?? TuningObjective(recovery)!
    let traded = HeadlineMetric.named(TradedMetrics.all(recovery))
    tradedMetrics = traded
    self.objective = objective
    columns = Self.columns(objective, [], traded)
    constraints = traded.enumerated().compactMap { column, metric in
      guard metric.path != objective.path, means[column].isFinite else { return nil }
      let limit = roundedUp(means[column])
      let level = ServiceLevel(
        metric: metric.path, comparison: .atMost, value: .number(limit),
        text: "\(metric.path) <= \(numberText(limit))\(metric.unit == .seconds ? "s" : "")")
      return TuningConstraint(level: level, unit: metric.unit, isOwn: true, column: column)
    }
  }

  private static func columns(
    _ objective: TuningObjective, _ levels: [ServiceLevel], _ traded: [HeadlineMetric]
  ) -> [TuningColumn] {
    var columns = traded.map { TuningColumn.metric($0.path) }
    columns.append(.metric(objective.path))
    var truths = 0
    for level in levels {
      if case .boolean = level.value {
        columns.append(.broken(truths))
        truths += 1
      } else {
        columns.append(.metric(level.metric))
      }
    }
    return columns.withoutRepetition
  }

  /// The names of the means of a formula, in order: paths of metrics, and promises whose breaches
  /// are counted.
  package var columnNames: [String] {
    columns.map { column in
      switch column {
      case .metric(let path): path
      case .broken(let place): "broken: " + truths[place].level.text
      }
    }
  }

  private var truths: [TuningConstraint] {
    constraints.filter { if case .boolean = $0.level.value { true } else { false } }
  }

  private var objectiveColumn: Int { columns.firstIndex(of: .metric(objective.path))! }

  /// The metric by which coming back is measured.
  package var recovery: String { tradedMetrics[0].path }

  /// The mean of the objective.
  package func objective(_ means: [Double]) -> Double { means[objectiveColumn] }

  /// Less is better; infinite where there is no number.
  private func cost(_ means: [Double]) -> Double {
    let value = objective(means)
    return value.isFinite && !objective.isBetterLow ? -value : value
  }

  /// Returns true if means are better in the objective than others.
  func isBetter(_ means: [Double], than others: [Double]) -> Bool { cost(means) < cost(others) }

  /// Returns true if every promise is kept and the objective is a number.
  package func isFeasible(_ means: [Double]) -> Bool { violation(means) == 0 }

  /// The sum over the promises; infinite where the objective is no number.
  func violation(_ means: [Double]) -> Double {
    cost(means).isFinite
      ? constraints.reduce(0) { $0 + $1.violation(means) } : .infinity
  }

  /// Returns the standing of a formula with these means: compared in order, less is better. The
  /// violation comes first, then the objective, then the metrics that are traded off.
  func standing(_ means: [Double]) -> [Double] {
    [violation(means), cost(means)] + means.prefix(Self.traded)
  }

  /// Places of means, the best first; equal ones in the order given.
  func ranked(_ means: [[Double]]) -> [Int] {
    let standings = means.map(standing)
    return standings.indices.sorted { one, other in
      standings[one] == standings[other]
        ? one < other : standings[one].lexicographicallyPrecedes(standings[other])
    }
  }

  /// The place of the one that is at most a quarter worse than the best in the objective and no worse in the rest of
  /// what is traded off, and has the least product of it; nil where that is not at most half of what the best has.
  /// - Parameter places: those to choose from.
  func thrifty(_ means: [[Double]], besides best: Int, of places: [Int]) -> Int? {
    guard objective.isBetterLow, isFeasible(means[best]), cost(means[best]) > 0 else { return nil }
    func product(_ place: Int) -> Double {
      means[place].prefix(Self.traded).reduce(0) { $0 + logarithm($1) }
    }
    let rest = (0..<Self.traded).filter { columns[$0] != .metric(objective.path) }
    let near = places.filter { place in
      isFeasible(means[place]) && cost(means[place]) <= Self.thrift * cost(means[best])
        && rest.allSatisfy { means[place][$0] <= means[best][$0] }
    }
    let least = near.min { product($0) < product($1) }
    return least.flatMap { product($0) <= product(best) - logarithm(2) ? $0 : nil }
  }

  /// The place of the best: of those that keep every promise and come within `indifference` of the
  /// best objective, the one with the least product of what is traded off. Where none keeps them all,
  /// the one that comes closest; nil without means.
  func best(_ means: [[Double]]) -> Int? {
    let order = ranked(means)
    guard let first = order.first, isFeasible(means[first]) else { return order.first }
    let limit = cost(means[first]) + Self.indifference * abs(cost(means[first]))
    let near = order.filter { isFeasible(means[$0]) && cost(means[$0]) <= limit }
    let products = near.map { place in
      means[place].prefix(Self.traded).reduce(0) { $0 + logarithm($1) }
    }
    return near[products.indices.min { products[$0] < products[$1] }!]
  }
}

/// Rounds a number to four significant digits, never below it.
private func roundedUp(_ number: Double) -> Double {
  guard number > 0 else { return number }
  var unit = 1.0
  while number / unit >= 10_000 { unit *= 10 }
  var parts = 1.0
  while number / unit * parts < 1_000 { parts *= 10 }
  return (number / unit * parts).rounded(.up) / parts * unit
}

/// Returns the logarithm of a metric's value, for which 0 is as good as a billionth.
func logarithm(_ number: Double) -> Double { portableLog(max(number, 1e-9)) }
