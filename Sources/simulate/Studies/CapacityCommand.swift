import ArgumentParser
import Documents
import Pages
import Scenarios
import Sessions
import Studies
import Text
import Words

struct CapacityCommand: StudyCommand {
  typealias Results = CapacityDocument

  static let configuration = CommandConfiguration(
    commandName: "capacity",
    abstract: "Finds the value of a key at which every promise is just kept.",
    usage: "simulate capacity [SCENARIO] [--least|--most KEY=a..b] [options]",
    discussion: """
      Doubles the value until the promises (slo) are kept, or broken, halves the way between, and \
      checks the neighbours and the far end of the range. A value keeps a promise where all seeds \
      together do, as with simulate --replications. Several --backoff give a row each, and --worlds a \
      column for each place where the gateway may be narrow.

      examples:
        simulate capacity mine.yaml
        simulate capacity --slo 'recover.p99 < 60s' --least gateway.nodes=1..64
        simulate capacity mine.yaml --most clients.count=10k..1M --backoff aws-full
        simulate capacity mine.yaml --least gateway.auth.workers=4..400
        simulate capacity mine.yaml --backoff aws-full --backoff kafka --worlds limits

      Exit code 3: no value of the range keeps every promise, with any formula.
      """)

  @OptionGroup(title: "Scenario") var scenario: ScenarioOptions
  @OptionGroup(title: "Scenario") var policies: BackoffOption
  @OptionGroup(title: "Search") var search: CapacityOptions
  @OptionGroup(title: "Search") var worlds: WorldsOption
  @OptionGroup(title: "Replications") var replications: ReplicationOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  /// The same question in each of its worlds, the scenario's own gateway first.
  struct Question {
    var studies: [CapacityStudy]
    var threads: Int?
    var own: CapacityStudy { studies[0] }
    var all: [CapacityQuestion] { studies.flatMap(\.questions) }
  }

  func question() throws -> Question {
    let (count, threads) = try replications.parsed(default: 20)
    let study = try study(seeds: count)
    let others = output.printConfig ? [] : try behindLimits(study)
    return Question(studies: [study] + others, threads: threads)
  }

  func plan(for question: Question) -> StudyPlan {
    let scenario = question.own.scenario
    return StudyPlan(
      folder: "capacity-\(scenario.name)", scenario: scenario.name, kind: .capacity,
      report: CapacityReport.self, memory: question.own.memory, threads: question.threads,
      runs: max(question.own.seeds, question.all.count), configuration: scenario.resolved)
  }

  func answer(_ question: Question, _ stage: StudyStage) throws -> (any StudyReport)? {
    let findings: [CapacityFinding?]
    do throws(CapacityFailure) {
      findings = try stage.watched { watch throws(CapacityFailure) in
        try stage.pool.answers(to: question.all) { watch.goesOn($1, $0.study) }
      }
    } catch {
      throw CommandFailure(error)
    }
    guard findings.contains(where: { $0 != nil }) else {
      stage.note("interrupted: nothing was found yet")
      return nil
    }
    let results = CapacityResults(question.studies, findings)
    return CapacityReport(results.document.judged, results.record, facts: stage.facts())
  }

  private func study(seeds: Int) throws(CommandFailure) -> CapacityStudy {
    let source = try scenario.source()
    let typed = try scenario.overrides(backoff: nil)
    let overrides = source.overrides + typed
    let base = SweepBase(
      bytes: source.bytes, file: source.label, overrides: overrides,
      checks: scenario.checks(of: source))
    let loaded = try scenario.load(source, backoff: nil)
    _ = try SeedRange.given(seeds, of: loaded)
    let levels = try scenario.serviceLevels(of: source)
    let variants = try variants(of: loaded)
    return try CommandFailure.ofUsage {
      let (range, direction) = try search.parsed()
      if let override = typed.first(where: { range.covers($0.path) }) {
        throw SearchError(
          "\(override.label): \(range.option) would replace it; leave one of them out")
      }
      return try CapacityStudy(
        base, range, direction, variants, levels: levels, seeds: seeds,
        resolution: search.parsedResolution())
    }
  }

  /// The same question in the worlds that are asked for.
  private func behindLimits(_ study: CapacityStudy) throws(CommandFailure) -> [CapacityStudy] {
    guard let limit = try worlds.limit() else { return [] }
    return try CommandFailure.ofUsage { try study.worlds(limit) }
  }

  /// The formulas from the command line; the scenario's own where there are none.
  private func variants(of scenario: Scenario) throws(CommandFailure) -> [Variant] {
    let variants = try Variant.given(policies.backoff)
    guard !variants.isEmpty else {
      guard let own = [scenario].commonBackoff, let variant = try? Variant(own) else {
        return [.own]
      }
      return [variant]
    }
    guard scenario.takesVariants else {
      throw .usage("--backoff: no client of \(scenario.name) waits by a formula")
    }
    return variants
  }

  func announce(_ question: Question) {
    let study = question.own
    Output.note(
      "scenario=\(study.scenario.name) \(study.direction.rawValue)=\(study.range.key) "
        + "variants=\(study.variants.count) replications=\(study.seeds) squall \(Version.number)")
    scenario.noteWhatCohortsKeep(
      of: study.scenario, replacesBackoff: !policies.backoff.isEmpty,
      isVaried: { study.range.covers($0) })
    Output.warn(study.scenario.warnings(comparing: study.variants.compactMap(\.policy)))
  }
}

/// The options for the value that is looked for.
struct CapacityOptions: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The least value that keeps the promises (default: gateway.nodes=1..64).",
      valueName: "key=a..b"))
  var least: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "The greatest value that keeps them, such as clients.count=10k..1M.", valueName: "key=a..b"))
  var most: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How near the answer must be where the key is no count. Default: 2%.", valueName: "share"))
  var resolution: String?

  func validate() throws {
    if !least.isEmpty, !most.isEmpty {
      throw ValidationError("--least and --most exclude each other")
    }
    for (name, texts) in [("--least", least), ("--most", most)] where texts.count > 1 {
      throw ValidationError("\(name) is given \(texts.count) times: one key is looked for")
    }
  }

  func parsed() throws(SearchError) -> (SearchRange, CapacityDirection) {
    if let most = most.first { return (try SearchRange(most, option: "--most"), .most) }
    return (try SearchRange(least.first ?? "gateway.nodes=1..64", option: "--least"), .least)
  }

  func parsedResolution() throws(SearchError) -> Double {
    guard let resolution else { return 0.02 }
    guard let share = try? parseShare(resolution), share > 0, share < 1 else {
      throw SearchError(
        "--resolution \(resolution): write a share above 0% and below 100%, such as 2%")
    }
    return share
  }
}

extension CommandFailure {
  init(_ failure: CapacityFailure) {
    switch failure {
    case .scenario(let error):
      let hint = error.has(.fractionalServers) ? "; look for its workers or cores" : ""
      self = .usage(error.description + hint)
    case .formula(let error): self = .usage(error.description)
    case .run(let variant, let value, let error):
      self.init(error)
      message = message.map { "\(variant) at \(value), \($0)" }
    case .interrupted: self = .silent(.interrupted)
    }
  }
}
