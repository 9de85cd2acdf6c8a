import Findings
import Studies
import Systems
import Words

/// Returns the findings of several runs, in at most three sentences, each with the number of runs
/// that show it.
///
/// A sentence has the figures of the first run that shows it, and the verdict says so.
package func verdict(_ summary: ReplicatedSummary) -> String {
  let runs = summary.replications.count
  var text: [String] = []
  var count: Int?
  for finding in chosen(summary.findings) {
    if finding.runs != count { text.append(prefix(finding.runs, of: runs)) }
    count = finding.runs
    text.append(finding.sentence)
  }
  if text.isEmpty { return "" }
  if runs > 1 { text.append("The figures are those of the first run that shows it.") }
  return harmless(text.joined(separator: " "))
}

private func prefix(_ count: Int, of runs: Int) -> String {
  count == runs
    ? "In \(runs == 1 ? "the run" : "all \(HumanText.count(runs)) runs"):"
    : "In \(HumanText.count(count)) of \(HumanText.count(runs)) runs:"
}

private let mostSentences = 3

/// Those of the greatest weight; of one weight those of the most runs. Told those of the most runs first.
private func chosen(_ findings: [ReplicatedFinding]) -> [ReplicatedFinding] {
  let heavy = findings.filter { $0.weight > .filler }
  let picked = heavy.enumerated()
    .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
    .prefix(mostSentences)
  return picked.map(\.offset).sorted().map { heavy[$0] }
}
