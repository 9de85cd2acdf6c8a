import Primitives
import Testing

@testable import Metrics

@Suite("The Pareto front") struct ParetoTests {
  @Test(
    arguments: [
      ([1, 2], [1, 3], true), ([1, 3], [1, 2], false), ([1, 2], [1, 2], false),
      ([1, 2], [2, 1], false), ([1, 1], [2, 2], true), ([5], [6], true), ([6], [5], false),
      ([0, 0, 1], [0, 0, 1], false), ([0, 0, 1], [0, 1, 1], true), ([-1, 4], [0, 4], true),
    ] as [([Double], [Double], Bool)])
  func whoBeatsWhom(_ one: [Double], _ other: [Double], _ expected: Bool) {
    #expect(dominates(one, other) == expected)
  }

  @Test(
    arguments: [
      ([], []), ([nil], [false]), ([[3, 3]], [true]), ([nil, [3, 3]], [false, true]),
      ([[1, 4], [2, 2], [4, 1], [3, 3], [2, 5]], [true, true, true, false, false]),
      // Two that are the same beat each other in nothing; what takes no part beats nobody.
      ([[1, 1], [1, 1], [1, 2]], [true, true, false]),
      ([[9, 9], nil, [9, 10]], [true, false, false]),
      ([[1], [2], [1]], [true, false, true]),
    ] as [([[Double]?], [Bool])])
  func byHand(_ points: [[Double]?], _ expected: [Bool]) {
    #expect(paretoFront(points) == expected)
  }

  /// By what the words mean: nobody beats who is on it, somebody on it beats who is not.
  @Test(arguments: 1...3) func ofManyPoints(_ dimensions: Int) throws {
    for number in 0..<60 {
      let points: [[Double]?] = (0..<number).map { index in
        var stream = RandomSource(seed: 8).stream(
          owner: UInt32(number), .fault, attempt: UInt32(index))
        if stream.next() < 0.1 { return nil }
        return (0..<dimensions).map { _ in (stream.next() * 8).rounded(.down) }
      }
      let front = paretoFront(points)
      let on = zip(points, front).compactMap { $1 ? $0 : nil }
      #expect(on.count == front.filter { $0 }.count)
      for (point, isOn) in zip(points, front) {
        guard let point else { continue }
        let beaten = points.contains { $0.map { dominates($0, point) } ?? false }
        #expect(isOn == !beaten)
        #expect(isOn || on.contains { dominates($0, point) })
        #expect(!dominates(point, point))
      }
    }
  }
}
