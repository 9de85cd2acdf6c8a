import Testing
import Words

@testable import Charts

@Suite("Pieces of SVG") struct ElementTests {
  @Test func textsAreNoTags() {
    let element = Element(
      "text", ["x": 1.5, "data-name": "a\"b'<c>&"], text: "<script>alert('&')</script>")
    #expect(
      element.markup
        == "<text x=\"1.5\" data-name=\"a&quot;b&#39;&lt;c&gt;&amp;\">"
        + "&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</text>")
    #expect(Element("line", ["x1": 0]).markup == "<line x1=\"0\"/>")
    #expect(
      Element("g", [:], [Element("a"), Element("b")]).markup == "<g><a/><b/></g>")
  }

  @Test(
    "lengths have two decimals at most",
    arguments: [
      (0.0, "0"), (1, "1"), (-0.001, "0"), (1.005, "1"), (1.5, "1.5"), (-2.25, "-2.25"),
      (3.14159, "3.14"), (0.05, "0.05"), (-0.5, "-0.5"), (.nan, "0"), (.infinity, "0"),
    ])
  func lengths(number: Double, text: String) { #expect(length(number) == text) }
}

@Suite("Scales and ticks") struct ScaleTests {
  @Test func linear() {
    let scale = Scale(.linear, 0...10, from: 100, to: 0)
    #expect([0, 5, 10, 12, -3].map { scale($0) } == [100, 50, 0, 0, 100])
  }

  @Test func byRatio() {
    let scale = Scale(.logarithmic, 1...1_000, from: 0, to: 30)
    #expect([1, 10, 100, 1_000].map { scale($0).rounded() } == [0, 10, 20, 30])
  }

  @Test("90 %, 99 % and 99.9 % are as far from each other") func nines() {
    let scale = Scale(.nines, 0...0.999, from: 0, to: 30)
    #expect([0, 0.9, 0.99, 0.999].map { scale($0).rounded() } == [0, 10, 20, 30])
  }

  @Test func everythingAtOnePlace() {
    #expect(Scale(.linear, 4...4, from: 7, to: 9)(4) == 7)
  }

  @Test func ticks() {
    #expect(Ticks.values(0...8_000, count: 4) == [0, 2_000, 4_000, 6_000, 8_000])
    #expect(Ticks.values(0...78, count: 4) == [0, 20, 40, 60])
    #expect(Ticks.values(3...3, count: 4) == [3])
    #expect(Ticks.counts(0...2, count: 4) == [0, 1, 2])
    #expect(Ticks.times(40...200, count: 8) == [40, 60, 80, 100, 120, 140, 160, 180, 200])
    #expect(Ticks.times(0...3_600, count: 4) == [0, 900, 1_800, 2_700, 3_600])
    #expect(Ticks.times(0...0.4, count: 4) == [0, 0.1, 0.2, 0.30000000000000004, 0.4])
    #expect(Ticks.ratios(1...10_000, count: 5) == [1, 10, 100, 1_000, 10_000])
    #expect(Ticks.ceiling(7_770, count: 4) == 8_000 && Ticks.ceiling(0, count: 4) == 1)
  }

  @Test("between 2 and 12 ticks, all in the range, whatever it is")
  func anyRange() {
    for exponent in -3...9 {
      for factor in [1.0, 1.3, 2.7, 4.9, 7.7, 9.99] {
        var top = factor
        for _ in 0..<abs(exponent) { top = exponent < 0 ? top / 10 : top * 10 }
        for count in [3, 5, 8] {
          let ticks = Ticks.values(0...top, count: count)
          #expect((2...12).contains(ticks.count), "\(top) \(count): \(ticks)")
          #expect(ticks.allSatisfy { $0 >= 0 && $0 <= top * (1 + 1e-9) })
        }
      }
    }
  }
}

@Suite("Shapes") struct ShapeTests {
  @Test func barsAboveALimitAreCutThere() {
    let x = Scale(.linear, 0...4, from: 0, to: 40)
    let y = Scale(.linear, 0...10, from: 100, to: 0)
    let paths = Bars(from: 0, width: 1, [2, 8, 0, 5]).paths(x, y, limit: 5)
    #expect(paths.below.data == "M0,100V80H10V50H20V100M30,100V50H40V100")
    #expect(paths.above.data == "M10,50V20H20V50")
    #expect(Bars(from: 0, width: 1, [1]).paths(x, y, limit: nil).above.isEmpty)
  }

  @Test("bars narrower than a unit are merged by their maximum: no peak is lost")
  func merged() {
    let x = Scale(.linear, 0...1_000, from: 0, to: 100)
    var values = [Double](repeating: 1, count: 1_000)
    values[537] = 99
    let bars = Bars(from: 0, width: 1, values).merged(x)
    #expect(bars.end == 1_000)
    let y = Scale(.linear, 0...100, from: 100, to: 0)
    #expect(bars.paths(x, y, limit: nil).below.data.contains("V1H"))
  }

  @Test func areasCloseAtTheirLevel() {
    #expect(Path.area([(0, 5), (10, 2)], above: 9).data == "M0,9L0,5L10,2L10,9Z")
    #expect(Path.area([], above: 9).isEmpty)
  }
}

@Suite("Labels") struct LabelTests {
  @Test("none covers another, and none leaves the frame")
  func placement() {
    var placement = LabelPlacement(
      in: Box(x: 0, y: 0, width: 200, height: 60),
      taken: [Box(x: 90, y: 0, width: 20, height: 60)])
    for place in 0..<40 {
      let x = Double(place * 37 % 220) - 10
      let y = Double(place * 23 % 70)
      placement.put([Label("4,711", "lab", x: x, y: y), Label("4,711", "lab", x: x, y: y + 9)])
    }
    let boxes = placement.labels.map(\.box)
    #expect(boxes.count >= 3)
    for (place, box) in boxes.enumerated() {
      #expect(boxes[..<place].allSatisfy { !$0.overlaps(box) })
      #expect(!box.overlaps(Box(x: 90, y: 0, width: 20, height: 60)))
      #expect(Box(x: 0, y: 0, width: 200, height: 60).contains(box))
    }
  }

  @Test func aTextIsAsWideAsItsLetters() {
    #expect(textWidth("iii", size: 10) < textWidth("mmm", size: 10))
    #expect(textWidth("abc", size: 20) == 2 * textWidth("abc", size: 10))
    let label = Label("abc", "lab", x: 50, y: 20, anchor: .end)
    #expect(abs(label.box.x + label.box.width - 50) < 1e-9)
  }
}
