import ArgumentParser
import Experiments
import Foundation
import Reporting
import Sessions
import Simulator

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Runs a scenario and says how the fleet came back.",
    usage: "simulate [run] [SCENARIO] [options]")

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Flag(help: "Run twice, with another event queue each, and compare the results.")
  var checkDeterminism = false

  @Flag(help: "Simulate every healthy heartbeat one by one: slower, with the same results.")
  var noSkip = false

  @Option(help: .hidden)
  var queue = QueueChoice.wheel

  func run() throws {
    let scenario = try scenario.load()
    if output.printConfig {
      try Output.results(configurationText(scenario.resolved, output.format))
      return
    }
    let experiment: Experiment
    do {
      experiment = try Experiment(scenario, skipsQuietTime: !noSkip)
    } catch {
      throw CommandFailure.usage(error.description)
    }
    let folder = output.folder(for: scenario.name)
    if let folder { try checkFolder(folder) }
    try checkMemory(clients: scenario.clients.count)
    Interruption.listen()
    announce(scenario)
    let began = Date()
    var runner = ScenarioRunner(experiment, progress: output.progress, isQuiet: output.quiet)
    let first = try runner.run(queue)
    let summary = Summary(experiment, first.result)
    if checkDeterminism, !first.result.isTruncated {
      try compare(summary, with: &runner, experiment)
    }
    let facts = RunFacts(
      toolVersion: Version.number, commit: Version.commit,
      arguments: Array(CommandLine.arguments.dropFirst()), wallSeconds: first.wallSeconds,
      startedAt: began.formatted(.iso8601), peakMemoryBytes: peakMemoryBytes())
    try report(summary, facts, folder: folder)
  }

  /// A fleet that cannot fit is refused before it is built.
  private func checkMemory(clients: Int) throws {
    // Records, ledgers and pending events; a storm's queues come on top.
    let needed = clients * 140
    let available = ProcessInfo.processInfo.physicalMemory
    guard UInt64(needed) > available else { return }
    func gigabytes(_ bytes: UInt64) -> String { "\((bytes + 500_000_000) / 1_000_000_000) GB" }
    throw CommandFailure.runtime(
      "\(clients) clients need about \(gigabytes(UInt64(needed))) of memory; this machine has "
        + gigabytes(available))
  }

  private func announce(_ scenario: Scenario) {
    if output.quiet { return }
    Output.note(
      "seed=\(scenario.seed) scenario=\(scenario.name) clients=\(scenario.clients.count) "
        + "squall \(Version.number)")
    let given = self.scenario
    for cohort in scenario.clients.mix {
      if given.backoff != nil, let own = cohort.backoff {
        Output.note("note: cohort \(cohort.name) keeps its own backoff, \(own)")
      }
      if given.profile != nil, let own = cohort.profile {
        Output.note("note: cohort \(cohort.name) keeps its own profile, \(own)")
      }
    }
  }

  /// Runs again on the other queue. Which of two orders is right does not matter: there is one.
  private func compare(
    _ summary: Summary, with runner: inout ScenarioRunner, _ experiment: Experiment
  ) throws {
    let other: QueueChoice = queue == .wheel ? .heap : .wheel
    let second = try runner.run(other).result
    if second.isTruncated {
      Output.note("interrupted: the second run is not compared")
      return
    }
    let again = Summary(experiment, second)
    let digests = (summary.run.digest.text, second.digest.text)
    guard digests.0 == digests.1, summaryJSON(summary) == summaryJSON(again) else {
      let what = digests.0 == digests.1 ? "the same digest, but other metrics" : "other digests"
      throw CommandFailure(
        status: .notDeterministic,
        message: "two runs of the same scenario and seed gave \(what): \(queue.rawValue) "
          + "\(digests.0), \(other.rawValue) \(digests.1)")
    }
    if !output.quiet {
      Output.note("deterministic: \(queue.rawValue) and \(other.rawValue) give \(digests.0)")
    }
  }

  /// Prints and writes the results, then says with the exit code what came of them.
  private func report(_ summary: Summary, _ facts: RunFacts, folder: String?) throws {
    let slo = summary.check(summary.scenario.slo)
    var written: String?
    var problem: ResultsFolderError?
    if let folder {
      do throws(ResultsFolderError) {
        try ResultsFolder.write(summary, slo: slo, facts: facts, to: folder)
        written = folder
      } catch {
        problem = error
      }
    }
    let text =
      switch output.format {
      case .json: summaryJSON(summary)
      case .csv: summaryCSV(summary)
      case .table:
        terminalSummary(
          summary, slo: slo, facts: facts, folder: written,
          style: TerminalStyle(width: Terminal.width, usesColour: Terminal.allowsColour))
      }
    try Output.results(text)
    if summary.run.isTruncated {
      if let problem { Output.note("error: \(problem)") }
      if !output.quiet { Output.note("interrupted: the results are partial") }
      throw CommandFailure.silent(.interrupted)
    }
    if let problem { throw CommandFailure.runtime("\(problem)") }
    let broken = slo.filter { !$0.isKept }
    if broken.isEmpty { return }
    // The table has said so.
    if output.format != .table {
      for result in broken {
        Output.note("SLO failed: \(result.level.text), found \(result.found)")
      }
    }
    throw CommandFailure.silent(.sloFailed)
  }
}

/// Runs one experiment, as often as asked.
struct ScenarioRunner {
  private let experiment: Experiment
  private let style: ProgressStyle
  private let isQuiet: Bool

  init(_ experiment: Experiment, progress: ProgressStyle, isQuiet: Bool) {
    self.experiment = experiment
    style = progress
    self.isQuiet = isQuiet
  }

  /// - Throws: where the run cannot be finished.
  mutating func run(
    _ queue: QueueChoice
  ) throws(CommandFailure) -> (result: RunResult, wallSeconds: Double) {
    var line = ProgressLine(style, isQuiet: isQuiet)
    let clock = ContinuousClock()
    let began = clock.now
    do throws(SimulationError) {
      let result = try experiment.run(queue: queue) { progress in
        line.show(progress)
        return !Interruption.isRequested
      }
      line.finish()
      return (result, (clock.now - began) / .seconds(1))
    } catch {
      line.finish()
      throw CommandFailure(error)
    }
  }
}

extension QueueChoice: ExpressibleByArgument {}

/// The most memory the process has held so far.
private func peakMemoryBytes() -> Int {
  var usage = rusage()
  #if os(Linux)
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  #else
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #endif
}
