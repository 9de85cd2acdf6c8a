import Sessions
import TestRuns
import Testing
import Words

@testable import Findings
@testable import Scenarios
@testable import Studies

@Suite("Parameters and families") struct FormulaFamilyTests {
  private func parameter(_ text: String) throws -> TuningParameter {
    try parseTuningParameter(text)
  }

  @Test(
    arguments: [
      ("cap=5s..120s", TuningRange.Scale.log, ["5s", "24.5s", "120s"]),
      ("base=100ms..5s", .log, ["100ms", "707ms", "5s"]),
      ("base=0s..5s", .linear, ["0s", "2.5s", "5s"]),
      ("t=0..250ms", .linear, ["0", "125ms", "250ms"]),
      ("t=10us..40us:log", .log, ["10us", "20us", "40us"]),
      ("t=1m..4m", .linear, ["1m", "150s", "4m"]),
      ("factor=1.2..3", .linear, ["1.2", "2.1", "3"]),
      ("f=1..100:linear", .linear, ["1", "50.5", "100"]),
      ("f=-3..-1", .linear, ["-3", "-2", "-1"]),
      ("n=3..12:whole", .whole, ["3", "8", "12"]),
    ])
  func ranges(_ text: String, _ scale: TuningRange.Scale, _ pieces: [String]) throws {
    let parameter = try parameter(text)
    guard case .range(let range) = parameter.values else {
      Issue.record("\(text) is no range")
      return
    }
    #expect(range.scale == scale)
    let places: [Double] = [0, 0.5, 1]
    #expect(places.map { parameter.piece(at: $0) } == pieces)
  }

  @Test func choices() throws {
    let width = try parameter("w = 1 | uniform(0.5, 1) | 0.25")
    #expect(width.name == "w")
    let places: [Double] = [0, 0.33, 0.34, 0.66, 0.67, 1]
    let pieces = ["1", "1", "uniform(0.5, 1)", "uniform(0.5, 1)", "0.25", "0.25"]
    #expect(places.map { width.piece(at: $0) } == pieces)
  }

  @Test(
    arguments: [
      ("cap", "'cap' has no '='"), ("=1s..2s", "'' is no name"), ("2x=1..2", "'2x' is no name"),
      ("c a=1..2", "'c a' is no name"), ("cap=5s", "'5s' is no range"),
      ("cap=..5s", "'' is neither a duration (250ms) nor a plain number"),
      ("cap=1s..x", "'x' is neither"), ("cap=1s..5", "one end with a unit and one without"),
      ("cap=5s..1s", "is upside down"), ("cap=2s..2000ms", "is one value"),
      ("cap=1s..2parsecs", "'2parsecs' is not a duration"),
      ("f=0..3:log", "need a low end above 0"), ("f=1..3:cubic", "'cubic' is no scale"),
      ("n=1.5..3:whole", "whole numbers are whole"), ("n=1s..3s:whole", "whole numbers are whole"),
      ("w=1||2", "an empty choice"), ("w=1|2|1", "the same choice twice"),
    ])
  func badRanges(_ text: String, _ message: String) {
    let error = #expect(throws: QuantityError.self) { try parseTuningParameter(text) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func threeDigitsAreEnough() {
    let table: [(Double, Double)] = [
      (0, 0), (12.345, 12.3), (0.0012345, 0.00123), (99.96, 100), (999.6, 1000), (-1234, -1230),
      (1e9 + 1, 1e9),
    ]
    for (number, rounded) in table { #expect(threeDigits(number) == rounded) }
  }

  @Test(
    arguments: [
      ("uniform(0, min($cap, $base * 2^x))", "uniform(0, min(5s, 100ms * 2^x))"),
      ("$cap + $cap", "5s + 5s"), ("$base_2 * $base", "7 * 100ms"),
      ("2s * $sum", "2s * (1 + 1)"), ("2s * $two", "2s * (uniform(0, 1) + uniform(0, 1))"),
      ("2s * $call", "2s * uniform(0, (1))"), ("$minus^x", "(-0.5)^x"),
      ("$cap, reset: $rule, attempts: $base_2", "5s, reset: uptime(10s), attempts: 7"),
    ])
  func substitution(_ template: String, _ formula: String) throws {
    let parameters = try [
      "cap=5s..9s", "base=100ms..1s", "base_2=7..8", "sum=1 + 1|2", "minus=-0.5..2",
      "two=uniform(0, 1) + uniform(0, 1)|1", "call=uniform(0, (1))|1", "rule=uptime(10s)|ready",
    ].map(parameter)
    let family = try FormulaFamily(template, parameters)
    #expect(family.formula(at: family.parameters.map { _ in 0 }) == formula)
  }

  @Test func whatIsTriedIsWhatIsPrinted() throws {
    for family in FormulaFamily.builtIn {
      try family.checkCorners()
      var space = SearchSpace([family], seed: 3)
      for candidate in space.everywhere(50) {
        #expect(throws: Never.self) { try BackoffPolicy.parse(candidate.formula) }
        #expect(candidate.formula == family.formula(at: candidate.point))
      }
    }
  }

  @Test(
    arguments: [
      ("uniform(0, $cpa)", "did you mean '$cap'?", 12), ("$cap * $zebra", "add --param zebra=", 8),
      ("min(3s, $)", "needs the name of a parameter", 9), ("$1", "needs the name", 1),
      ("uniform(0, 3s)", "needs a parameter to search", 1),
    ])
  func badFamilies(_ template: String, _ message: String, _ column: Int) throws {
    let cap = try parameter("cap=1s..2s")
    let error = #expect(throws: FormulaError.self) { try FormulaFamily(template, [cap]) }
    #expect(error?.message.contains(message) == true)
    #expect(error?.column == column)
    #expect(error?.text == template)
  }

  @Test func badCorners() throws {
    let parameters = try ["cap=1s..9s", "n=1.5..3"].map(parameter)
    let family = try FormulaFamily("min($cap, 2^x), attempts: $n", parameters)
    let error = #expect(throws: FamilyError.self) { try family.checkCorners() }
    #expect(
      error?.description == """
        family 'min($cap, 2^x), attempts: $n' with cap=1s, n=1.5: 'attempts' is a whole number or \
        'unlimited', found '1.5'
          min(1s, 2^x), attempts: 1.5
                                  ^
        """)
  }

  @Test func replacedRanges() throws {
    let family = try #require(FormulaFamily.builtIn(named: "full"))
    let other = try family.replacing([parameter("cap=7s..8s"), parameter("width=0..1")])
    #expect(other.parameters.map(\.name) == ["first", "cap", "base", "factor"])
    #expect(other.parameters[1].text == "7s..8s")
  }
}

@Suite("The points that are tried") struct SearchSpaceTests {
  @Test func haltonsSequence() {
    #expect((1...5).map { halton($0, base: 2) } == [0.5, 0.25, 0.75, 0.125, 0.625])
    #expect(abs(halton(5, base: 3) - 7.0 / 9) < 1e-15)
  }

  private func family(_ parameters: String...) throws -> FormulaFamily {
    let all = try parameters.map { try parseTuningParameter($0) }
    return try FormulaFamily(all.map { "$\($0.name)" }.joined(separator: " + "), all)
  }

  @Test func cellsOfTheCubeAreFilledEvenly() throws {
    // 432 points leave 36 for each of 4 x 3 cells. Independent ones would be 6 and more off somewhere
    // nearly always.
    for seed in 1...10 as ClosedRange<UInt64> {
      var space = SearchSpace([try family("a=0..1000", "b=0..1000")], seed: seed)
      var cells: [Int: Int] = [:]
      for candidate in space.everywhere(432) {
        cells[Int(candidate.point[0] * 4) * 3 + Int(candidate.point[1] * 3), default: 0] += 1
      }
      #expect(cells.count == 12)
      for count in cells.values { #expect(abs(count - 36) <= 5) }
    }
  }

  @Test func familiesTakeTurnsAndEndOneByOne() throws {
    var space = SearchSpace([try family("a=1|2|3"), try family("b=0..1")], seed: 1)
    let candidates = space.everywhere(20)
    #expect(candidates.prefix(6).map(\.family) == [0, 1, 0, 1, 0, 1])
    #expect(candidates.filter { $0.family == 0 }.map(\.formula).sorted() == ["1", "2", "3"])
    #expect(candidates.count == 20)
    #expect(Set(candidates.map(\.formula)).count == 20)
    var small = SearchSpace([try family("a=1|2|3")], seed: 1)
    #expect(small.everywhere(20).count == 3)
    #expect(small.everywhere(20).isEmpty)
  }

  @Test func aroundACentre() throws {
    var space = SearchSpace([try family("a=0..1", "c=5|6", "b=0..1")], seed: 1)
    let centre = Candidate(family: 0, point: [0.95, 0.75, 0.5], formula: "", bracket: 0)
    let near = space.around([centre], radius: 0.1, 60, bracket: 1)
    #expect(near.count == 60)
    for point in near.map(\.point) {
      #expect(abs(point[0] - 0.95) <= 0.1 && point[0] <= 1)
      #expect(abs(point[2] - 0.5) <= 0.1)
      #expect(point[1] == 0.75)
    }
    #expect(near.contains { $0.point[0] == 1 }, "an end is tried")
  }
}
