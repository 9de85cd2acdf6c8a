import Scenarios

/// A scenario drawn at random, as a user could have written it.
///
/// It is text first: what fails in a test can be saved as a file and run again with
/// `simulate FILE`. The same number is the same world, always.
package struct RandomWorld: Sendable, CustomStringConvertible {
  package let number: Int
  private let drawing: Drawing

  private enum Drawing: Sendable {
    case sketch(WorldSketch)
    case tree(ScenarioTree)
  }

  package init(_ number: Int) { self.init(number, style: .any) }

  /// - Parameter style: which worlds are drawn from.
  package init(_ number: Int, style: WorldStyle) {
    self.number = number
    switch style {
    case .any, .scalable:
      var artist = WorldArtist(number: number, style: style)
      drawing = .sketch(artist.draw())
    case .wild:
      var artist = WildArtist(number: number)
      drawing = .tree(artist.draw())
    }
  }

  /// The parts of a wild world; nil of any other.
  package var tree: ScenarioTree? {
    if case .tree(let tree) = drawing { tree } else { nil }
  }

  /// The scenario file.
  /// - Parameters:
  ///   - scale: factor on the clients and on all that is counted in clients: rates, bursts, servers,
  ///     backlogs, batches. A wild world has one size only.
  ///   - seed: of the run. A wild world has its own.
  package func text(times scale: Int = 1, seed: Int = 1) -> String {
    switch drawing {
    case .sketch(let sketch): return sketch.text(name: "world-\(number)", seed: seed, scale: scale)
    case .tree(let tree):
      precondition(scale == 1, "a wild world has one size only")
      return tree.text
    }
  }

  /// The scenario that the file says.
  /// - Throws: `ScenarioError` where the world is none that a user may write.
  package func scenario(times scale: Int = 1, seed: Int = 1) throws -> Scenario {
    try ScenarioFile.decode(
      text: text(times: scale, seed: seed), file: "world-\(number).yaml", checks: WorldFiles.checks)
  }

  package var description: String { text() }
}

/// From which worlds one is drawn.
package enum WorldStyle: Sendable {
  /// Such as users write: moderate, so that metrics have something to say in most of them.
  case any
  /// Storms after one incident that a larger fleet at a larger gateway sees alike: nothing in them is
  /// counted in single clients.
  case scalable
  /// Everything that a scenario file can say, with the weight on what overlaps: time limits shorter
  /// than what they limit, faults within faults, things that fall on one instant, extreme values. Few
  /// clients.
  case wild
}
