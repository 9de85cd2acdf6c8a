import Findings
import Systems
import Words

/// Returns the events of a run and their reasons, in at most three plain sentences: findings of the
/// run, and nothing else.
///
/// It has four sentences if clients were lost in more than one way.
/// - Parameter slo: the results of the promises. A finding that explains a broken promise comes
///   first.
package func verdict(_ summary: Summary, slo: [SloResult] = []) -> String {
  let broken = slo.filter { !$0.isKept }.map(\.level.metric)
  let sentences = chosen(summary.findings, broken: broken).map(\.sentence)
  return tied(harmless(sentences.joined(separator: " ")))
}

private let sentenceLimit = 3

/// Those findings that are told: those that lead, then the others, each in the order of the codes.
///
/// They are chosen by weight, of equal weight the earlier; one for each broken promise is among them.
/// - Parameter findings: the most important first.
private func chosen(_ findings: [Finding], broken: [String]) -> [Finding] {
  var picked: [Finding] = []
  for metric in broken {
    let reasons = findings.filter { $0.weight != .filler && $0.isReason(of: metric) }
    // A finding that stands out anyway explains it better than one that is told for its sake only.
    guard let best = reasons.first, !reasons.contains(where: picked.contains) else { continue }
    picked.append(best)
  }
  picked += findings.filter { $0.weight > .filler && !picked.contains($0) }
  if picked.isEmpty { picked = findings.filter { $0.weight == .filler } }
  let isWorse = picked.prefix(sentenceLimit).count { $0.weight == .main } == sentenceLimit
  let places = FindingCode.all
  return picked.prefix(isWorse ? sentenceLimit + 1 : sentenceLimit)
    .sorted { one, other in
      (one.leads ? 0 : 1, places.firstIndex(of: one.code)!)
        < (other.leads ? 0 : 1, places.firstIndex(of: other.code)!)
    }
}

extension Finding {
  /// True of the clients that are not back, and of what is said of the others right behind: whoever reads that must
  /// act, and on it first.
  fileprivate var leads: Bool { FindingCode.losses.contains(code) }
}
