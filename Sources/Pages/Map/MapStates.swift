/// How the states of a map look: each has a colour, some are hatched, and all are named.
struct MapStates {
  /// In the order of the legend.
  let words: [String]
  private let styles: [String: String]

  init(_ data: MapData) {
    let found = Set(data.cells.compactMap(\.state))
    let known = ["recovers", "false", "mixed", "metastable", "true", "undecided", "none"]
    let others = found.subtracting(known).sorted()
    words =
      (["recovers", "false"] + others + ["mixed", "metastable", "true", "undecided", "none"])
      .filter(found.contains)
    // Words such as the stage that limits: steps of blue that differ, weakest first.
    let steps = ["h1", "h4", "h6", "h3", "h7", "h2", "h5", "h0"]
    var styles = [
      "recovers": "h1", "false": "h1", "mixed": "smixed", "metastable": "fo", "true": "fo",
      "undecided": "hu", "none": "hu",
    ]
    for (place, word) in others.enumerated() { styles[word] = steps[place % steps.count] }
    self.styles = styles
  }

  func style(_ state: String) -> String { styles[state] ?? HeatScale.none }

  /// Returns true if lines are drawn across the cells of the state, beside the colour.
  static func isHatched(_ state: String) -> Bool { ["mixed", "undecided"].contains(state) }
}
