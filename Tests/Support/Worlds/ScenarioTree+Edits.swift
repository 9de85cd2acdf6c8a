import Scenarios
import Words

// What a shrinker does to a scenario.

extension ScenarioTree {
  /// Where the parts of the tree stand, each told by the numbers of the entries or items on the way
  /// to it: a part before what it is made of, and what stands last first, so that taking one out
  /// moves none of those that come later.
  var positions: [[Int]] {
    let parts = self.parts
    return parts.indices.reversed().flatMap { index -> [[Int]] in
      [[index]] + parts[index].positions.map { [index] + $0 }
    }
  }

  private var parts: [ScenarioTree] {
    switch self {
    case .scalar: []
    case .list(let items): items
    case .mapping(let entries): entries.map(\.value)
    }
  }

  /// The part at a position; nil where there is none.
  func part(at position: ArraySlice<Int>) -> ScenarioTree? {
    guard let index = position.first else { return self }
    let parts = self.parts
    return parts.indices.contains(index) ? parts[index].part(at: position.dropFirst()) : nil
  }

  /// The tree with another part at a position, or with none; nil where there is no such position.
  func replacing(_ position: ArraySlice<Int>, with new: ScenarioTree?) -> ScenarioTree? {
    let parts = self.parts
    guard let index = position.first, parts.indices.contains(index) else { return nil }
    let rest = position.dropFirst()
    var part = new
    if !rest.isEmpty {
      guard let changed = parts[index].replacing(rest, with: new) else { return nil }
      part = changed
    }
    switch self {
    case .scalar: return nil
    case .list(var items):
      if let part { items[index] = part } else { items.remove(at: index) }
      return .list(items)
    case .mapping(var entries):
      if let part { entries[index].value = part } else { entries.remove(at: index) }
      return .mapping(entries)
    }
  }

  /// What could stand in its place and is simpler, the simplest first.
  var simpler: [ScenarioTree] {
    switch self {
    case .scalar(let text): return Self.simplerNumbers(than: text).map { .scalar($0) }
    // `{exponential: 5ms}` says more than `5ms`.
    case .mapping(let entries) where entries.count == 1 && entries[0].value.word != nil:
      return [entries[0].value]
    case .list, .mapping: return []
    }
  }

  /// One, and half as much, in the same unit; none where it is no whole number above 1.
  private static func simplerNumbers(than text: String) -> [String] {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count)
    guard let number = UInt64(digits), number > 1,
      unit.allSatisfy({ $0.isLetter || "%/".contains($0) })
    else { return [] }
    return ["1\(unit)", "\(number / 2)\(unit)"]
  }
}

// MARK: Cohorts

extension ScenarioTree {
  var cohorts: [ScenarioTree] { self["clients"]?["mix"]?.items ?? [] }

  /// The scenario without one of its cohorts, whose clients the first of the others gets, so that the
  /// shares still make the whole. nil where there is no such cohort, or no other.
  func withoutCohort(_ number: Int) -> ScenarioTree? {
    var others = cohorts
    guard others.count > 1, others.indices.contains(number), var clients = self["clients"] else {
      return nil
    }
    let gone = others.remove(at: number)
    guard let share = gone.share, let first = others[0].share else { return nil }
    others[0]["share"] = .scalar(shareText(min(1, first + share)))
    clients["mix"] = .list(others)
    var tree = self
    tree["clients"] = clients
    return tree
  }

  private var share: Double? { self["share"]?.word.flatMap { try? parseShare($0) } }
}
