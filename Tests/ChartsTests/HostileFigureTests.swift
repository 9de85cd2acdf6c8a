import Charts
import Testing

/// A folder that somebody else made has any figures.
@Suite("Axes of any figures") struct HostileFigureTests {
  private static let figures = [0, -1, 1e19, -1e19, 1e308, -.infinity, .infinity, .nan, 5e-324]

  @Test func anyTwoFiguresHaveARangeBetweenThem() {
    for one in Self.figures {
      for other in Self.figures {
        let range = ClosedRange<Double>.between(one, other)
        #expect(range == .between(other, one))
        #expect(range.lowerBound.isFinite && range.upperBound.isFinite)
      }
    }
    #expect(ClosedRange<Double>.between(7, 3) == 3...7)
    #expect(ClosedRange<Double>.between(.nan, 3) == 0...3)
  }

  @Test func aKindThatCannotHoldADomainIsLinear() {
    #expect(Scale(.logarithmic, 0...10, from: 0, to: 100)(5) == 50)
    #expect(Scale(.nines, 0...2, from: 0, to: 100)(0.5) == 25)
    #expect(Scale(.logarithmic, 1...100, from: 0, to: 100)(10) == 50)
  }

  @Test func everyKindOfTicksEnds() {
    for one in Self.figures {
      for other in Self.figures {
        let range = ClosedRange<Double>.between(one, other)
        let all = [
          Ticks.values(range, count: 5), Ticks.counts(range, count: 5),
          Ticks.times(range, count: 5), Ticks.ratios(range, count: 5),
          Ticks.durations(range, count: 5),
        ]
        #expect(all.allSatisfy { $0.count < 2_000 })
      }
      #expect(Ticks.ceiling(one, count: 3).isFinite)
    }
  }
}
