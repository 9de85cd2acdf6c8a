import Charts

/// Every chart is drawn twice, for a wide page and for a narrow one; the style sheet shows one.
struct Drawing {
  let isNarrow: Bool
  let width: Double

  static func both(wide: Double, _ draw: (Drawing) -> String?) -> String {
    [Drawing(isNarrow: false, width: wide), Drawing(isNarrow: true, width: 358)]
      .compactMap(draw).joined()
  }

  /// The picture's class in the style sheet.
  var style: String { isNarrow ? "narrow" : "wide" }

  func picture(
    height: Double, name: String, title: String, finding: String, _ elements: [Element]
  ) -> String {
    Picture(
      width: width, height: height, style: style, name: "\(name)-\(style)", title: title,
      finding: finding, elements
    ).markup
  }
}
