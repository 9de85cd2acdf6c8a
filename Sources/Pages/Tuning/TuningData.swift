import Documents

/// The results folder of a search for a formula, as its page needs it: the document, with the data
/// beside it.
@dynamicMemberLookup
struct TuningData {
  private let document: TuningDocument
  let objective: Headline
  /// The metric that the objective is set against: the metric of the first promise.
  let other: Headline
  let limits: LimitsDocument?
  let candidates: [Candidate]
  let head: ManifestHead
  /// The scenarios that it was tuned on and tested on.
  let trials: [TuningRecord.Trial]

  subscript<Value>(dynamicMember path: KeyPath<TuningDocument, Value>) -> Value {
    document[keyPath: path]
  }

  /// How many there are for those that come through.
  /// A folder that was made elsewhere may have seeds that run backwards.
  var seedCount: Int {
    guard let seeds = document.seeds.first, seeds.first <= seeds.last else { return 1 }
    return Int(clamping: min(seeds.last - seeds.first, 1 << 62)) + 1
  }

  var indifference: Double { document.objective.indifference }

  /// Rules of the own formula that stand behind every formula that is searched.
  var carriedRules: [String] { sorted(document.carried).map { "\($0.name): \($0.value)" } }

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

  /// - Throws: where it is no folder of a search.
  init(_ folder: FolderTexts) throws(PageProblem) {
    let record: TuningRecord = try folder.record()
    let document = try folder.document("tuning.json", TuningDocument.self)
    self.document = document
    objective = Headline(document.objective.metric)
    other = Self.other(
      document.constraints.map(\.metric), besides: objective.path, document.traded[0])
    limits = document.test?.behindLimits.flatMap { $0.worlds.isEmpty ? nil : $0 }
    candidates = Self.candidates(folder["candidates.csv"], objective.path, other.path)
    head = folder.head
    trials = record.tunedOn + record.testedOn + record.testedBehindLimits
  }

  private static func other(
    _ promised: [String], besides objective: String, _ recovery: String
  ) -> Headline {
    let traded = ["peak_arrivals_1s", recovery]
    let path = (promised + traded).first { $0 != objective && !$0.isEmpty } ?? "peak_arrivals_1s"
    return Headline(path)
  }

  private static func candidates(
    _ text: String, _ objective: String, _ other: String
  ) -> [Candidate] {
    var candidates: [Candidate] = []
    FieldTable(text).forEach(["bracket", "runs", "feasible", objective, other]) { fields in
      candidates.append(
        Candidate(
          bracket: Int(fields[0]) ?? 0, runs: min(1_000_000, max(0, Int(fields[1]) ?? 0)),
          isFeasible: Bool(fields[2]),
          objective: figure(fields[3]), other: figure(fields[4])))
    }
    return candidates
  }
}

/// By their names, as the page lists them.
private func sorted(_ members: Members<String>) -> [Members<String>.Member] {
  members.all.sorted { $0.name < $1.name }
}

extension TuningDocument.Family {
  var ranges: [String] { sorted(parameters).map { "\($0.name)=\($0.value)" } }
}

extension TuningDocument.Test {
  func result(_ role: String) -> Result? { results.first { $0.role == role } }
}

extension Optional where Wrapped == Members<TuningDocument.Mean> {
  /// Those that are finite, by their paths.
  var estimates: [String: Estimate] {
    self?.dictionary.compactMapValues { Estimate($0) } ?? [:]
  }
}
