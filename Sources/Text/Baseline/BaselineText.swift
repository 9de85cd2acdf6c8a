import Documents
import Studies
import Systems
import Verdicts
import Words

/// How runs stand against their baseline, as the terminal says it: what became worse first, what is
/// better, and how much is as it was.
func baselineText(_ judgement: BaselineRecord, _ style: TerminalStyle) -> [String] {
  let head = [
    "against \(harmless(judgement.folder))", judgement.compared,
    judgement.tolerance.map { "tolerance \(Tolerances.text($0))" } ?? "named metrics only",
  ]
  var lines = labelled("baseline", head, width: style.width)
  for outcome in [Verdict.Outcome.broken, .undecided, .notJudged] {
    for same in alike(judgement.changes(outcome)) { lines += changeLines(same, style) }
  }
  let kept = judgement.changes(.kept)
  let better = alike(kept.filter(\.isBetter)).prefix(mostBetter)
  for same in better { lines += changeLines(same, style) }
  let shown = better.reduce(0) { $0 + $1.count }
  if kept.count > shown { lines += restLines(kept, shown, style) }
  return lines
}

/// Changes that say the same of several scenarios, together; in the order of the first of each.
private func alike(_ changes: [BaselineRecord.Change]) -> [[BaselineRecord.Change]] {
  var groups: [[BaselineRecord.Change]] = []
  for change in changes {
    if let place = groups.firstIndex(where: { $0[0].saysTheSame(as: change) }) {
      groups[place].append(change)
    } else {
      groups.append([change])
    }
  }
  return groups
}

/// - Parameter same: at least one, which differ in their scenario.
private func changeLines(_ same: [BaselineRecord.Change], _ style: TerminalStyle) -> [String] {
  let change = same[0]
  let verdict = change.verdict
  let place = change.variant.map { " with \($0) in \(listed(same.map(\.scenario)))" } ?? ""
  let facts = [verdict.found, verdict.why ?? ""].filter { !$0.isEmpty }.map(harmless)
  let word = change.word
  var lines = labelled(word, [change.metric + harmless(place)] + facts, width: style.width)
  if change.outcome == .broken || change.isBetter {
    let coloured = style.coloured(word, change.isBetter ? .green : .red)
    lines[0] = "  " + coloured + lines[0].dropFirst(2 + word.count)
  }
  return lines
}

private func restLines(
  _ kept: [BaselineRecord.Change], _ shown: Int, _ style: TerminalStyle
) -> [String] {
  let rest = kept.count - shown
  let others = shown > 0 ? "other " : ""
  let isMore = kept.filter(\.isBetter).count > shown
  let words = isMore ? "within the tolerance or better" : "within the tolerance"
  return labelled(
    "kept", ["\(HumanText.count(rest)) \(others)metric\(rest == 1 ? "" : "s") \(words)"],
    width: style.width)
}

/// Changes for the better that are told one by one.
private let mostBetter = 5

extension BaselineRecord.Change {
  fileprivate func saysTheSame(as other: Self) -> Bool {
    metric == other.metric && variant == other.variant && variant != nil
      && verdict.found == other.verdict.found && verdict.why == other.verdict.why
  }

  /// The outcome of the change, in a word.
  var word: String {
    switch outcome {
    case .broken: better == .neither ? "CHANGED" : "WORSE"
    case .undecided: "undecided"
    case .notJudged: "not judged"
    case .kept: isBetter ? "better" : "kept"
    }
  }
}
