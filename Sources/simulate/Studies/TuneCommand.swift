import ArgumentParser
import Documents
import Findings
import Studies
import Text

struct TuneCommand: StudyCommand {
  typealias Results = TuningDocument

  static let configuration = CommandConfiguration(
    commandName: "tune", abstract: "Searches for a formula, and tests it where it was not tuned.",
    discussion: """
      Without a scenario: tuned on gateway-restart with outages of 40, 50, ... 90 s, tested on \
      outages of 45, 55, ... 85 s and on five other storms, with other seeds. A scenario that is \
      named is tested with other seeds; --test names others. Whatever it was tuned on, the formula \
      found and the own one are also tested behind one single limit at the listener, the handshakes, the \
      authentication pool and the api: --worlds limits tunes on those as well.

      Without --objective and --subject-to: the least recover.p99 of the formulas whose peak and \
      attempts are no worse than the own formula's.

      examples:
        simulate tune
        simulate tune --family full --objective attempts_per_client \\
          --subject-to 'recover.p99 < 30s'
        simulate tune --worlds limits
        simulate tune --family 'uniform(0, min($cap, $base * $factor^x))' \\
          --param cap=5s..120s --param base=100ms..5s --param factor=1.2..3

      Results go to results/tune-<scenario>. Exit code 3: no formula keeps every promise; the \
      closest is shown.
      """)

  @OptionGroup(title: "Scenarios") var target: TuneTargetOptions
  @OptionGroup(title: "Search") var search: TuneSearchOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  /// Makes the tuner, once its threads are known.
  struct Question {
    let target: TuningTarget
    let tuner: (WorkPool) -> Tuner
  }

  func question() throws -> Question {
    let families = try search.searched()
    let objective = try search.goal()
    let promises = try search.promises()
    let target = try target.target()
    let least = Tuner.leastBudget(target, replications: search.replications)
    guard search.budget >= least else {
      let scenarios = "\(target.scenarios.count) scenario\(target.scenarios.count == 1 ? "" : "s")"
      throw CommandFailure.usage(
        "--budget \(search.budget) is too small: \(scenarios) with --replications "
          + "\(search.replications) need at least \(least) runs")
    }
    return Question(target: target) { pool in
      Tuner(
        target, families: families, objective: objective, promises: promises, budget: search.budget,
        replications: search.replications, testsCatalogue: !self.target.noCatalogue, pool: pool)
    }
  }

  func plan(for question: Question) -> StudyPlan {
    let target = question.target
    return StudyPlan(
      folder: "tune-\(target.name)", scenario: target.name, kind: .tuning,
      report: TuningReport.self,
      memory: RunMemory.most(of: target.scenarios + target.test + target.storms)!,
      threads: search.threads, runs: search.budget, configuration: Self.resolved(target))
  }

  private static func resolved(_ target: TuningTarget) -> [(path: String, value: String)] {
    let groups = [
      ("tuned_on", target.scenarios), ("tested_on", target.test), ("elsewhere", target.storms),
      ("behind_limits", target.limits.map(\.scenario)),
    ]
    return groups.flatMap { name, scenarios in
      scenarios.enumerated().flatMap { index, scenario in
        scenario.resolved.map { ("\(name).\(index).\($0.path)", $0.value) }
      }
    }
  }

  func announce(_ question: Question) {
    let tuner = question.tuner(WorkPool(threads: 1))
    let scenario = tuner.target.scenarios[0]
    Output.note(
      "seed=\(scenario.seed) scenario=\(tuner.target.name) clients=\(scenario.clients.count) "
        + "runs<=\(tuner.mostRuns) squall \(Version.number)")
    for cohort in tuner.target.scenarios.flatMap(\.clients.mix) {
      if let own = cohort.backoff { noteOwnBackoff(cohort.name, own) }
    }
    for rule in tuner.differingRules {
      Output.note(
        "note: the own formulas differ in their \(rule): each session's own stands for what is found"
      )
    }
    Output.warn(
      tuner.target.scenarios.flatMap(\.backoffWarnings)
        + (tuner.promises ?? []).compactMap(\.warning))
  }

  func answer(_ question: Question, _ stage: StudyStage) throws -> (any StudyReport)? {
    do throws(TunerError) {
      let tuning = try stage.watched { watch throws(TunerError) in
        try question.tuner(stage.pool).run { watch.goesOn($0) }
      }
      return TuningReport(tuning, facts: stage.facts())
    } catch {
      throw CommandFailure.runtime(error.description)
    }
  }
}
