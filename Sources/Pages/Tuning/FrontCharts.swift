import Documents
import Metrics
import Words

/// The cost of the objective, where it was tuned and where it was not.
struct FrontCharts {
  private let data: TuningData
  private let names: ShownNames

  init(_ data: TuningData, names: ShownNames) {
    self.data = data
    self.names = names
  }

  private var own: String { names[data.own.formula] }

  /// The own formula may stand in the catalogue, too: it is drawn once.
  private func contestants(_ test: TuningDocument.Test) -> [TuningDocument.Test.Result] {
    test.results.filter { $0.role != "catalogue" || $0.name != data.own.formula }
  }

  // MARK: Tuned

  /// Every formula that was tried; nil where none has both figures.
  var tuned: Figure? {
    var points = data.front.compactMap { found -> ScatterChart.Point? in
      guard found.formula != data.winner?.formula else { return nil }
      return point(
        "", found.metrics.estimates, (found.feasible == true) ? .filled : .hollow,
        note: found.formula)
    }
    if let winner = data.winner,
      let found = point("found", winner.metrics.estimates, .filled, note: winner.formula)
    {
      points.append(found)
    }
    if let point = point(own, data.own.metrics.estimates, .baseline, note: "the own formula") {
      points.append(point)
    }
    let cloud = data.candidates.compactMap { candidate -> (x: Double, y: Double, isFilled: Bool)? in
      guard let x = candidate.objective, let y = candidate.other, x > 0, y > 0 else { return nil }
      return (x, y, candidate.isFeasible == true)
    }
    guard !points.isEmpty, points.count + cloud.count > 1 else { return nil }
    let feasible = data.candidates.count { $0.isFeasible == true }
    return ScatterChart(
      name: "front", title: "Every formula tried",
      finding:
        "Of \(PageNumber.count(data.candidates.count)) formulas \(PageNumber.count(feasible)) keep every promise, "
        + "and \(PageNumber.count(data.front.count)) are on the front of recovery, peak and attempts.",
      across: data.objective, up: data.other, points: points, cloud: cloud, limit: limit,
      hasSteps: false,
      about:
        "Means where they were tuned. Small: every formula tried, rough where it had few runs. Large: the "
        + "front, with 95\u{a0}% intervals. Filled: keeps every promise. Hollow: breaks one."
    ).figure()
  }

  private var limit: (value: Double, text: String)? {
    data.constraints.first { $0.metric == data.other.path && $0.limit != nil }
      .flatMap { constraint in
        constraint.limit.map { ($0, "promised: \(data.other.text($0))") }
      }
  }

  // MARK: Tested

  /// The formulas found beside the catalogue; nil where there was no test, or nothing to draw.
  var tested: Figure? {
    guard let test = data.test, !data.objective.isBetterHigh else { return nil }
    var points = contestants(test).compactMap { result in
      point(
        name(of: result), result.metrics.estimates,
        result.role == "catalogue" ? .hollow : result.role == "own" ? .baseline : .filled, note: "")
    }
    guard Set(points.map { [$0.x.figure, $0.y.figure] }).count > 1 else { return nil }
    let lost = contestants(test).compactMap { result -> NeverGutter.Point? in
      guard result.metrics.estimates[data.objective.path] == nil, data.objective.isTime,
        let value = result.metrics.estimates[data.other.path]?.figure, value > 0
      else { return nil }
      return .init(
        name: name(of: result), value: value, note: "\(name(of: result)): never, with some seed")
    }
    let steps = ScatterChart.steps(points)
    let onSteps = Set(steps.map(\.name))
    for place in points.indices where onSteps.contains(points[place].name) {
      points[place].isImportant = true
    }
    return ScatterChart(
      name: "tested", title: "The formulas found, and the catalogue", finding: finding(steps),
      across: data.objective, up: data.other, points: points, lost: lost,
      about:
        "Means where they were not tuned. Filled: found by the search. Hollow: a real client of the "
        + "catalogue. The stepped line joins what no other beats in both figures.",
      absence: " Points without a name: see the data.", folds: [fold(test)]
    ).figure()
  }

  private func name(of result: TuningDocument.Test.Result) -> String {
    switch result.role {
    case "winner": "found"
    case "front": ""
    case _: names[result.name]
    }
  }

  private func finding(_ steps: [ScatterChart.Point]) -> String {
    let catalogue = steps.filter { $0.kind == .hollow }.map(\.name)
    let isFound = steps.contains { $0.name == "found" }
    let opening =
      isFound
      ? "In both figures no other beats the formula found."
      : "In these two figures another beats the formula found."
    guard data.test?.result("catalogue") != nil else { return opening }
    return catalogue.isEmpty
      ? opening + " Nothing of the catalogue is on the stepped line."
      : opening + " Of the catalogue \(listed(catalogue, most: .max)) "
        + "\(catalogue.count == 1 ? "is" : "are") on the stepped line."
  }

  private func fold(_ test: TuningDocument.Test) -> Fold {
    let headlines = data.traded.map { Headline($0) }
    return Fold(
      summary: "Data: the test", columns: ["formula", "what it is"] + headlines.map(\.column),
      rows: test.results.map { result in
        [ShownNames.clean(result.name), result.role]
          + headlines.map {
            result.metrics.estimates[$0.path].map($0.precise) ?? ($0.isTime ? "never" : "-")
          }
      })
  }

  private func point(
    _ name: String, _ metrics: [String: Estimate], _ kind: ScatterChart.Kind,
    note: String
  ) -> ScatterChart.Point? {
    guard let x = metrics[data.objective.path], let y = metrics[data.other.path], x.figure > 0,
      y.figure > 0
    else { return nil }
    return .init(
      name: name, x: x, y: y, kind: kind, isImportant: name == "found" || name == own,
      note: ShownNames.clean(note))
  }
}
