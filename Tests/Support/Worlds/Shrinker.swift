/// Takes out of a failing scenario whatever it fails without: a fault, a cohort, a key, half of the
/// clients. Greedy: whatever still fails is kept, until nothing more can go.
package struct Shrinker {
  private var least: ScenarioTree
  private var triesLeft: Int
  private var tried: Set<ScenarioTree> = []
  private let fails: (ScenarioTree) -> Bool

  private init(_ tree: ScenarioTree, tries: Int, _ fails: @escaping (ScenarioTree) -> Bool) {
    least = tree
    triesLeft = tries
    tried = [tree]
    self.fails = fails
  }

  /// The least scenario found that fails like this one.
  /// - Parameters:
  ///   - tries: how many scenarios are looked at, at most.
  ///   - fails: whether one fails in the same way. What cannot be read does not.
  package static func least(
    of tree: ScenarioTree, tries: Int = 300, thatFails fails: @escaping (ScenarioTree) -> Bool
  ) -> ScenarioTree {
    var shrinker = Shrinker(tree, tries: tries, fails)
    shrinker.shrink()
    return shrinker.least
  }

  private mutating func shrink() {
    var before: ScenarioTree
    repeat {
      before = least
      takePartsOut()
      takeCohortsOut()
      simplifyParts()
    } while least != before && triesLeft > 0
  }

  private mutating func takePartsOut() {
    for position in least.positions { _ = keeps(least.replacing(position[...], with: nil)) }
  }

  private mutating func takeCohortsOut() {
    for number in least.cohorts.indices.reversed() { _ = keeps(least.withoutCohort(number)) }
  }

  private mutating func simplifyParts() {
    for position in least.positions {
      while simplify(position) {}
    }
  }

  private mutating func simplify(_ position: [Int]) -> Bool {
    for simpler in least.part(at: position[...])?.simpler ?? [] {
      if keeps(least.replacing(position[...], with: simpler)) { return true }
    }
    return false
  }

  /// Goes on from another scenario if that fails, too.
  private mutating func keeps(_ tree: ScenarioTree?) -> Bool {
    guard let tree, triesLeft > 0, tried.insert(tree).inserted else { return false }
    triesLeft -= 1
    guard fails(tree) else { return false }
    least = tree
    return true
  }
}
