import Metrics
import Primitives
import Scenarios
import TestRuns
import Testing
import Worlds

@testable import Findings
@testable import Studies

@Suite("Looking for the border on a map") struct MapSurveyTests {
  private func plane(_ columns: Int, _ rows: Int, unit: MetricUnit = .truth) -> MapPlane {
    func axis(_ key: String, _ count: Int) -> MapAxis {
      MapAxis(key: key, scale: .count, texts: (1...count).map { "\($0)" }, own: nil)!
    }
    return MapPlane(
      x: axis("x", columns), y: axis("y", rows), metric: "metastable", unit: unit,
      seeds: SeedRange(first: 1, count: 1)!)
  }

  /// What a survey comes to where each cell that it asks for is run; and the cells in the order of the
  /// runs.
  private func survey(
    _ plane: MapPlane, _ truth: (Int, Int) -> Bool
  ) -> (marks: [MetricValue], isRun: [Bool], runs: [Int]) {
    var known: [Int: MetricValue] = [:]
    var runs: [Int] = []
    while true {
      switch MapSurvey.result(plane, known: { [known] in known[$0] }) {
      case .done(let marks, let isRun): return (marks, isRun, runs)
      case .wants(let cells):
        #expect(!cells.isEmpty && cells.allSatisfy { known[$0] == nil })
        for cell in cells {
          known[cell] = .boolean(truth(plane.x(ofCell: cell), plane.y(ofCell: cell)))
        }
        runs += cells
      }
    }
  }

  @Test("every state is found where what differs is wider than the coarse grid")
  func borders() {
    var dice = Dice(11)
    for _ in 0..<60 {
      let (columns, rows) = (dice.within(2...70), dice.within(2...40))
      let plane = plane(columns, rows)
      // A straight border at any slope.
      let (a, b) = (dice.part() * 2 - 1, dice.part() * 2 - 1)
      let c = dice.part()
      func truth(_ x: Int, _ y: Int) -> Bool {
        a * (Double(x) / Double(columns) - c) + b * (Double(y) / Double(rows) - c) > 0
      }
      let (marks, isRun, runs) = survey(plane, truth)
      for cell in marks.indices {
        let (x, y) = (plane.x(ofCell: cell), plane.y(ofCell: cell))
        // In a corner a border may pass between the lines of the coarse grid.
        if isRun[cell] { #expect(marks[cell] == .boolean(truth(x, y))) }
      }
      let wrong = marks.indices.count {
        marks[$0] != .boolean(truth(plane.x(ofCell: $0), plane.y(ofCell: $0)))
      }
      #expect(wrong <= 12, "\(columns) x \(rows): \(wrong) wrong")
      #expect(Set(runs).count == runs.count && runs.count == isRun.count { $0 })
    }
  }

  @Test("where two cells beside each other differ, both were run")
  func neighbours() {
    var dice = Dice(12)
    for _ in 0..<50 {
      let plane = plane(dice.within(2...40), dice.within(2...40))
      // Blots of any size, also such as the coarse grid does not see.
      let blots = (0..<5).map { _ in (dice.part() * 40, dice.part() * 40, dice.part() * 8) }
      let (marks, isRun, _) = survey(plane) { x, y in
        blots.contains { blot in
          let (dx, dy) = (Double(x) - blot.0, Double(y) - blot.1)
          return dx * dx + dy * dy < blot.2 * blot.2
        }
      }
      let columns = plane.x.texts.count
      for cell in marks.indices {
        let beside =
          [plane.x(ofCell: cell) + 1 < columns ? cell + 1 : nil, cell + columns]
          .compactMap { $0 }.filter { $0 < marks.count }
        for other in beside where marks[cell] != marks[other] {
          #expect(isRun[cell] && isRun[other])
        }
      }
    }
  }

  @Test("a straight border over 32 x 16 cells takes less than a third of them")
  func savings() {
    let runs = survey(plane(32, 16)) { x, y in x + 2 * y > 31 }.runs
    #expect(runs.count < 512 / 3, "\(runs.count)")
    // The coarse grid, and the lowest and the highest row as a whole.
    #expect(survey(plane(32, 16)) { _, _ in true }.runs.count == 9 * 5 + 2 * (32 - 9))
  }

  @Test("what is wanted does not depend on what was run before it was killed")
  func resumption() {
    let plane = plane(32, 16)
    func truth(_ cell: Int) -> MetricValue {
      .boolean(plane.x(ofCell: cell) * plane.y(ofCell: cell) > 90)
    }
    let whole = Set(survey(plane) { x, y in x * y > 90 }.runs)
    var dice = Dice(13)
    for _ in 0..<50 {
      var known: [Int: MetricValue] = [:]
      while case .wants(let cells) = MapSurvey.result(plane, known: { [known] in known[$0] }) {
        // Some of them, in any order, as threads finish them before a kill.
        for _ in 0..<dice.within(1...9) {
          let cell = dice.pick(cells)
          known[cell] = truth(cell)
        }
      }
      #expect(Set(known.keys) == whole)
    }
  }

  @Test("the scenario's own row and column are run as a whole")
  func own() {
    func axis(_ key: String, _ count: Int, _ own: Int) -> MapAxis {
      MapAxis(key: key, scale: .count, texts: (1...count).map { "\($0)" }, own: own)!
    }
    let plane = MapPlane(
      x: axis("x", 20, 6), y: axis("y", 12, 7), metric: "metastable", unit: .truth,
      seeds: SeedRange(first: 1, count: 1)!)
    // A strip between two lines of the coarse grid, found where it crosses the own column.
    let (marks, isRun, _) = survey(plane) { _, y in y == 5 }
    for cell in marks.indices {
      #expect(marks[cell] == .boolean(plane.y(ofCell: cell) == 5))
      if plane.x(ofCell: cell) == 6 || plane.y(ofCell: cell) == 7 { #expect(isRun[cell]) }
    }
  }

  @Test("of figures every cell is run")
  func figures() {
    let plane = plane(7, 5, unit: .seconds)
    #expect(MapSurvey.result(plane) { _ in nil } == .wants(Array(0..<35)))
  }

  @Test("what no seed decides, or only some, has its own state")
  func states() {
    let plane = plane(2, 2)
    func state(_ values: [MetricValue]) -> MapCell.State? {
      MapCell(
        0, plane, values, runs: values.count, SeedIntervals(count: values.count)
      ).state
    }
    #expect(state([.boolean(true), .boolean(true)]) == .truth(true))
    #expect(state([.boolean(true), .boolean(false), .undefined]) == .mixed)
    #expect(state([.boolean(true), .undefined]) == .undecided)
    #expect(state([.undefined]) == .undecided)
    let seconds = self.plane(2, 2, unit: .seconds)
    let never = MapCell(0, seconds, [.number(3), .never], runs: 2, SeedIntervals(count: 2))
    #expect(never.state == nil && never.figure == .infinity && never.low == nil)
    let mean = MapCell(0, seconds, [.number(3), .number(5)], runs: 2, SeedIntervals(count: 2))
    #expect(mean.figure == 4 && mean.low! < 4 && mean.high! > 4)
    #expect(
      MapCell(0, seconds, [.number(3), .undefined], runs: 2, SeedIntervals(count: 2)).figure == nil)
  }

  /// A percentile by the median of its seeds: one seed far out moves the mean of three from 4 to 36.
  @Test("a cell tells its seeds in one figure, as the metric says")
  func statistics() {
    func cell(_ metric: String) -> MapCell {
      let plane = MapPlane(
        x: plane(2, 2).x, y: plane(2, 2).y, metric: metric, unit: .seconds,
        seeds: SeedRange(first: 1, count: 3)!)
      return MapCell(
        0, plane, [.number(3), .number(5), .number(100)], runs: 3, SeedIntervals(count: 3))
    }
    let median = cell("recover.p99")
    #expect(median.figure == 5 && median.low == 3 && median.high == 100)
    #expect(cell("recover.mean").figure == 36)
    #expect(cell("cohorts.phones.recover.max").figure == 5)
  }
}

@Suite("The sides of a map") struct MapAxisTests {
  private func axis(_ range: String, _ size: Int, own: Double? = nil) throws -> MapAxis {
    try MapAxis(SearchRange("k=\(range)", option: "--x"), size: size, own: own)
  }

  @Test func values() throws {
    #expect(try axis("1..4", 16).texts == ["1", "2", "3", "4"])
    #expect(try axis("0..90", 4).texts == ["0", "30", "60", "90"])
    #expect(try axis("10..1000", 3).texts == ["10", "100", "1000"])
    #expect(try axis("10s..20s", 3).texts == ["10s", "15s", "20s"])
    #expect(try axis("1%..100%", 3).texts == ["1%", "10%", "100%"])
    #expect(try axis("1k..30k", 32).numbers.count == 32)
    let axis = try axis("5s..10m", 16)
    #expect(axis.texts.first == "5s" && axis.texts.last == "10m" && axis.numbers.last == 600)
    #expect(axis.own == nil)
  }

  @Test("the scenario's own value stands there") func own() throws {
    let axis = try axis("1k..30k", 32, own: 10_000)
    #expect(axis.own.map { axis.texts[$0] } == "10000" && axis.numbers.count == 32)
    #expect(try self.axis("1k..30k", 32, own: 1_000).own == 0)
    #expect(try self.axis("1k..30k", 32, own: 999).own == nil)
    #expect(try self.axis("1..4", 4, own: 3).own == 2)
  }
}

@Suite("The interval of a share") struct ShareEstimateTests {
  @Test(
    "as published for the score interval",
    arguments: [
      // Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine
      // 1998, table I, method 3.
      (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611),
      (1, 29, 0.0061, 0.1718),
    ])
  func intervals(count: Int, trials: Int, low: Double, high: Double) {
    let estimate = ShareEstimate(count, of: trials)
    #expect(abs(estimate.low - low) < 0.00006 && abs(estimate.high - high) < 0.00006)
    let other = ShareEstimate(trials - count, of: trials)
    #expect(abs(other.low - (1 - high)) < 0.0001 && abs(other.high - (1 - low)) < 0.0001)
  }
}

extension Dice {
  /// A number in [0, 1).
  fileprivate mutating func part() -> Double { Double(roll(1_000)) / 1_000 }
}
