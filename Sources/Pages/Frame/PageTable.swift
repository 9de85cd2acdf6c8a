/// A table of a page.
struct PageTable {
  /// For those who hear the page.
  let label: String
  /// The class of the style sheet.
  var style = ""
  let columns: [Column]
  let rows: [[Cell]]

  /// - Parameters:
  ///   - numbers: the columns with figures, which stand on the right.
  init(
    _ label: String, style: String = "", _ columns: [String], numbers: Set<Int> = [],
    _ rows: [[Cell]]
  ) {
    self.label = label
    self.style = style
    self.columns = columns.enumerated().map {
      Column(title: $1, isNumber: numbers.contains($0))
    }
    self.rows = rows
  }

  struct Column {
    let title: String
    let isNumber: Bool
  }

  /// A text with what it means. Lists of at most one element stand for what may be missing: a template would look for
  /// what is nil in all that stands around the cell, which takes long where there are many cells.
  struct Cell {
    let text: String
    /// True if the cell names its row.
    var isHead = false
    /// The class of the cell.
    var look: [String] = []
    /// The class of its text.
    var mark: [String] = []
    /// Small, behind the text.
    var small: [String] = []
    var bar: [Bar] = []

    static func text(_ text: String) -> Cell { Cell(text: text) }
    static func head(_ text: String) -> Cell { Cell(text: text, isHead: true) }
    static func number(_ text: String) -> Cell { Cell(text: text, look: ["r"]) }
    static func mono(_ text: String, small: String? = nil) -> Cell {
      Cell(text: text, look: ["mono"], small: small.map { [$0] } ?? [])
    }

    /// Returns a text. It has the colour of losses if it is lost.
    static func text(_ text: String, isLost: Bool) -> Cell {
      Cell(text: text, mark: isLost ? ["broken"] : [])
    }

    /// A verdict with its sign, so that it does not hang on colours.
    static func verdict(isKept: Bool, _ kept: String = "kept", _ broken: String = "broken") -> Cell
    {
      isKept
        ? Cell(text: "✓ \(kept)", mark: ["kept"]) : Cell(text: "✕ \(broken)", mark: ["broken"])
    }
  }

  /// A share as a bar.
  struct Bar {
    /// In percent, such as `12.5%`.
    let width: String
    let colour: String

    init(_ share: Double, isLost: Bool = false) {
      width = "\((min(1, max(0, share)) * 10_000).rounded() / 100)%"
      colour = isLost ? "fo" : "fd"
    }
  }
}
