import Charts

/// A chart with what it says. It is drawn for a wide page and for a narrow one.
protocol Chart {
  /// Unique in the page.
  var name: String { get }
  /// The title for those who do not see it.
  var title: String { get }
  var finding: String { get }
  /// The picture in words, for readers who do not see it.
  var description: String { get }
  var note: String? { get }
  /// The numbers behind it.
  var folds: [Fold] { get }
  func plot(_ drawing: Drawing) -> any Plot
}

/// The content of a chart, in the values of its axes. There are three kinds: `PanelChart`, `RowChart` and
/// `HeatChart`.
protocol Plot {
  func drawn(_ drawing: Drawing) -> (elements: [Element], height: Double)
}

extension Chart {
  var description: String { finding }
  var note: String? { nil }
  var folds: [Fold] { [] }

  func markup(_ drawing: Drawing) -> String {
    let (elements, height) = plot(drawing).drawn(drawing)
    let name = "\(name)-\(drawing.style)"
    let words = [
      Element("title", ["id": "t-\(name)"], text: title),
      Element("desc", ["id": "d-\(name)"], text: description),
    ]
    return Element(
      "svg",
      [
        "class": drawing.style,
        "viewBox": "0 0 \(length(drawing.width)) \(length(height))", "role": "img",
        "aria-labelledby": "t-\(name) d-\(name)",
      ], words + elements
    ).markup
  }

  /// - Parameter wide: its width on a wide page, in user units.
  func drawing(wide: Double = 1_088) -> String {
    [Drawing(wide: wide), .narrow].map(markup).joined()
  }

  func figure(wide: Double = 1_088) -> Figure {
    Figure(finding: finding, drawing: drawing(wide: wide), note: note, folds: folds)
  }
}

/// The room for a chart. The style sheet shows the drawing for a wide page or the one for a narrow page.
struct Drawing {
  let isNarrow: Bool
  let width: Double
  /// The picture's class in the style sheet.
  let style: String

  init(wide width: Double) { self.init(width: width, style: "wide") }

  /// One of many small pictures side by side, on any page.
  static func small(width: Double) -> Drawing {
    Drawing(isNarrow: true, width: width, style: "panel")
  }

  static let narrow = Drawing(isNarrow: true, width: 358, style: "narrow")

  private init(isNarrow: Bool = false, width: Double, style: String) {
    self.isNarrow = isNarrow
    self.width = width
    self.style = style
  }
}
