import Primitives

/// A formula that is tried.
package struct Candidate: Hashable, Sendable {
  /// The place of its family among those that are searched.
  package let family: Int
  /// The point in the unit cube, one coordinate for each parameter of the family.
  package let point: [Double]
  /// The formula that is run and printed.
  package let formula: String
  /// Which of the searches it was made in: 0 the wide one, then the refinements.
  package let bracket: Int
}

/// The formulas that can be tried, as points in the unit cubes of several families.
///
/// Points are those of Halton's sequence (1960), each coordinate shifted by a draw that is keyed by
/// the seed (Cranley and Patterson 1976). No formula comes twice.
struct SearchSpace {
  let families: [FormulaFamily]
  private let source: RandomSource
  private var seen: Set<String> = []

  init(_ families: [FormulaFamily], seed: UInt64) {
    self.families = families
    source = RandomSource(seed: seed)
  }

  /// Candidates all over the families, which take turns; fewer where there are no more formulas.
  mutating func everywhere(_ count: Int) -> [Candidate] {
    draw(count, around: families.indices.map { Box(family: $0, centre: nil) }, bracket: 0)
  }

  /// Candidates around others, which take turns: within `radius` of each coordinate, with the same
  /// choices.
  mutating func around(
    _ centres: [Candidate], radius: Double, _ count: Int, bracket: Int
  ) -> [Candidate] {
    draw(
      count, around: centres.map { Box(family: $0.family, centre: $0.point, radius: radius) },
      bracket: bracket)
  }

  private struct Box {
    let family: Int
    /// nil for the whole cube.
    let centre: [Double]?
    var radius = 0.5
  }

  /// Formulas in a row that were there before, after which a box counts as used up.
  private static let patience = 200

  private mutating func draw(_ count: Int, around boxes: [Box], bracket: Int) -> [Candidate] {
    var found: [Candidate] = []
    var next = Array(repeating: 1, count: boxes.count)
    var isOpen = Array(repeating: true, count: boxes.count)
    var turn = 0
    while found.count < count, isOpen.contains(true) {
      let place = turn % boxes.count
      turn += 1
      guard isOpen[place] else { continue }
      isOpen[place] = false
      for _ in 0..<Self.patience {
        let candidate = candidate(boxes[place], place, number: next[place], bracket: bracket)
        next[place] += 1
        guard seen.insert(candidate.formula).inserted else { continue }
        found.append(candidate)
        isOpen[place] = true
        break
      }
    }
    return found
  }

  private func candidate(_ box: Box, _ place: Int, number: Int, bracket: Int) -> Candidate {
    let family = families[box.family]
    let stream = source.stream(owner: UInt32(place), .start, attempt: UInt32(bracket))
    let point = family.parameters.indices.map { dimension -> Double in
      let shifted =
        halton(number, base: haltonBases[dimension]) + stream.uniform(at: UInt32(dimension))
      let fraction = shifted - shifted.rounded(.down)
      guard let centre = box.centre else { return fraction }
      // Half of the coordinates stay: a step in few directions is more often a good one.
      let stays = stream.bits(at: UInt32(number)) >> UInt64(dimension) & 1 == 1
      if stays || family.parameters[dimension].isChoice { return centre[dimension] }
      // Beyond an end is at the end, so that the end itself is tried.
      return min(1, max(0, centre[dimension] + (2 * fraction - 1) * box.radius))
    }
    return Candidate(
      family: box.family, point: point, formula: family.formula(at: point), bracket: bracket)
  }
}

/// The first primes: one base for each dimension.
let haltonBases = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]

/// The digits of a number in a base, mirrored at the point: in [0, 1).
func halton(_ number: Int, base: Int) -> Double {
  var rest = number
  var weight = 1.0
  var sum = 0.0
  while rest > 0 {
    weight /= Double(base)
    sum += weight * Double(rest % base)
    rest /= base
  }
  return sum
}
