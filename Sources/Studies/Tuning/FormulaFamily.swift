import Sessions
import Words

/// A formula with places for parameters: `uniform(0s, min($cap, $base * $factor^x))`.
package struct FormulaFamily: Hashable, Sendable {
  /// The short name for tables: a built-in family's name, or the template itself.
  package let name: String
  /// The template as it was written; axes may follow behind a comma.
  package let template: String
  /// The parameters in the order in which the template first names them.
  package let parameters: [TuningParameter]

  /// The most parameters of a family. More have too many dimensions for a search of a few hundred
  /// points.
  package static let mostParameters = 10

  /// - Parameter parameters: at least those that the template names; others are left alone.
  /// - Throws: `FormulaError` with the place of a `$` without a name, of one that has no parameter, or
  ///   of one too many; also where the template names none.
  package init(
    name: String? = nil, _ template: String, _ parameters: [TuningParameter]
  ) throws(FormulaError) {
    var found: [TuningParameter] = []
    for place in try dollarPlaces(in: template) {
      if found.contains(where: { $0.name == place.name }) { continue }
      guard let parameter = parameters.first(where: { $0.name == place.name }) else {
        let near = nearest(to: place.name, in: parameters.map(\.name))
        let hint = near.map { "did you mean '$\($0)'?" } ?? "add --param \(place.name)=low..high"
        throw FormulaError(
          "nothing says what '$\(place.name)' may be; \(hint)", text: template,
          column: place.column)
      }
      found.append(parameter)
      guard found.count <= Self.mostParameters else {
        throw FormulaError(
          "a family has at most \(Self.mostParameters) parameters", text: template,
          column: place.column)
      }
    }
    guard !found.isEmpty else {
      throw FormulaError(
        "a family needs a parameter to search, such as $cap", text: template, column: 1)
    }
    self.name = name ?? template
    self.template = template
    self.parameters = found
  }

  /// The formula at a point of the unit cube, one coordinate for each parameter.
  package func formula(at point: [Double]) -> String {
    precondition(point.count == parameters.count, "a coordinate for each parameter")
    var text = ""
    var rest = template[...]
    while let dollar = rest.firstIndex(of: "$") {
      let name = rest[rest.index(after: dollar)...].prefix(while: isParameterLetter)
      let index = parameters.firstIndex { $0.name == name }!
      text += rest[..<dollar] + bracketed(parameters[index].piece(at: point[index]))
      rest = rest[name.endIndex...]
    }
    return text + rest
  }

  /// The values at a point, as they stand in the formula: `cap=12.3s, base=1s`.
  package func values(at point: [Double]) -> String {
    zip(parameters, point).map { "\($0.name)=\($0.piece(at: $1))" }.joined(separator: ", ")
  }

  /// Reads the formulas at the corners of what the parameters may be.
  ///
  /// Every corner where there are few of them; otherwise those that differ from the lowest, or from
  /// the highest, in one parameter.
  /// - Throws: what is wrong with the first that cannot be read.
  package func checkCorners() throws(FamilyError) {
    for corner in corners {
      let formula = formula(at: corner)
      do throws(FormulaError) {
        _ = try BackoffPolicy.parse(formula)
      } catch {
        throw FamilyError(family: template, values: values(at: corner), cause: error)
      }
    }
  }

  private var corners: [[Double]] {
    let sides = parameters.map(\.corners)
    let count = sides.reduce(1) { min(1 << 20, $0 * $1.count) }
    if count <= 4_096 {
      return sides.reduce([[]]) { corners, side in
        corners.flatMap { corner in side.map { corner + [$0] } }
      }
    }
    return [sides.map { $0[0] }, sides.map { $0[$0.count - 1] }].flatMap { base in
      sides.indices.flatMap { index in
        sides[index].map { place in
          var corner = base
          corner[index] = place
          return corner
        }
      }
    }
  }
}

/// A family that gives a formula which cannot be read.
package struct FamilyError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The template.
  package let family: String
  /// The values of the parameters.
  package let values: String
  package let cause: FormulaError

  package var description: String { "family '\(family)' with \(values): \(cause)" }
}

/// Every `$name` in a template and where its `$` stands (1-based, in characters).
private func dollarPlaces(
  in template: String
) throws(FormulaError) -> [(name: String, column: Int)] {
  var places: [(name: String, column: Int)] = []
  let characters = Array(template)
  for index in characters.indices where characters[index] == "$" {
    let name = String(characters[(index + 1)...].prefix(while: isParameterLetter))
    guard let first = name.first, !first.isNumber else {
      throw FormulaError(
        "a '$' needs the name of a parameter behind it, such as $cap", text: template,
        column: index + 1)
    }
    let end = index + 1 + name.count
    let touches = [index - 1, end].contains { place in
      characters.indices.contains(place)
        && (isParameterLetter(characters[place]) || characters[place] == ".")
    }
    guard !touches, end == characters.count || characters[end] != "$" else {
      throw FormulaError(
        "'$\(name)' touches what stands beside it; write an operator between them", text: template,
        column: index + 1)
    }
    places.append((name, index + 1))
  }
  return places
}

/// A piece of formula that keeps its meaning wherever it is put: in brackets unless it is one word,
/// one number or one call.
private func bracketed(_ piece: String) -> String {
  let word = piece.prefix { isParameterLetter($0) || $0 == "." }
  let rest = piece.dropFirst(word.count)
  if rest.isEmpty { return piece }
  guard rest.first == "(", rest.last == ")" else { return "(\(piece))" }
  var depth = 0
  for (index, character) in rest.enumerated() {
    if character == "(" { depth += 1 }
    if character == ")" { depth -= 1 }
    if depth == 0, index < rest.count - 1 { return "(\(piece))" }
  }
  return piece
}
