import Findings
import Measurements
import Primitives
import Scenarios
import Simulator
import Store
import Studies
import Testing
import Text
import Verdicts
import Worlds

/// A world, run once.
struct WorldRun: Sendable {
  let scenario: Scenario
  let run: RunResult
  let summary: Summary

  init(
    _ world: RandomWorld, times scale: Int = 1, seed: Int = 1, queue: QueueChoice = .ladder,
    skipsQuietTime: Bool = true
  ) throws {
    let scenario = try world.scenario(times: scale, seed: seed)
    let experiment = try Experiment(scenario, skipsQuietTime: skipsQuietTime)
    self.init(experiment, try experiment.run(queue: queue))
  }

  /// - Parameter run: what the experiment gave.
  init(_ experiment: Experiment, _ run: RunResult) {
    scenario = experiment.scenario
    self.run = run
    summary = Summary(experiment, run)
  }

  /// The same world with as many times the duration.
  init(_ world: WorldRun, longer times: Int) throws {
    var scenario = world.scenario
    scenario.duration = scenario.duration * Int64(times)
    let experiment = try Experiment(scenario)
    self.init(experiment, try experiment.run())
  }

  /// The metric of that name; infinite where it is `never`, nil where it is undefined.
  func figure(_ path: String) -> Double? {
    guard let value = summary.value(at: path) else { fatalError("no metric '\(path)'") }
    if case .never = value { return .infinity }
    return value.number
  }

  /// A count that every run has.
  func count(_ path: String) -> Int {
    guard case .count(let count) = summary.value(at: path) else { return .min }
    return count
  }

  func truth(_ path: String) -> Bool? {
    guard case .boolean(let isTrue) = summary.value(at: path) else { return nil }
    return isTrue
  }

  func word(_ path: String) -> String? {
    guard case .word(let word) = summary.value(at: path) else { return nil }
    return word
  }

  /// The figures of a distribution from its middle to its end; nil where it is undefined.
  func ranks(_ path: String) -> [Double]? {
    let names = DistributionSummary.rankNames + ["max"]
    let figures = names.compactMap { figure("\(path).\($0)") }
    return figures.count == names.count ? figures : nil
  }

  /// Whether anything is measured after clear.
  var hasClear: Bool { run.course.clear.map { $0 <= run.course.end } ?? false }

  /// Whether the metric has no figure at all.
  func isUndefined(_ path: String) -> Bool { summary.value(at: path) == .undefined }
}

/// What is wrong with one run.
struct Complaints: Sendable {
  private(set) var texts: [String] = []

  mutating func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) {
    if !isTrue { texts.append(text()) }
  }

  /// Compares two figures by name; says nothing where one of them is undefined.
  mutating func expect(
    _ run: WorldRun, _ small: String, isAtMost large: String, _ why: String = ""
  ) {
    guard let a = run.figure(small), let b = run.figure(large), a > b else { return }
    texts.append("\(small) = \(a) is above \(large) = \(b) \(why)")
  }
}

/// Something that holds in every world.
struct WorldProperty: Sendable, CustomTestStringConvertible {
  let name: String
  let check: @Sendable (WorldRun, inout Complaints) -> Void

  init(_ name: String, _ check: @escaping @Sendable (WorldRun, inout Complaints) -> Void) {
    self.name = name
    self.check = check
  }

  var testDescription: String { name }

  /// A new one is one more row.
  static let all: [WorldProperty] =
    countProperties + loadProperties + orderProperties + absenceProperties + stormProperties
    + findingProperties
}
