import ArgumentParser
import Documents
import Findings
import Pages
import Scenarios
import Sessions
import Store
import Studies
import Systems
import Text
import Words

struct CompareCommand: StudyCommand {
  typealias Results = ComparisonDocument

  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Runs several backoffs over the same worlds and says which is better at what.",
    usage: """
      simulate compare [SCENARIO] --backoff A --backoff B ... [options]
      simulate compare [SCENARIO] --all [options]
      """,
    discussion: """
      Every backoff meets the same seeds, so differences are paired. The first is what the others \
      are compared with; with fewer than two, or with --all alone, that is the scenario's own. \
      20 seeds unless --replications says otherwise. Where a backoff breaks a promise (slo) the exit code \
      is 3; --judge says whose promises count.

      --worlds limits runs each scenario five times: as it is, and behind a gateway that has one \
      single limit, wherever that may be. It says which backoffs hold everywhere, and which are \
      lucky in one place.

      --baseline compares with an earlier comparison, each backoff with the one of its name.

      examples:
        simulate compare --backoff stoat-web --backoff socketio
        simulate compare --backoff phoenix --backoff 'phoenix, reset: uptime(10s)'
        simulate compare --all --clients 1000 --replications 5
        simulate compare --all --worlds limits=100/s --clients 2000 --replications 5
        simulate compare long-outage --scenario rolling-restart --all
      """)

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Comparison") var comparison: ComparisonOptions
  @OptionGroup(title: "Worlds") var worlds: WorldsOption
  @OptionGroup(title: "Replications") var replications: ReplicationOptions
  @OptionGroup(title: "Baseline") var baseline: BaselineOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  struct Question {
    /// The scenarios as they were named; `scenarios` are those that are run, several for each if
    /// there are worlds.
    let own: [Scenario]
    let worlds: [LimitWorld]
    let scenarios: [Scenario]
    let variants: [Variant]
    /// The names of the backoffs that set the exit code.
    let judged: [String]
    let count: Int
    let threads: Int?
    let wishes: ComparisonOptions.Wishes
    var judge: BaselineJudge?
  }

  func question() throws -> Question {
    let (count, threads) = try replications.parsed(default: 20)
    let wishes = try comparison.parsed()
    let own = try scenarios()
    let worlds = try own.behind(try worlds.limit())
    let scenarios = worlds.isEmpty ? own : worlds.map(\.scenario)
    try checkRanking(wishes.rankedBy, of: scenarios)
    try checkSeeds(of: scenarios, count, isOpen: wishes.precision != nil)
    let variants = try variants(for: scenarios)
    let judged = try judged(wishes.judged, of: variants)
    return Question(
      own: own, worlds: worlds, scenarios: scenarios, variants: variants, judged: judged,
      count: count, threads: threads, wishes: wishes)
  }

  func plan(for question: Question) -> StudyPlan {
    let (own, scenarios) = (question.own, question.scenarios)
    let name = own.count == 1 ? "compare-\(own[0].name)" : "compare"
    return StudyPlan(
      folder: name + (question.worlds.isEmpty ? "" : "-limits"),
      scenario: scenarios.map(\.name).joined(separator: " + "), kind: .comparison,
      report: ComparisonReport.self,
      isJudging: scenarios.contains { !$0.slo.isEmpty } || baseline.baseline != nil,
      memory: RunMemory.most(of: scenarios)!, threads: question.threads,
      runs: question.count * question.variants.count * scenarios.count,
      configuration: configuration(scenarios, question.variants))
  }

  func prepared(_ question: Question, _ place: ResultsPlace?) throws(CommandFailure) -> Question {
    var question = question
    question.judge = try baseline.judge(
      .comparison, question.scenarios, variants: question.judged, seeds: question.count,
      place: place, isQuiet: output.quiet)
    return question
  }

  func answer(_ question: Question, _ stage: StudyStage) throws -> (any StudyReport)? {
    try ComparisonRun(question, stage).outcome()
  }

  private func scenarios() throws(CommandFailure) -> [Scenario] {
    let names = [scenario.scenario].compactMap { $0 } + comparison.scenario
    var scenarios: [Scenario] = []
    for name in names.isEmpty ? [ScenarioSource.defaultName] : names {
      let loaded = try scenario.load(name)
      guard loaded.takesVariants else {
        throw .usage(
          "\(loaded.name): none of its clients waits by a formula that could be compared")
      }
      if scenarios.contains(where: { $0.name == loaded.name }) {
        throw .usage("there are two scenarios named '\(loaded.name)'; results go by that name")
      }
      scenarios.append(loaded)
    }
    return scenarios
  }

  /// - Parameter isOpen: whether seeds are added to those that were asked for.
  private func checkSeeds(
    of scenarios: [Scenario], _ count: Int, isOpen: Bool
  ) throws(CommandFailure) {
    let most = isOpen ? Precision.mostReplications : count
    for scenario in scenarios where SeedRange(first: scenario.seed, count: most) == nil {
      let seeds = isOpen ? "--precision needs up to \(most)" : "\(most)"
      throw .usage(
        "\(scenario.name): \(seeds) seeds from \(scenario.seed) on would go beyond \(UInt64.max)")
    }
  }

  private func checkRanking(
    _ metric: HeadlineMetric?, of scenarios: [Scenario]
  ) throws(CommandFailure) {
    guard let metric else { return }
    for scenario in scenarios {
      if let problem = metric.problem(in: scenario) {
        throw .usage("--rank-by \(metric.path): \(problem)")
      }
    }
  }

  /// The backoffs in the order in which they are compared.
  private func variants(for scenarios: [Scenario]) throws(CommandFailure) -> [Variant] {
    var variants = try Variant.given(comparison.backoff)
    if variants.isEmpty || (variants.count == 1 && !comparison.all) {
      let own = try own(of: scenarios)
      if variants.first?.name == own.name, !comparison.all {
        throw .usage(
          "\(own.name) is the scenario's own backoff; give another to compare it with, or --all")
      }
      variants.insert(own, at: 0)
    }
    if comparison.all {
      let names = Set(variants.map(\.name))
      variants += Variant.catalogue.filter { !names.contains($0.name) }
    }
    guard variants.count >= 2 else {
      throw .usage(
        "nothing to compare with: give two backoffs (--backoff A --backoff B), or --all for the "
          + "whole catalogue")
    }
    return comparison.sameAxes ? try withoutAxes(variants) : variants
  }

  /// Returns the policy by which the clients wait in the scenarios as they are; if they do not all
  /// wait by the same, each keeps its own.
  private func own(of scenarios: [Scenario]) throws(CommandFailure) -> Variant {
    guard let text = scenarios.commonBackoff else {
      guard !comparison.sameAxes else {
        let texts = Set(scenarios.flatMap(\.ownBackoffs)).sorted()
        throw .usage(
          "--same-axes: clients wait by \(texts.joined(separator: ", ")); say with --backoff what "
            + "to compare with")
      }
      return .own
    }
    return try Variant.given(text, label: "backoff of \(scenarios[0].name)")
  }

  /// The names of the backoffs that set the exit code.
  private func judged(
    _ names: [String]?, of variants: [Variant]
  ) throws(CommandFailure) -> [String] {
    let all = variants.map(\.name)
    guard let names else { return all }
    for name in names where !all.contains(name) {
      let near = didYouMean(name, in: all)
      throw .usage(
        "--judge \(shownOption(name)): no backoff of that name is compared; "
          + (near ?? "they are \(all.joined(separator: ", "))"))
    }
    return all.filter(names.contains)
  }

  private func withoutAxes(_ variants: [Variant]) throws(CommandFailure) -> [Variant] {
    if let typed = variants.first(where: \.hasTypedAxes) {
      throw .usage(
        "--same-axes leaves every rule to the session, and '\(shownOption(typed.name))' brings some"
      )
    }
    return variants.map(\.withoutAxes)
  }

  private func configuration(
    _ scenarios: [Scenario], _ variants: [Variant]
  ) -> [(path: String, value: String)] {
    let variants = variants.enumerated().map { ("variants.\($0.offset)", $0.element.name) }
    return scenarios.flatMap { scenario in
      let prefix = scenarios.count == 1 ? "" : "\(scenario.name)."
      return scenario.resolved.map { (prefix + $0.path, $0.value) }
    } + variants
  }

  func announce(_ question: Question) {
    let (scenarios, variants) = (question.own, question.variants)
    let names = scenarios.map { "\($0.name) seeds=\($0.seed)..." }.joined(separator: " ")
    let worlds = question.scenarios.count
    let several = worlds == scenarios.count ? "" : " worlds=\(worlds)"
    Output.note(
      "\(names)\(several) variants=\(variants.count) replications=\(question.count) "
        + "squall \(Version.number)")
    for loaded in scenarios {
      scenario.noteWhatCohortsKeep(of: loaded, replacesBackoff: true)
    }
    Output.warn(scenarios.flatMap { $0.warnings(comparing: variants.compactMap(\.policy)) })
  }
}

/// The options for what is compared, and how.
struct ComparisonOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A backoff to compare: a catalogue name or a formula, with axes behind it; mine=FORMULA gives it \
      a name. Repeatable.
      """, valueName: "name|formula"))
  var backoff: [String] = []

  @Flag(help: "The whole catalogue of real clients.")
  var all = false

  @Option(
    name: .customLong("scenario"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Another scenario to compare them over. Repeatable.", valueName: "scenario"))
  var scenario: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      A backoff whose promises and baseline set the exit code (default: every one). Repeatable.
      """, valueName: "name"))
  var judge: [String] = []

  @Flag(help: "Compare formulas alone: every rule around them is the session's own.")
  var sameAxes = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Add seeds until every interval of recover.p99 (downtime.p99 where most clients were back before \
      clear) is within this of its median, to 1,000 at most.
      """,
      valueName: "share"))
  var precision: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The metric to rank by, any that a promise may be about (default: recover.p99, or downtime.p99 where \
      most clients were back before clear).
      """, valueName: "metric"))
  var rankBy: String?

  struct Wishes {
    var precision: Precision?
    /// nil for what coming back is measured by.
    var rankedBy: HeadlineMetric?
    var sameAxes: Bool
    /// The names of the backoffs whose promises set the exit code; nil for all.
    var judged: [String]?
  }

  func parsed() throws(CommandFailure) -> Wishes {
    Wishes(
      precision: try parsedPrecision(), rankedBy: try parsedRanking(), sameAxes: sameAxes,
      judged: judge.isEmpty ? nil : judge)
  }

  private func parsedPrecision() throws(CommandFailure) -> Precision? {
    guard let precision else { return nil }
    guard let share = try? parseShare(precision), share > 0, share < 1 else {
      throw .usage("--precision \(precision): write a share above 0% and below 100%, such as 2%")
    }
    return Precision(relative: share)
  }

  private func parsedRanking() throws(CommandFailure) -> HeadlineMetric? {
    guard let name = rankBy else { return nil }
    if let metric = HeadlineMetric.named(name) { return metric }
    let isWord = MetricNames.unit(of: name) == .word
    let why = isWord ? "this metric is a word, and has no order" : MetricNames.noMetric(named: name)
    throw .usage("--rank-by \(shownOption(name)): \(why)")
  }
}
