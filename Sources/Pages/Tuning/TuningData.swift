import Documents

/// The results folder of a search for a formula, as its page needs it.
struct TuningData {
  typealias Estimate = ComparisonData.Estimate

  let scenario: String
  let scenarios: [String]
  let clients: Int
  /// For those that come through.
  let seeds: Int
  let objective: Headline
  let indifference: Double
  let families: [Family]
  /// Rules of the own formula that stand behind every formula that is searched.
  let carried: [String]
  let budget: Int
  let runs: Int
  let unusable: Int
  let isTruncated: Bool
  let isFeasible: Bool
  let constraints: [TuningDocument.Constraint]
  let own: Found
  let winner: Found?
  let front: [Found]
  let test: Test?
  let candidates: [Candidate]
  let command: [String]
  let digest: String
  let events: Int
  /// Every value of each scenario, tuned on and tested on, and their names.
  let settings: [Members<String>]
  let settingNames: [String]

  struct Family {
    let name: String
    let template: String
    let parameters: [String]
  }

  /// A formula with its means, and intervals for what is traded off.
  struct Found {
    let formula: String
    let family: String
    let values: String
    let isFeasible: Bool
    let metrics: [String: Estimate]

    init(
      _ formula: String, _ found: TuningDocument.Found?, _ metrics: Members<TuningDocument.Mean>?
    ) {
      self.formula = formula
      family = found?.family ?? ""
      values = found?.values ?? ""
      isFeasible = found?.feasible ?? false
      self.metrics = TuningData.estimates(metrics)
    }

    init(_ found: TuningDocument.Found) { self.init(found.formula, found, found.metrics) }
  }

  struct Test {
    let scenarios: [String]
    let results: [Result]
    /// The winner and the own formula, storm by storm.
    let elsewhere: [Storm]
    let limits: ComparisonData.Limits?
    let isLostBehindLimits: Bool
    let verdict: String

    struct Result {
      let name: String
      /// `own`, `winner`, `front` or `catalogue`.
      let role: String
      let metrics: [String: Estimate]
    }

    struct Storm {
      let scenario: String
      let winner: [String: Estimate]
      let own: [String: Estimate]
    }

    func result(_ role: String) -> Result? { results.first { $0.role == role } }
  }

  /// One of the formulas that were looked at.
  struct Candidate {
    let bracket: Int
    let runs: Int
    /// nil where it cannot be used.
    let isFeasible: Bool?
    /// nil where infinite.
    let objective: Double?
    /// The figure that it is set against in the drawing.
    let other: Double?
  }

  /// What the objective is set against: what the first promise is about.
  let other: Headline

  /// - Parameter files: the texts of the folder's files, by their names.
  /// - Returns: nil where it is no folder of a search.
  init?(_ files: [String: String], _ head: ManifestHead) {
    guard let manifest = files[ManifestHead.file],
      let record = try? Manifest<TuningRecord>(document: manifest).study,
      let document = try? TuningDocument(document: files["tuning.json"] ?? "")
    else { return nil }
    scenario = document.scenario
    scenarios = document.scenarios
    clients = document.clients
    seeds = document.seeds.first.map { Int($0.last &- $0.first) + 1 } ?? 1
    let objective = Headline(document.objective.metric, unit: nil)
    self.objective = objective
    indifference = document.objective.indifference
    families = document.families.map { family in
      Family(
        name: family.name, template: family.template,
        parameters: family.parameters.all.sorted { $0.name < $1.name }.map {
          "\($0.name)=\($0.value)"
        })
    }
    carried = document.carried.all.sorted { $0.name < $1.name }.map { "\($0.name): \($0.value)" }
    budget = document.budget
    runs = document.runs
    unusable = document.unusable
    isTruncated = document.truncated
    isFeasible = document.feasible
    constraints = document.constraints
    own = Found(document.own.formula, nil, document.own.metrics)
    winner = document.winner.map(Found.init)
    front = document.front.map(Found.init)
    test = document.test.map(Test.init)
    other = Self.other(constraints.map(\.metric), besides: objective.path)
    candidates = Self.candidates(files["candidates.csv"] ?? "", objective.path, other.path)
    command = record.command
    digest = record.digest
    events = record.events
    let trials = record.tunedOn + record.testedOn + record.testedBehindLimits
    settings = trials.map(\.resolved)
    settingNames = trials.map(\.scenario).map(ShownNames.clean)
  }

  private static func other(_ promised: [String], besides objective: String) -> Headline {
    let traded = ["peak_arrivals_1s", "recover.p99"]
    let path = (promised + traded).first { $0 != objective && !$0.isEmpty } ?? "peak_arrivals_1s"
    return Headline(path, unit: nil)
  }

  private static func candidates(
    _ text: String, _ objective: String, _ other: String
  ) -> [Candidate] {
    var candidates: [Candidate] = []
    FieldTable(text).forEach(["bracket", "runs", "feasible", objective, other]) { fields in
      candidates.append(
        Candidate(
          bracket: Int(fields[0]) ?? 0, runs: Int(fields[1]) ?? 0, isFeasible: Bool(fields[2]),
          objective: figure(fields[3]), other: figure(fields[4])))
    }
    return candidates
  }
}

extension TuningData.Test {
  fileprivate init(_ test: TuningDocument.Test) {
    verdict = test.verdict
    scenarios = test.scenarios
    results = test.results.map {
      Result(name: $0.name, role: $0.role, metrics: TuningData.estimates($0.metrics))
    }
    elsewhere = test.elsewhere.map { storm in
      Storm(
        scenario: storm.scenario, winner: TuningData.estimates(storm.winner),
        own: TuningData.estimates(storm.own))
    }
    limits = test.behindLimits.flatMap(ComparisonData.Limits.init)
    isLostBehindLimits = !test.lostBehindLimits.isEmpty
  }
}

extension TuningData {
  /// Those that are finite.
  fileprivate static func estimates(_ metrics: Members<TuningDocument.Mean>?) -> [String: Estimate]
  {
    metrics?.dictionary.compactMapValues { Estimate($0) } ?? [:]
  }
}
