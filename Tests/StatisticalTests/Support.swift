import Findings
import Foundation
import Primitives
import Scenarios
import Simulator
import Store
import Studies
import Text

/// These runs are long: they are skipped where the code is not optimised.
#if DEBUG
  let isOptimised = false
#else
  let isOptimised = true
#endif

/// Whether there is time for everything: with SQUALL_NIGHTLY in the environment.
let isNightly = isOptimised && ProcessInfo.processInfo.environment["SQUALL_NIGHTLY"] != nil

/// Runs a scenario that is written out in the test, with another seed if one is given.
func run(_ text: String, seed: UInt64 = 1) throws -> RunResult {
  try runAndSummary(text, seed: seed).run
}

/// A run and the metrics that are read off it.
func runAndSummary(_ text: String, seed: UInt64 = 1) throws -> Summary {
  let scenario = try ScenarioFile.decode(text: "seed: \(seed)\n" + text, file: "test.yaml")
  let experiment = try Experiment(scenario)
  return Summary(experiment, try experiment.run())
}

extension Summary {
  /// The metric of that name as a number; not a number where it is undefined or never reached, so
  /// that every comparison with it fails.
  subscript(path: String) -> Double { value(at: path)?.number ?? .nan }
}
