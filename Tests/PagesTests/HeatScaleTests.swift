import Testing

@testable import Pages

@Suite("Steps of colour")
struct HeatScaleTests {
  @Test(
    "are of equal width from nothing on",
    arguments: [
      (0.0, 0), (0.99, 0), (1.01, 1), (3.99, 3), (4.01, 4), (7.01, 7), (8, 7), (9, 7), (-1, 0),
    ])
  func linear(value: Double, step: Int) throws {
    let scale = try #require(HeatScale([8, 0, 3, .infinity]))
    #expect(!scale.isGeometric && scale.step(value) == step)
  }

  @Test(
    "are of equal ratio where the greatest is three times the least",
    arguments: [
      (1.0, 0), (1.9, 0), (2.1, 1), (3.9, 1), (127, 6), (129, 7), (256, 7),
    ])
  func geometric(value: Double, step: Int) throws {
    let scale = try #require(HeatScale([256, 1]))
    #expect(scale.isGeometric && scale.step(value) == step)
  }

  @Test(
    "are none where all is nearly the same",
    arguments: [
      [5.0, 5], [100, 104], [.infinity, 3], [], [.nan],
    ])
  func flat(values: [Double]) { #expect(HeatScale(values) == nil) }

  @Test("take any number")
  func anything() throws {
    let scale = try #require(HeatScale([5e-324, 1e15]))
    for value in [0, -1, .nan, .infinity, -.infinity, 1e308] {
      #expect((0..<HeatScale.steps).contains(scale.step(value)))
    }
  }
}
