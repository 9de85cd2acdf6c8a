import Experiments
import Simulator

/// What happened and why, in at most three plain sentences.
///
/// - Parameter slo: what became of the promises: the reasons of those broken come first.
func verdict(_ summary: Summary, slo: [SloResult] = []) -> String {
  let reading = RunReading(summary)
  if summary.run.isTruncated {
    let end = reading.time(summary.run.end.seconds)
    return "The run was interrupted after \(end) of virtual time: the figures cover only that."
  }
  if reading.fleet.isOnly(.stoat) {
    let general = GeneralVerdict(reading)
    return ([general.storm].compactMap { $0 } + general.outcome).joined(separator: " ")
  }
  let broken = slo.filter { !$0.isKept }.map(\.level.metric)
  return chosen(reading.allFindings(broken), broken: broken).joined(separator: " ")
}

extension RunReading {
  /// What may be said of a fleet that is not Stoat's alone, in the order in which it would be.
  func allFindings(_ broken: [String]) -> [Finding] {
    let general = GeneralVerdict(self)
    return general.findings + appExtensionFindings + chatSocketFindings + primerFindings
      + optimisticFindings + general.details + unmeasured(broken)
  }

  /// Promises about something that did not happen, or about clients that the fleet has none of.
  fileprivate func unmeasured(_ broken: [String]) -> [Finding] {
    broken.filter { summary.value(at: $0) == .undefined }.map { metric in
      let owner = SystemName.allCases.first { metric.hasPrefix("\($0.rawValue).") }
      let why =
        owner.map { !fleet.has($0) } ?? false
        ? "the fleet has no such clients" : "nothing of the kind happened"
      return Finding("There is no \(metric): \(why).", reasonsOf: [metric], .onDemand)
    }
  }
}

/// A sentence that a verdict may hold.
struct Finding {
  let text: String
  /// Beginnings of the names of the metrics that it gives the reason of.
  let reasonsOf: [String]
  let weight: Weight

  /// How much it is worth; a broken promise raises all but `filler` above everything else.
  enum Weight: Int, Comparable {
    /// Only where nothing else is said.
    case filler
    /// Only where a broken promise asks for it.
    case onDemand
    case aside, notable, main

    static func < (a: Weight, b: Weight) -> Bool { a.rawValue < b.rawValue }
  }

  init(_ text: String, reasonsOf: [String], _ weight: Weight) {
    self.text = text
    self.reasonsOf = reasonsOf
    self.weight = weight
  }

  func isReason(of metric: String) -> Bool { reasonsOf.contains { metric.hasPrefix($0) } }
}

private let sentenceLimit = 3

/// Those findings that are said, in the order in which they stand.
///
/// First one for each broken promise, then by weight; of equal weight the earlier.
private func chosen(_ findings: [Finding], broken: [String]) -> [String] {
  var picked: [Int] = []
  for metric in broken {
    let reasons = findings.indices.filter {
      findings[$0].weight > .filler && findings[$0].isReason(of: metric)
    }
    if reasons.isEmpty || reasons.contains(where: picked.contains) { continue }
    // What stands out anyway explains it better than what is said for its sake only.
    picked.append(reasons.first { findings[$0].weight > .onDemand } ?? reasons[0])
  }
  for weight in [Finding.Weight.main, .notable, .aside] {
    picked += findings.indices.filter { findings[$0].weight == weight && !picked.contains($0) }
  }
  if picked.isEmpty { picked = findings.indices.filter { findings[$0].weight == .filler } }
  return picked.prefix(sentenceLimit).sorted().map { findings[$0].text }
}
