import Documents
import Findings
import Metrics
import Scenarios
import Systems
import Words

/// Holds runs against a baseline: first, before anything is run, whether that can be done at all.
package struct BaselineJudge: Sendable {
  package let baseline: Baseline
  package let tolerances: Tolerances
  /// The limits of the comparison, in sentences.
  package let notes: [String]
  private let pairing: SeedPairing
  private let fleetsDiffer: Set<String>

  /// - Parameters:
  ///   - scenarios: those to be run.
  ///   - variants: the names of the backoffs of a comparison; nil where there is none.
  ///   - seeds: how many, from each scenario's own.
  ///   - tool: the version of this program.
  /// - Throws: where nothing of it can be compared.
  package init(
    _ baseline: Baseline, _ tolerances: Tolerances, scenarios: [Scenario], variants: [String]?,
    seeds: Int, tool: String
  ) throws(BaselineError) {
    self.baseline = baseline
    self.tolerances = tolerances
    let recorded = Set(baseline.runs.map(\.scenario))
    let common = scenarios.filter { recorded.contains($0.name) }
    guard let first = common.first else {
      throw BaselineError(
        "\(baseline.folder) is of \(Self.list(recorded.sorted())), and this is of "
          + "\(Self.list(scenarios.map(\.name))): nothing can be compared")
    }
    let base = baseline.runs.first { $0.scenario == first.name }?.seeds ?? []
    let now = (0..<seeds).map { first.seed &+ UInt64($0) }
    guard let pairing = SeedPairing(base, now) else {
      throw BaselineError(
        "\(baseline.folder) was run with \(Self.seedWords(base)), and this is "
          + "\(Self.seedWords(now)): a difference may be chance. Run with --seed \(base.first ?? 1), "
          + "or both with --replications 20")
    }
    self.pairing = pairing
    try Self.checkNamed(tolerances, baseline, common, isComparison: variants != nil)
    var notes = Self.differences(baseline, common, tool: tool)
    if case .paired(let seeds) = pairing, seeds.count < max(base.count, now.count) {
      notes.append("only the \(seeds.count) seeds that both have are compared")
    }
    if pairing == .unpaired {
      notes.append("the seeds are others: means are compared, and small changes stay unseen")
    }
    if let fewest = Self.fewest(pairing, base, now), fewest < Self.enoughSeeds {
      notes.append(
        "with \(fewest) seeds chance may bring much, and only large changes fail: 20 see small ones"
      )
    }
    notes += try Self.missing(baseline, scenarios, common, variants)
    fleetsDiffer = Set(
      common.filter { scenario in
        baseline.settings[scenario.name]?["clients.count"]
          .map { $0 != scenario.settings["clients.count"] } ?? false
      }.map(\.name))
    if !fleetsDiffer.isEmpty {
      notes.append("the fleets have other sizes: counts are not compared")
    }
    self.notes = notes
  }

  // MARK: What cannot be compared

  /// How many runs say how large chance is; nil where nothing is left to it.
  private static func fewest(_ pairing: SeedPairing, _ base: [UInt64], _ now: [UInt64]) -> Int? {
    switch pairing {
    case .single: nil
    case .paired(let seeds): seeds.count
    case .unpaired: min(base.count, now.count)
    }
  }

  /// The number of seeds from which half of an interval is at most 2.3 standard deviations of a
  /// single run.
  private static let enoughSeeds = 10

  /// - Throws: where a metric is named that cannot be judged: a gate that judges nothing is always open.
  private static func checkNamed(
    _ tolerances: Tolerances, _ baseline: Baseline, _ scenarios: [Scenario], isComparison: Bool
  ) throws(BaselineError) {
    for named in tolerances.named {
      for scenario in scenarios {
        let headlines = HeadlineMetric.reported(for: scenario).map(\.path)
        if isComparison, !headlines.contains(named.path) {
          throw BaselineError(
            "--tolerance \(named.path): a comparison keeps the headline metrics only: "
              + headlines.joined(separator: ", "))
        }
        let runs = baseline.runs.filter { $0.scenario == scenario.name }
        if !runs.contains(where: { $0.values[named.path] != nil }) {
          throw BaselineError(
            "--tolerance \(named.path): \(baseline.folder) does not have that metric")
        }
      }
    }
  }

  private static func differences(
    _ baseline: Baseline, _ scenarios: [Scenario], tool: String
  ) -> [String] {
    var notes: [String] = []
    if baseline.tool != tool {
      notes.append(
        "it was made by squall \(baseline.tool), and this is \(tool): a difference may come from the "
          + "program")
    }
    for scenario in scenarios {
      let (old, new) = (baseline.settings[scenario.name] ?? [:], scenario.settings)
      let changed = Set(old.keys).union(new.keys).filter {
        old[$0] != new[$0] && !Self.isNoSetting($0)
      }
      let paths = changed.sorted().filter { path in
        guard let fleet = Self.fleetPath(of: path), changed.contains(fleet) else { return true }
        return old[fleet] != old[path] || new[fleet] != new[path]
      }
      if paths.isEmpty { continue }
      let shown = paths.prefix(mostPaths).map { path in
        "\(path) was \(old[path] ?? "not set"), is \(new[path] ?? "not set")"
      }
      let more = paths.count > mostPaths ? "; and \(paths.count - mostPaths) more" : ""
      notes.append(
        "\(paths.count) setting\(paths.count == 1 ? "" : "s") of \(scenario.name) differ\(paths.count == 1 ? "s" : ""): "
          + shown.joined(separator: "; ") + more)
    }
    return notes
  }

  /// The key of the fleet from which a cohort's takes its value, where it says nothing of its own:
  /// `clients.backoff` for `clients.mix.0.backoff`; nil for any other.
  private static func fleetPath(of path: String) -> String? {
    let parts = path.split(separator: ".", maxSplits: 3)
    return parts.count == 4 && parts.starts(with: ["clients", "mix"]) ? "clients.\(parts[3])" : nil
  }

  /// Seeds are told apart by themselves, and promises change no run.
  private static func isNoSetting(_ path: String) -> Bool {
    path == "seed" || path == "name" || path == "about" || path.hasPrefix("slo")
  }

  private static func missing(
    _ baseline: Baseline, _ scenarios: [Scenario], _ common: [Scenario], _ variants: [String]?
  ) throws(BaselineError) -> [String] {
    var notes: [String] = []
    let without = scenarios.map(\.name).filter { name in !common.contains { $0.name == name } }
    if !without.isEmpty { notes.append("it has no \(list(without)): not compared") }
    guard let variants else { return notes }
    let recorded = Set(baseline.runs.compactMap(\.variant))
    let unknown = variants.filter { !recorded.contains($0) }
    guard unknown.count < variants.count else {
      throw BaselineError(
        "\(baseline.folder) compares \(list(recorded.sorted())), and this \(list(variants)): no "
          + "backoff is in both. A name given with --backoff NAME=FORMULA stays the same")
    }
    if !unknown.isEmpty { notes.append("it has no backoff \(list(unknown)): not compared") }
    return notes
  }

  private static let mostPaths = 5

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(mostPaths).joined(separator: ", ")
    return names.count > mostPaths ? "\(shown) and \(names.count - mostPaths) more" : shown
  }

  private static func seedWords(_ seeds: [UInt64]) -> String {
    seeds.count == 1 ? "seed \(seeds[0])" : "seeds \(seeds.first ?? 0) to \(seeds.last ?? 0)"
  }

  // MARK: The judgement

  /// The paths of the metrics that are judged in a scenario.
  package func paths(in scenario: Scenario) -> [String] {
    let headlines = HeadlineMetric.reported(for: scenario).map(\.path)
    return ((tolerances.general == nil ? [] : headlines) + tolerances.named.map(\.path))
      .withoutRepetition
  }

  /// - Parameter runs: what was measured, with the scenarios they are of.
  package func judge(_ runs: [(scenario: Scenario, figures: SeedFigures)]) -> BaselineRecord {
    let pairs = runs.compactMap { run in
      baseline.runs.first {
        $0.scenario == run.figures.scenario
          && (run.figures.variant == nil || $0.variant == run.figures.variant)
      }.map { (run.scenario, $0, run.figures) }
    }
    let family = pairs.reduce(0) { $0 + paths(in: $1.0).count }
    let changes = pairs.flatMap { scenario, base, now in
      paths(in: scenario).compactMap { path in
        change(path, in: scenario, base, now, family: family)
      }
    }
    return BaselineRecord(
      folder: baseline.folder, tool: baseline.tool, compared: pairing.words,
      tolerance: tolerances.general, notes: notes, metrics: changes)
  }

  /// nil where neither has a figure.
  private func change(
    _ path: String, in scenario: Scenario, _ base: SeedFigures, _ now: SeedFigures, family: Int
  ) -> BaselineRecord.Change? {
    guard let unit = MetricNames.unit(of: path) else { return nil }
    let metric = BaselineRecord.Change.Judged(
      path: path, unit: unit, better: metricDefinition(of: path)?.better ?? .neither,
      tolerance: tolerances.tolerance(of: path))
    guard let pairing = SeedPairing(base.seeds, now.seeds) else {
      return BaselineRecord.Change(
        metric, in: now.scenario, now.variant, why: "too few runs are left to compare")
    }
    let isNamed = tolerances.named.contains { $0.path == path }
    guard let old = values(base, path, pairing), let new = values(now, path, pairing) else {
      return isNamed
        ? BaselineRecord.Change(
          metric, in: now.scenario, now.variant, why: "the baseline does not have it")
        : nil
    }
    if !isNamed, (old + new).allSatisfy({ $0.rank.isNaN }) { return nil }
    if unit == .count, fleetsDiffer.contains(now.scenario) {
      return BaselineRecord.Change(
        metric, in: now.scenario, now.variant, why: "the fleets have other sizes")
    }
    return BaselineRecord.Change(
      metric, in: now.scenario, now.variant, base: old, now: new, pairing, family: family)
  }

  private func values(
    _ figures: SeedFigures, _ path: String, _ pairing: SeedPairing
  ) -> [MetricValue]? {
    switch pairing {
    case .single(let seed): figures.values(path, seeds: [seed])
    case .paired(let seeds): figures.values(path, seeds: seeds)
    case .unpaired: figures.values[path]
    }
  }
}

extension Scenario {
  /// Every value by its path.
  fileprivate var settings: [String: String] {
    Dictionary(resolved.map { ($0.path, $0.value) }) { first, _ in first }
  }
}

extension BaselineRecord {
  package var verdicts: [Verdict] { metrics.map(\.verdict) }
}

extension BaselineRecord.Change {
  /// `+7.2 % (+5.1 to +9.0 %)`; nil where there is no change in percent.
  package var changeText: String? {
    guard let change else { return nil }
    guard let low, let high else { return "\(Self.percent(change)) %" }
    if max(-low, high) > Self.widest { return "\(Self.percent(change)) % (give or take far more)" }
    return "\(Self.percent(change)) % (\(Self.percent(low)) to \(Self.percent(high)) %)"
  }

  /// The value now and the value of the baseline: `79.1 s, was 73.8 s`.
  package var found: String { "\(text(self.is)), was \(text(was))" }

  package var verdict: Verdict {
    let limit = "tolerance \(Tolerances.text(tolerance))"
    let facts = [changeText, outcome == .notJudged ? nil : limit, why].compactMap { $0 }
    return Verdict(
      .baseline, scenario: scenario, variant: variant, name: metric, outcome,
      found: outcome == .notJudged ? "" : found, why: facts.joined(separator: ", "))
  }

  /// A value as people read it; of a truth over several runs the share in which it holds.
  package func text(_ value: MetricValue) -> String {
    let unit = MetricNames.unit(of: metric) ?? .ratio
    if unit == .truth, case .number(let share) = value {
      return "true in \(HumanText.share(share))"
    }
    let other = value == self.is ? was : self.is
    guard let limit = other.number, unit != .truth else { return HumanText.value(value, unit) }
    return HumanText.value(value, unit, besides: limit)
  }

  /// The farthest end of an interval that is told. Ends that are farther away tell a reader
  /// nothing.
  private static let widest = 10.0

  private static func percent(_ share: Double) -> String {
    let percent = share * 100
    let digits = abs(percent) < 9.95 ? 1 : 0
    let text = HumanText.signed(percent, decimals: digits)
    return text
  }
}

extension BaselineJudge {
  /// - Parameter summary: of a run that was not broken off.
  package func judge(_ summary: Summary) -> BaselineRecord {
    judge([(summary.scenario, figures([Replication(summary)], of: summary.scenario))])
  }

  /// - Parameter summary: of runs of which none is missing.
  package func judge(_ summary: ReplicatedSummary) -> BaselineRecord {
    judge([(summary.scenario, figures(summary.replications, of: summary.scenario))])
  }

  /// - Parameters:
  ///   - runs: of a comparison.
  ///   - variants: the names of those that are judged.
  package func judge(_ runs: PairedRuns, variants: [String]) -> BaselineRecord {
    judge(
      runs.scenarios.enumerated().flatMap { place, scenario in
        runs.variants.enumerated().filter { variants.contains($1.name) }.map { index, variant in
          let replications = runs.replications(scenario: place, variant: index)
          return (scenario, figures(replications, of: scenario, variant.name))
        }
      })
  }

  private func figures(
    _ runs: [Replication], of scenario: Scenario, _ variant: String? = nil
  ) -> SeedFigures {
    SeedFigures(runs, scenario: scenario.name, variant: variant, paths: paths(in: scenario))
  }
}
