import Charts
import Testing

@testable import Pages

@Suite("Axes of charts") struct ChartAxisTests {
  private let back = Headline("recover.p99")

  @Test("figures that lie far apart have an axis of ratios, others one from nothing")
  func kinds() {
    let far = Axis.figures(back, [1, 100], ratio: 40, margin: 2, count: 4, ratios: 5)
    #expect(far.kind == .logarithmic && far.domain == 0.5...200)
    let near = Axis.figures(back, [20, 70], ratio: 40, margin: 2, count: 4)
    #expect(near.kind == .linear && near.domain == 0...80)
    #expect(near.ticks.map(near.text) == ["0", "20", "40", "60", "80\u{a0}s"])
    #expect(far.heading == "99\u{a0}% back after (log scale)" && near.heading == back.title)
  }

  @Test("an axis that begins at the least figure has all of them inside")
  func least() {
    for figures in [[3.0, 4], [5, 5], [0, 0.5], [900, 1_000]] {
      let axis = Axis.figures(back, figures, ratio: 3, margin: 1.1, from: .least, count: 4)
      #expect(figures.allSatisfy { axis.domain.lowerBound <= $0 && $0 < axis.domain.upperBound })
      let (low, high) = (axis.domain.lowerBound - 1e-9, axis.domain.upperBound + 1e-9)
      #expect(axis.ticks.allSatisfy((low...high).contains), "\(axis.ticks)")
    }
  }

  @Test("names of ticks that would touch are left out, those that come first last")
  func names() {
    let axes = Axes(left: 0, right: 100, top: 0, bottom: 50)
    let axis = Axis(domain: 0...100, ticks: [0, 10, 50, 100], first: [10]) { "value \(Int($0))" }
    let shown = axes.horizontal(axis.scale(from: 0, to: 100), axis).map(\.markup)
      .filter { $0.hasPrefix("<text") }
    #expect(shown.count == 2)
    #expect(shown[0].contains(">value 10<") && shown[1].contains(">value 100<"))
  }
}

@Suite("Marks of charts") struct ChartMarkTests {
  private let frame = Frame(
    Axes(left: 0, right: 100, top: 30, bottom: 130),
    x: Axis(domain: 0...1_000, ticks: []) { "\($0)" }, y: .whole)

  @Test("there is at most one place for each unit of the drawing, and the ends are kept")
  func thinned() {
    let places = frame.thinned((0...1_000).map { (Double($0), 0.5) })
    #expect((100...102).contains(places.count))
    #expect(places.first?.x == 0 && places.last?.x == 100)
  }

  @Test("infinite figures stand above the panel")
  func infinite() {
    #expect(frame.height(1) == 30 && frame.height(0) == 130 && frame.height(.infinity) == 10)
  }

  @Test("points that would lie on each other are drawn once")
  func cloud() {
    let mark = Mark.cloud(
      [(10, 0.5, true), (11, 0.5, true), (11, 0.5, false), (900, 0.5, true)], radius: 2)
    #expect(mark.elements(frame).count == 3)
  }

  @Test("a band that ends before it begins is none")
  func band() {
    #expect(Mark.band(5, 5).elements(frame).isEmpty && Mark.band(5, 50).elements(frame).count == 1)
  }

  @Test("names are moved apart, and none is moved beyond the end")
  func apart() {
    #expect(spread([10, 11, 50], gap: 16, to: 100) == [10, 26, 50])
    #expect(spread([90, 91, 92], gap: 16, to: 100) == [68, 84, 100])
  }

  @Test("neighbours of a row that are alike are one run, those of two rows are not")
  func runs() {
    let runs = HeatRun.all(["a", "a", nil, "b", "b", "b"], columns: 3)
    #expect(runs.map(\.value) == ["a", "b"])
    #expect(runs.map(\.row) == [0, 1] && runs.map(\.from) == [0, 0] && runs.map(\.to) == [1, 2])
    #expect(HeatRun.all(["a", "a"], columns: 1).count == 2)
  }
}

@Suite("Kinds of charts") struct PlotTests {
  /// The values of an attribute, in the order of the elements.
  private func numbers(_ pattern: String, in markup: String) throws -> [Double] {
    markup.matches(of: try Regex("\(pattern)=\"([-0-9.]+)\"")).compactMap {
      $0.output[1].substring.flatMap { Double($0) }
    }
  }

  @Test("panels stand below each other, and all lies inside the height", arguments: [false, true])
  func panels(isNarrow: Bool) throws {
    let drawing = isNarrow ? Drawing.narrow : Drawing(wide: 600)
    let panel = Panel(
      title: "a title", y: .whole, height: 100, marks: [.line([(0, 0), (9, 1)], "ld")])
    let chart = PanelChart(
      x: .time(0...9, count: 4, title: "time"), panels: [panel, panel],
      above: [.init(from: 1, to: 2, name: "outage", bar: "fx", style: "lab b")],
      below: [.init(from: 2, to: 9, name: "99 % back", bar: "fd", style: "lab")])
    let (elements, height) = chart.drawn(drawing)
    let markup = elements.map(\.markup).joined()
    let bases = try numbers("class=\"base\"[^>]* y2", in: markup)
    #expect(bases.count == 2 && bases[1] - bases[0] > 100)
    #expect(try numbers(" y", in: markup).allSatisfy { (0...height).contains($0) })
    #expect(markup.contains(">outage<") && markup.contains(">99 % back<"))
  }

  @Test("each row has its name, its figures and its marks", arguments: [false, true])
  func rows(isNarrow: Bool) throws {
    let drawing = isNarrow ? Drawing.narrow : Drawing(wide: 600)
    let rows = (0..<4).map { place in
      RowChart.Row(
        name: "row \(place)", figures: [.init("\(place) s"), .init("p")],
        marks: [.interval((0.2, 0), (0.8, 0)), .dot(0.5, 0, "pf")])
    }
    let chart = RowChart(
      x: .whole, left: 100, right: 150,
      columns: [.init(title: "time", end: 60), .init(title: "chance", end: 0)],
      groups: [.init(title: "first", rows: Array(rows[..<2])), .init(rows: Array(rows[2...]))])
    let (elements, height) = chart.drawn(drawing)
    let markup = elements.map(\.markup).joined()
    let centres = try numbers("cy", in: markup)
    #expect(centres.count == 4 && zip(centres, centres.dropFirst()).allSatisfy { $1 - $0 >= 26 })
    #expect(centres.allSatisfy { (0...height).contains($0) })
    for place in 0..<4 { #expect(markup.contains(">row \(place)<")) }
    #expect(markup.contains(isNarrow ? ">3 s, p<" : ">3 s<") && markup.contains(">first<"))
    #expect(markup.contains(">chance<") == !isNarrow)
  }

  @Test("a legend has as many rows as its names need")
  func legend() {
    let names = (0..<6).map {
      Legend.Item(name: "a name of some length \($0)", style: "l0", sign: .line)
    }
    let wide = Legend(items: names).drawn(top: 20, width: 2_000)
    let narrow = Legend(items: names).drawn(top: 20, width: 300)
    #expect(wide.height < narrow.height && wide.elements.count == narrow.elements.count)
    #expect(Legend(items: []).drawn(top: 20, width: 300).height == 0)
  }
}
