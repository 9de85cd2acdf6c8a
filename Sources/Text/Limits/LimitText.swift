import Documents
import Scenarios
import Systems
import Words

/// A table of variants behind limits, with a note on how to read it: one block for each scenario the
/// worlds were made of.
///
/// If the width does not do, a cell has only what a fleet dies of.
struct LimitLines {
  let table: LimitsDocument
  /// The least time that is possible in each world, in seconds; nil where that is not known.
  let least: [Double?]
  /// The name of a row.
  var name: (LimitsDocument.Row) -> String = { $0.name }
  /// True if rows that hold everywhere, or are lucky, are marked. The marks are of use if there are
  /// many rows.
  var isRanking = true

  private static let namesRange = 14...22
  private var hasLeast: Bool { least.contains { $0 != nil } }

  private static let leastName = "least possible"

  func lines(_ style: TerminalStyle) -> [String] {
    var lines: [String] = []
    for group in table.groups {
      if table.groups.count > 1 {
        let base = harmless(table.worlds[group[0]].base)
        lines += (lines.isEmpty ? [] : [""]) + ["  " + style.coloured(base, .bold)]
      }
      let full = block(group, isShort: false, width: style.width)
      let fits = full.allSatisfy { $0.count <= style.width }
      lines += fits ? full : block(group, isShort: true, width: style.width)
    }
    return lines + paragraph(note, width: style.width).map { style.coloured($0, .dim) }
  }

  private func block(_ group: [Int], isShort: Bool, width: Int) -> [String] {
    let cells = table.variants.map { row in
      group.map { row.outcomes[$0].cell(isShort: isShort) }
    }
    let least = leastCells(group.map { self.least[$0] })
    let titles = group.map { table.worlds[$0].title }
    let widths = group.indices.map { column in
      (cells + [least, titles]).map { $0[column].count }.max()!
    }
    let margin = isRanking ? 4 : 2
    let gap = isShort ? 1 : 2
    let longest = table.variants.map { name($0).count }.max() ?? 0
    let left = width - margin - widths.reduce(0) { $0 + $1 + gap }
    let room = max(Self.namesRange.lowerBound, min(left, longest, Self.namesRange.upperBound))
    func line(_ mark: String, _ name: String, _ cells: [String]) -> String {
      padded("  \(mark)", to: margin)
        + padded(cut(harmless(name), to: room), to: room)
        + zip(cells, widths).map { paddedLeft($0, to: $1 + gap) }.joined()
    }
    return [line("", "", titles)]
      + zip(table.variants, cells).map { line(isRanking ? $0.mark : "", name($0), $1) }
      + (hasLeast ? [line("", Self.leastName, least)] : [])
  }

  private var note: String {
    let outcomes = table.variants.flatMap(\.outcomes)
    let dies = outcomes.contains { $0.ending == .dies }
    let never = outcomes.contains { $0.ending == .never }
    let isPartial = outcomes.contains(where: \.isPartial)
    let words = [
      isRanking ? "Ranked by the worst world." : nil,
      isRanking && !table.holdsEverywhere.isEmpty ? "+ holds in every world." : nil,
      isRanking && !table.lucky.isEmpty ? "! near the best in one world, bad in another." : nil,
      dies ? "Overload, lockstep, rejection: what a storm that outlives its cause lives on." : nil,
      dies
        ? "It is alive when the run ends; a slow one may still end by itself, which a longer "
          + "--duration shows." : nil,
      never ? "Never: more than 1 % are not back when the run ends." : nil,
      isPartial ? "(1): the time without one seed that is lost." : nil,
      hasLeast ? "Least possible: what the gateway allows, whatever the clients do." : nil,
    ]
    return words.compactMap { $0 }.joined(separator: " ")
  }
}

extension LimitsDocument.Outcome {
  /// True if some seeds end otherwise than most.
  fileprivate var isPartial: Bool { ending == .back && seedsLost > 0 }

  /// How a variant ends in one world, as a cell of a table: `23.4 s`, `23.4 s (2)` where two seeds are
  /// lost, `dies (overload)`, `gives up`, `never`; short: `overload`.
  func cell(isShort: Bool) -> String {
    switch ending {
    case .back: HumanText.duration(seconds) + (isPartial ? " (\(seedsLost))" : "")
    case .dies: isShort ? cause ?? "" : "dies (\(cause ?? ""))"
    case .givesUp: "gives up"
    case .never: "never"
    case .nothing: "-"
    }
  }
}

/// The cells of the row on what is possible.
func leastCells(_ least: [Double?]) -> [String] { least.map { $0.map(HumanText.duration) ?? "-" } }

extension LimitsDocument.Row {
  /// `+` holds everywhere, `!` is lucky in one place.
  var mark: String { lucky ? "!" : holdsEverywhere ? "+" : " " }
}

/// `500/s`; several where scenarios differ.
func limitRates(_ perSecond: [Double]) -> String {
  listed(Set(perSecond).sorted().map(Words.rateText))
}
