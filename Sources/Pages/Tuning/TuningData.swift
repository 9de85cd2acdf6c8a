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
  let constraints: [Constraint]
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

  struct Constraint {
    let promise: String
    let origin: String
    let isKept: Bool?
    let found: Double?
    let isKeptInTest: Bool?
    let foundInTest: Double?

    /// The metric that it is about.
    var metric: String { promise.split(separator: " ").first.map(String.init) ?? "" }
    /// What it compares with, where that is a plain number.
    var limit: Double? {
      let words = promise.split(separator: " ")
      return words.count == 3 ? Double(words[2]) : nil
    }
  }

  /// A formula with its means, and intervals for what is traded off.
  struct Found {
    let formula: String
    let family: String
    let values: String
    let isFeasible: Bool
    let metrics: [String: Estimate]

    init(_ found: JSONReader) {
      formula = found["formula"].text ?? ""
      family = found["family"].text ?? ""
      values = found["values"].text ?? ""
      isFeasible = found["feasible"].truth ?? false
      metrics = found["metrics"].members.compactMapValues(Estimate.init)
    }
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
    guard let manifest = files[ManifestHead.file], let text = files["tuning.json"],
      let record = try? Manifest<TuningRecord>(document: manifest).study
    else { return nil }
    let document = JSONReader(text: text)
    scenario = head.scenario
    scenarios = document["scenarios"].items.compactMap(\.text)
    clients = Int(document["clients"].number ?? 0)
    let seeds = document["seeds"].items.first
    self.seeds = Int((seeds?["last"].number ?? 0) - (seeds?["first"].number ?? 0)) + 1
    let objective = Headline(document["objective.metric"].text ?? "recover.p99", unit: nil)
    self.objective = objective
    indifference = document["objective.indifference"].number ?? 0
    families = document["families"].items.map(Family.init)
    carried = document["carried"].members.sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value.text ?? "")" }
    budget = Int(document["budget"].number ?? 0)
    runs = Int(document["runs"].number ?? 0)
    unusable = Int(document["unusable"].number ?? 0)
    isTruncated = document["truncated"].truth ?? false
    isFeasible = document["feasible"].truth ?? false
    constraints = document["constraints"].items.map(Constraint.init)
    own = Found(document["own"])
    winner = document["winner.formula"].text.map { _ in Found(document["winner"]) }
    front = document["front"].items.map(Found.init)
    test = Test(document["test"])
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

extension TuningData.Family {
  fileprivate init(_ family: JSONReader) {
    name = family["name"].text ?? ""
    template = family["template"].text ?? ""
    parameters = family["parameters"].members.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value.text ?? "")" }
  }
}

extension TuningData.Constraint {
  fileprivate init(_ constraint: JSONReader) {
    promise = constraint["promise"].text ?? ""
    origin = constraint["from"].text ?? ""
    isKept = constraint["kept"].truth
    found = constraint["found"].number
    isKeptInTest = constraint["kept_in_test"].truth
    foundInTest = constraint["found_in_test"].number
  }
}

extension TuningData.Test {
  /// nil where there was none.
  fileprivate init?(_ test: JSONReader) {
    guard let verdict = test["verdict"].text else { return nil }
    self.verdict = verdict
    scenarios = test["scenarios"].items.compactMap(\.text)
    results = test["results"].items.map { result in
      Result(
        name: result["name"].text ?? "", role: result["role"].text ?? "",
        metrics: result["metrics"].members.compactMapValues(TuningData.Estimate.init))
    }
    elsewhere = test["elsewhere"].items.map { storm in
      Storm(
        scenario: storm["scenario"].text ?? "",
        winner: storm["winner"].members.compactMapValues(TuningData.Estimate.init),
        own: storm["own"].members.compactMapValues(TuningData.Estimate.init))
    }
    limits = ComparisonData.Limits(test["behind_limits"])
    isLostBehindLimits = !test["lost_behind_limits"].items.isEmpty
  }
}
