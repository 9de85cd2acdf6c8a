import Studies
import Systems
import Words

/// Returns the conclusion of a map of states about the scenario: where the border runs beside it. A
/// no-break space ties a number to its unit.
package func mapVerdict(_ map: MapCells) -> [String] {
  let plane = map.plane
  guard plane.hasStates else { return [] }
  let states = Set(map.cells.compactMap(\.state))
  if states.count == 1, let state = states.first {
    return ["Every cell that was run \(clause(state, plane))."]
  }
  var sentences: [String] = []
  let rows = plane.y.own.map { [$0] } ?? [0, plane.y.texts.count - 1]
  for row in rows {
    let slice = plane.x.texts.indices.compactMap { map.cell(x: $0, y: row).state }
    sentences.append(sentence(slice, plane, along: plane.x, plane.y, row))
  }
  if let column = plane.x.own {
    let slice = plane.y.texts.indices.compactMap { map.cell(x: column, y: $0).state }
    sentences.append(sentence(slice, plane, along: plane.y, plane.x, column))
  }
  return sentences
}

private func sentence(
  _ states: [MapCell.State], _ plane: MapPlane, along axis: MapAxis, _ other: MapAxis, _ place: Int
) -> String {
  let parts = parts(of: states)
  let fixed = "With \(KeyPhrase(other.key).with(unbroken(other.label(place))))"
  let phrase = KeyPhrase(axis.key)
  guard parts.count > 1 else {
    return "\(fixed) it \(clause(states[0], plane)) at every \(phrase.noun) of the map."
  }
  guard parts.count <= mostParts else {
    return "\(fixed) it changes \(parts.count - 1) times along the \(phrase.noun): see the map."
  }
  let texts = parts.enumerated().map { index, part in
    let (first, last) = (axis.label(part.lowerBound), axis.label(part.upperBound - 1))
    let span =
      switch index {
      case 0: "up to \(phrase.with(unbroken(last)))"
      case parts.count - 1: "from \(unbroken(first)) on"
      case _ where part.count == 1: "at \(unbroken(first))"
      case _: "from \(unbroken(first)) to \(unbroken(last))"
      }
    return "\(clause(states[part.lowerBound], plane)) \(span)"
  }
  let list = texts.dropLast().joined(separator: ", ")
  return "\(fixed) it \(list) and \(texts[texts.count - 1])."
}

/// More parts than a sentence can say.
private let mostParts = 4

/// Returns the ranges of neighbours that are alike.
private func parts(of states: [MapCell.State]) -> [Range<Int>] {
  var parts: [Range<Int>] = []
  for place in states.indices {
    if let last = parts.last, states[last.lowerBound] == states[place] {
      parts[parts.count - 1] = last.lowerBound..<place + 1
    } else {
      parts.append(place..<place + 1)
    }
  }
  return parts
}

private func clause(_ state: MapCell.State, _ plane: MapPlane) -> String {
  let isStorm = plane.metric == "metastable"
  return switch state {
  case .truth(false) where isStorm: "recovers"
  case .truth(true) where isStorm: "is metastable"
  case .mixed: "depends on the seed"
  case .undecided: "is undecided"
  case .none: "is nothing"
  case _: "is \(plane.word(for: state))"
  }
}

extension MapAxis {
  /// A value as people read it.
  package func label(_ place: Int) -> String {
    switch scale {
    case .count: HumanText.count(Int(clamped: numbers[place]))
    case .duration where numbers[place] >= 1: HumanText.moment(numbers[place])
    case .duration where numbers[place] >= 0.01: HumanText.duration(numbers[place])
    case .duration: texts[place]
    case .rate, .share, .number: texts[place]
    }
  }
}
