import Experiments

/// A scenario drawn at random, as a user could have written it.
///
/// It is text first: what fails in a test can be saved as a file and run again with
/// `simulate FILE`. The same number is the same world, always.
public struct RandomWorld: Sendable, CustomStringConvertible {
  public let number: Int
  let sketch: WorldSketch

  public init(_ number: Int) { self.init(number, style: .any) }

  /// - Parameter style: which worlds are drawn from.
  public init(_ number: Int, style: WorldStyle) {
    self.number = number
    var artist = WorldArtist(number: number, style: style)
    sketch = artist.draw()
  }

  /// The scenario file.
  /// - Parameter scale: factor on the clients and on all that is counted in clients: rates, bursts,
  ///   servers, backlogs, batches.
  public func text(times scale: Int = 1, seed: Int = 1) -> String {
    sketch.text(name: "world-\(number)", seed: seed, scale: scale)
  }

  /// The scenario that the file says.
  /// - Throws: `ScenarioError` where the world is none that a user may write.
  public func scenario(times scale: Int = 1, seed: Int = 1) throws -> Scenario {
    try ScenarioFile.decode(text: text(times: scale, seed: seed), file: "world-\(number).yaml")
  }

  public var description: String { text() }
}

/// From which worlds one is drawn.
public enum WorldStyle: Sendable {
  /// Everything that a scenario file can say.
  case any
  /// Storms after one incident that a larger fleet at a larger gateway sees alike: nothing in them is
  /// counted in single clients.
  case scalable
}
