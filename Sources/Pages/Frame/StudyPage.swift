import Words

/// A page: the answer on top, then sections, then how it is made again. Texts are escaped by the template.
struct StudyPage {
  let scenario: String
  /// The facts about the runs, each in a few words.
  let facts: [String]
  /// The answer, in one sentence.
  let verdict: String
  /// The text that a reader must know beside the verdict.
  let lead: String
  /// An option of the command line to paste.
  let option: String?
  let tiles: Several<Tile>?
  let rows: [Row]
  let again: RunAgain
  let stylesheet: String
  /// The title of the window.
  let heading: String

  init(
    scenario: String, facts: [String], verdict: String, lead: String, option: String? = nil,
    tiles: Several<Tile>? = nil, rows: [Row], again: RunAgain,
    stylesheet: String = StyleSheet.text + HeatStyle.text
  ) {
    self.scenario = scenario
    self.facts = facts
    self.verdict = verdict
    self.lead = lead
    self.option = option
    self.tiles = tiles
    self.rows = rows
    self.again = again
    self.stylesheet = stylesheet
    heading = "\(scenario): \(verdict)"
  }

  /// A figure that is read before all others.
  struct Tile {
    let name: String
    let figure: String
    let unit: String
    let isBad: Bool
    let note: String

    init(
      _ name: String, _ figure: String, unit: String = "", isBad: Bool = false, note: String
    ) {
      self.name = name
      self.figure = figure
      self.unit = unit
      self.isBad = isBad
      self.note = note
    }
  }

  /// Sections below each other, or side by side.
  struct Row {
    /// The class of their grid in the style sheet: empty, `two` or `pair`.
    var layout = ""
    let sections: [PageSection]

    init(_ sections: [PageSection], layout: String = "") {
      self.sections = sections
      self.layout = layout
    }

    /// Without those that there are not.
    init(_ sections: PageSection?..., layout: String = "") {
      self.init(sections.compactMap { $0 }, layout: layout)
    }
  }

  var markup: String { Page.markup(self, "page") }
}

/// A part of a page. It has any of a sentence, a picture, tables, notes and folds, in this order.
struct PageSection {
  var title: String?
  /// Small, behind the title.
  var aside: String?
  /// The target of links to the section; unique in the page.
  var anchor: String?
  var finding: String?
  var items: Several<String>?
  /// The markup of a drawing or of a template of its own.
  var markup = ""
  var figure: Figure?
  var tables: [PageTable] = []
  var reasons: Several<Reason>?
  var notes: [String] = []
  var folds: [Fold] = []

  struct Reason {
    let name: String
    let text: String
  }
}

extension PageSection {
  /// A picture, or in its place a sentence.
  init(_ title: String, _ figure: Figure?, orElse absence: String? = nil) {
    self.init(title: title, finding: figure == nil ? absence : nil, figure: figure)
  }

  init(_ title: String, finding: String? = nil, _ tables: PageTable...) {
    self.init(title: title, finding: finding, tables: tables)
  }

  /// nil where there is no picture.
  init?(_ title: String, ifThereIs figure: Figure?) {
    guard let figure else { return nil }
    self.init(title, figure)
  }
}

/// The items that a template puts into one frame; never empty.
struct Several<Item> {
  let all: [Item]

  /// nil where there is nothing.
  init?(_ all: [Item]) {
    if all.isEmpty { return nil }
    self.all = all
  }
}

/// The drawing of a chart with what it says.
struct Figure {
  let finding: String
  /// Markup.
  let drawing: String
  var note: String?
  var folds: [Fold] = []
}

/// A table behind a line that opens it.
struct Fold {
  let summary: String
  let columns: [String]
  let rows: [[String]]
  /// The class of the table: `r` of numbers, `mono` of paths and values.
  var style = "r"
}

/// Several sentences, of which some are missing; nil where all are.
func sentences(_ texts: String?...) -> String? {
  let present = texts.compactMap { $0 }
  return present.isEmpty ? nil : present.joined(separator: " ")
}
