/// The sentences and tables of a study's page.
struct CapacityReading {
  private let data: CapacityData
  private let answers: [CapacityData.Answer]

  init(_ data: CapacityData) {
    self.data = data
    answers = data.worlds.first?.answers ?? []
  }

  /// The answer, or that there is none.
  var headline: String {
    let range = "from \(data.from) to \(data.to)"
    guard !answers.isEmpty else { return "No formula was studied to its end." }
    if hasWorlds { return headlineOfWorlds }
    let found = answers.filter { $0.value != nil }
    if found.isEmpty {
      return answers.count == 1
        ? "No \(data.key) \(range) keeps every promise."
        : "No \(data.key) \(range) keeps every promise, with any of \(answers.count) formulas."
    }
    if answers.count == 1 { return answers[0].verdict.first ?? "" }
    let values = found.compactMap(\.value)
    let best = data.direction == "most" ? values.max() : values.min()
    let names = found.filter { $0.value == best }.map(\.name)
    let value = best.map(data.text) ?? ""
    if names.count == answers.count {
      return "\(data.key) \(value) keeps every promise, with any of the \(answers.count) formulas."
    }
    let list =
      names.count > 3
      ? "\(names.count) formulas" : names.joined(separator: names.count == 2 ? " and " : ", ")
    return data.direction == "most"
      ? "\(list): up to \(data.key) \(value), the most of \(answers.count) formulas."
      : "\(list): \(data.key) \(value) is enough, the least of \(answers.count) formulas."
  }

  /// Nobody knows behind which gateway the clients are: the world with the worst answer counts.
  private var headlineOfWorlds: String {
    let worst = answers.indices.map { place -> (name: String, value: Double?) in
      let values = data.worlds.map { world in
        place < world.answers.count ? world.answers[place].value : nil
      }
      let known = values.compactMap { $0 }
      let value = data.direction == "most" ? known.min() : known.max()
      return (answers[place].name, known.count == values.count ? value : nil)
    }
    let found = worst.compactMap { answer in answer.value.map { (answer.name, $0) } }
    let best = data.direction == "most" ? found.map(\.1).max() : found.map(\.1).min()
    guard let best else {
      return "No formula keeps every promise behind each of the \(data.worlds.count) gateways, "
        + "whatever \(data.key) is."
    }
    let names = found.filter { $0.1 == best }.map(\.0)
    let list = names.count > 3 ? "\(names.count) formulas" : names.joined(separator: ", ")
    let limit = data.direction == "most" ? "up to" : "from"
    return
      "\(list): every promise is kept behind each of the \(data.worlds.count) gateways \(limit) "
      + "\(data.key) \(data.text(best))\(data.direction == "most" ? "" : " on")."
  }

  var lead: String {
    let lost = answers.filter { $0.value == nil }.map(\.name)
    let promises = "Promises: \(data.promises.joined(separator: "; "))."
    guard answers.count > 1 else {
      return ([promises] + (answers.first?.verdict.dropFirst() ?? [])).joined(separator: " ")
    }
    guard !lost.isEmpty, lost.count < answers.count else { return promises }
    let names = lost.count > 4 ? "\(lost.count) formulas" : lost.joined(separator: ", ")
    return "None of the values is enough with \(names). \(promises)"
  }

  // MARK: The answers

  private var hasWorlds: Bool { data.worlds.count > 1 }

  /// As the table of the terminal has them.
  var columns: [String] {
    hasWorlds
      ? ["\(data.key), with"] + data.worlds.map(\.title)
      : ["formula", data.key] + CapacityData.metrics.map(CapacityData.title)
  }

  var rows: [CapacityPage.Row] {
    answers.enumerated().map { place, answer in
      if hasWorlds {
        let cells = data.worlds.map { world in
          place < world.answers.count
            ? cell(world.answers[place].value) : .init(text: "–", isNone: false)
        }
        return .init(name: answer.name, cells: cells)
      }
      let probe = answer.probes.first { $0.value == answer.value }
      let figures = CapacityData.metrics.map { metric in
        CapacityPage.Cell(
          text: CapacityData.text(probe?.figure(metric), of: metric), isNone: false)
      }
      return .init(name: answer.name, cells: [cell(answer.value)] + figures)
    }
  }

  private func cell(_ value: Double?) -> CapacityPage.Cell {
    .init(text: value.map(data.text) ?? "none", isNone: value == nil)
  }

  // MARK: What limits

  /// The words of the terminal: of each formula, and of each world in which no formula has an answer.
  var reasons: [CapacityPage.Reason] {
    let own = answers.count > 1 ? answers.map { reason($0, "") } : []
    let lost = data.worlds.dropFirst().filter { world in
      !world.answers.isEmpty && world.answers.allSatisfy { $0.value == nil }
    }
    return own
      + lost.compactMap { world in world.answers.first.map { reason($0, ", \(world.title)") } }
  }

  private func reason(_ answer: CapacityData.Answer, _ place: String) -> CapacityPage.Reason {
    let prefix = "\(answer.name): "
    let text = answer.verdict.joined(separator: " ")
    let rest = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    // A key stands as it is typed, even where it begins a sentence.
    let sentences = rest.hasPrefix(data.key) ? rest : rest.prefix(1).uppercased() + rest.dropFirst()
    return .init(name: answer.name + place, sentences: sentences)
  }

  // MARK: Data

  private static let mostRows = 300

  var fold: Fold? {
    let rows = data.worlds.flatMap { world in
      world.answers.flatMap { answer in
        answer.probes.map { probe in
          [world.title, answer.name, data.text(probe.value), probe.isKept ? "kept" : "broken"]
            + ["\(probe.seeds)", probe.broken.joined(separator: "; ")]
            + CapacityData.metrics.map { CapacityData.text(probe.figure($0), of: $0) }
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    let count =
      rows.count > Self.mostRows
      ? "the first \(Self.mostRows) of \(PageNumber.count(rows.count)) values; the others stand in capacity.csv"
      : "every value that was tried"
    return Fold(
      summary: "Data: \(count)",
      columns: ["gateway", "formula", data.key, "promises", "seeds", "broken"]
        + CapacityData.metrics.map(CapacityData.title), rows: Array(rows.prefix(Self.mostRows)))
  }

  var command: String {
    var command = data.command
    command.add("--\(data.direction)", "\(data.key)=\(data.from)..\(data.to)")
    for promise in data.promises { command.add("--slo", promise) }
    for option in answers.compactMap(\.option) { command.add("--backoff", option) }
    if hasWorlds { command.add("--worlds", "limits") }
    command.add("--replications", "\(data.seeds)")
    return command.text
  }
}
