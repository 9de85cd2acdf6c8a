/// A whole drawing with what it says in words.
package struct Picture: Sendable {
  private let width: Double
  private let height: Double
  private let style: String
  /// Unique in the page.
  private let name: String
  private let title: String
  private let finding: String
  private let elements: [Element]

  /// - Parameters:
  ///   - style: its class in the page's style sheet.
  ///   - name: unique in the page.
  ///   - finding: what the drawing shows, for those who do not see it.
  package init(
    width: Double, height: Double, style: String, name: String, title: String, finding: String,
    _ elements: [Element]
  ) {
    self.width = width
    self.height = height
    self.style = style
    self.name = name
    self.title = title
    self.finding = finding
    self.elements = elements
  }

  package var markup: String {
    let box = "0 0 \(length(width)) \(length(height))"
    let words = [
      Element("title", ["id": Element.Value("t-\(name)")], text: title),
      Element("desc", ["id": Element.Value("d-\(name)")], text: finding),
    ]
    return Element(
      "svg",
      [
        "class": Element.Value(style), "viewBox": Element.Value(box), "role": "img",
        "aria-labelledby": Element.Value("t-\(name) d-\(name)"),
      ], words + elements
    ).markup
  }
}
