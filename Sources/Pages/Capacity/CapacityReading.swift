import Documents
import Systems
import Words

/// The sentences and tables of a study's page.
struct CapacityReading {
  private let data: CapacityDocument
  private let record: CapacityRecord
  private var answers: [CapacityDocument.Answer] { data.variants }

  init(_ data: CapacityDocument, _ record: CapacityRecord) {
    self.data = data
    self.record = record
  }

  /// The answer, or that there is none.
  var headline: String {
    let range = "from \(record.from) to \(record.to)"
    guard !answers.isEmpty else { return "No formula was studied to its end." }
    if hasWorlds { return headlineOfWorlds }
    let found = answers.filter { $0.value != nil }
    if found.isEmpty {
      return answers.count == 1
        ? "No \(phrase.noun) \(range) keeps every promise\(cause)."
        : "No \(phrase.noun) \(range) keeps every promise, with any of \(answers.count) formulas\(cause)."
    }
    let values = found.compactMap(\.value)
    let best = data.direction == .most ? values.max() : values.min()
    let names = found.filter { $0.value == best }.map(\.name)
    let isMost = data.direction == .most
    let value = "\(isMost ? "up to" : "with") \(phrase.with(best.map(data.shown) ?? ""))"
    if answers.count == 1 { return "Every promise is kept \(value)." }
    if names.count == answers.count {
      return "Every promise is kept \(value), with any of the \(answers.count) formulas."
    }
    let list = names.count > 3 ? "\(names.count) formulas" : listed(names)
    return
      "\(list): every promise is kept \(value), the \(isMost ? "most" : "least") of \(answers.count) formulas."
  }

  private var phrase: KeyPhrase { KeyPhrase(data.key) }

  /// The reason why a promise is broken at the end of the range, behind a colon; empty where it is not the same with
  /// every formula.
  private var cause: String {
    guard let first = answers.first?.binds?.cause,
      answers.allSatisfy({ $0.binds?.cause == first })
    else { return "" }
    return ": \(first)"
  }

  /// The headline for several worlds. It is not known behind which gateway the clients are, so the
  /// world with the worst answer counts.
  private var headlineOfWorlds: String {
    let worst = answers.indices.map { place -> (name: String, value: Double?) in
      let values = data.all.map { world in
        place < world.variants.count ? world.variants[place].value : nil
      }
      let known = values.compactMap { $0 }
      let value = data.direction == .most ? known.min() : known.max()
      return (answers[place].name, known.count == values.count ? value : nil)
    }
    let found = worst.compactMap { answer in answer.value.map { (answer.name, $0) } }
    let best = data.direction == .most ? found.map(\.1).max() : found.map(\.1).min()
    guard let best else {
      return "No formula keeps every promise behind each of the \(data.all.count) gateways, "
        + "whatever \(phrase.subject) is."
    }
    let names = found.filter { $0.1 == best }.map(\.0)
    let list = names.count > 3 ? "\(names.count) formulas" : names.joined(separator: ", ")
    let limit = data.direction == .most ? "up to" : "from"
    return
      "\(list): every promise is kept behind each of the \(data.all.count) gateways \(limit) "
      + "\(phrase.with(data.shown(best)))\(data.direction == .most ? "" : " on")."
  }

  var lead: String {
    let lost = answers.filter { $0.value == nil }.map(\.name)
    let promises = "Promises: \(data.promises.joined(separator: "; "))."
    guard answers.count > 1 else {
      return ([promises] + (answers.first?.verdict ?? [])).joined(separator: " ")
    }
    guard !lost.isEmpty, lost.count < answers.count else { return promises }
    let names = lost.count > 4 ? "\(lost.count) formulas" : lost.joined(separator: ", ")
    return "None of the values is enough with \(names). \(promises)"
  }

  // MARK: The answers

  private var hasWorlds: Bool { !data.worlds.isEmpty }

  /// As the table of the terminal has them.
  var table: PageTable {
    let columns =
      hasWorlds
      ? ["\(data.key), with"] + data.all.map(\.world)
      : ["formula", data.key] + Self.metrics.map(\.heading)
    return PageTable("The answers", style: "answers", columns, rows)
  }

  private var rows: [[PageTable.Cell]] {
    answers.enumerated().map { place, answer in
      if hasWorlds {
        return [.head(answer.name)]
          + data.all.map { world in
            place < world.variants.count ? cell(world.variants[place].value) : .text("–")
          }
      }
      let probe = answer.probe(at: answer.value)
      return [.head(answer.name), cell(answer.value)]
        + Self.metrics.map { .text(Self.figure(probe, $0)) }
    }
  }

  private static let metrics = CapacityDocument.metrics.map(CapacityDocument.headline)

  private static func figure(_ probe: CapacityDocument.Probe?, _ metric: Headline) -> String {
    probe?.figure(metric.path).map(metric.text) ?? "–"
  }

  private func cell(_ value: Double?) -> PageTable.Cell {
    .text(value.map(data.shown) ?? "none", isLost: value == nil)
  }

  // MARK: Reasons

  /// The words of the terminal: of each formula, and of each world in which no formula has an answer.
  var reasons: PageSection? {
    Several(everyReason).map { PageSection(title: "What limits it", reasons: $0) }
  }

  private var everyReason: [PageSection.Reason] {
    let own = answers.count > 1 ? answers.map { reason($0, data.text($0)) } : []
    let common = data.common.joined(separator: " ")
    let lost = data.worlds.filter { world in
      !world.variants.isEmpty && world.variants.allSatisfy { $0.value == nil }
    }
    return own
      + (common.isEmpty ? [] : [.init(name: "each formula", text: common)])
      + lost.compactMap { world in
        world.variants.first.map { reason($0, $0.text, place: ", \(world.world)") }
      }
  }

  private func reason(
    _ answer: CapacityDocument.Answer, _ text: String, place: String = ""
  ) -> PageSection.Reason {
    let prefix = "\(answer.name): "
    let rest = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    // A key stands as it is typed, even where it begins a sentence.
    let sentences = rest.hasPrefix(data.key) ? rest : rest.prefix(1).uppercased() + rest.dropFirst()
    return .init(name: answer.name + place, text: sentences)
  }

  // MARK: Data

  private static let mostRows = 300

  var probes: PageSection? {
    let rows = data.all.flatMap { world in
      world.variants.flatMap { answer in
        answer.probes.map { probe in
          [world.world, answer.name, data.shown(probe.value), probe.kept ? "kept" : "broken"]
            + ["\(probe.seeds)", probe.broken.joined(separator: "; ")]
            + Self.metrics.map { Self.figure(probe, $0) }
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    let count =
      rows.count > Self.mostRows
      ? "the first \(Self.mostRows) of \(PageNumber.count(rows.count)) values; the others stand in capacity.csv"
      : "every value that was tried"
    let fold = Fold(
      summary: "Data: \(count)",
      columns: ["gateway", "formula", data.key, "promises", "seeds", "broken"]
        + Self.metrics.map(\.heading),
      rows: Array(rows.prefix(Self.mostRows)))
    return PageSection(folds: [fold])
  }

  var command: CommandLine {
    var command = CommandLine("capacity", data.scenario, record.scenario.source)
    command.add("--\(data.direction.rawValue)", "\(data.key)=\(record.from)..\(record.to)")
    for promise in data.promises { command.add("--slo", promise) }
    for option in answers.compactMap(\.backoff) { command.add("--backoff", option) }
    if hasWorlds { command.add("--worlds", "limits") }
    command.add("--replications", "\(data.seeds)")
    return command
  }
}

extension CapacityDocument.Bound {
  /// The reason in a few words; nil where none is known.
  fileprivate var cause: String? {
    if impossible != nil, let limitedBy, let perSecond {
      return
        "\(limitedBy) lets \(PageNumber.number(perSecond)) a second through, too few for any formula"
    }
    switch finding {
    case FindingCode.metastableOverload.rawValue: return "the storm outlives its cause (overload)"
    case FindingCode.metastableLockstep.rawValue: return "the storm outlives its cause (lockstep)"
    case FindingCode.metastableRejection.rawValue: return "the storm outlives its cause (rejection)"
    case FindingCode.formulaPaces.rawValue:
      return "the waiting between retries sets the pace, not the gateway"
    case _: return limitedBy.map { "the recovery is limited by \($0)" }
    }
  }
}
