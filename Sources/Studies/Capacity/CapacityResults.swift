import Documents
import Scenarios
import Sessions

/// The findings of a study in each of its worlds, the scenario's own gateway first.
package struct CapacityResults: Sendable {
  private let worlds: [(study: CapacityStudy, findings: [CapacityFinding])]

  /// - Parameter findings: of the questions, study by study; nil for one that was not answered. Only those before the
  ///   first of them count.
  package init(_ studies: [CapacityStudy], _ findings: [CapacityFinding?]) {
    let count = studies[0].variants.count
    worlds = studies.enumerated().map { place, study in
      let own = findings[place * count..<(place + 1) * count]
      return (study, own.prefix { $0 != nil }.compactMap(\.self))
    }
  }

  /// Every value that was tried, and what was tried again with other seeds.
  private var probes: [CapacityProbe] {
    worlds.flatMap(\.findings).flatMap { finding in
      finding.probes + [finding.confirmation].compactMap(\.self)
    }
  }

  /// The study's part of the manifest.
  package var record: CapacityRecord {
    let study = worlds[0].study
    let (range, probes) = (study.range, probes)
    return CapacityRecord(
      ScenarioRecord(study.scenario), key: range.key, direction: study.direction,
      from: range.text(range.low), to: range.text(range.high), variants: study.variants.map(\.name),
      worlds: worlds.map(\.study.title), replications: study.seeds,
      digest: hashText(probes.map { $0.summary.digestText + "\n" }.joined()),
      events: probes.reduce(0) { $0 + $1.summary.events }, runs: probes.reduce(0) { $0 + $1.runs })
  }

  /// The question and the answers; no sentence yet.
  package var document: CapacityDocument {
    let answers = worlds.map { study, findings in
      zip(study.variants, findings).map { CapacityDocument.Answer(study, $0, $1) }
    }
    let study = worlds[0].study
    let range = study.range
    return CapacityDocument(
      scenario: study.scenario.name, key: range.key, direction: study.direction,
      range: range.low...range.high,
      scale: range.scale, seeds: study.seeds, promises: study.scenario.slo.map(\.text),
      limits: study.scenario.slo.compactMap(CapacityDocument.Limit.init),
      truncated: worlds.contains { $0.findings.count < $0.study.variants.count },
      variants: answers[0],
      worlds: zip(worlds, answers).dropFirst().map {
        .init(world: $0.study.title, perSecond: $0.study.world?.perSecond, variants: $1)
      })
  }
}

extension CapacityStudy {
  fileprivate var title: String { world?.limit.rawValue ?? CapacityDocument.own }
}

extension CapacityDocument.Limit {
  /// nil of a promise that is not about a figure of every probe.
  fileprivate init?(_ level: ServiceLevel) {
    guard CapacityDocument.metrics.contains(level.metric), case .number(let number) = level.value
    else {
      return nil
    }
    self.init(metric: level.metric, promise: level.text, value: number)
  }
}

extension CapacityDocument.Answer {
  package init(_ study: CapacityStudy, _ variant: Variant, _ finding: CapacityFinding) {
    let surprise = finding.surprises.first.flatMap { $0.isKept ? nil : $0 }
    // The value that should help most tells why none helps.
    let beyond = finding.nextBroken.flatMap { $0.isKept ? nil : $0 }
    self.init(
      name: variant.name, formula: variant.policy?.formula.text, backoff: variant.option,
      value: finding.value,
      monotone: finding.isMonotone, keptRanges: finding.kept.map(CapacityDocument.Kept.init),
      confirmed: finding.confirmation?.isKept,
      singleIncidents: finding.incidents.map(CapacityDocument.Incidents.init),
      probes: finding.probes.map(CapacityDocument.Probe.init), surprise: surprise?.reason,
      binds: beyond.map { CapacityDocument.Bound($0, study, hasAnswer: finding.value != nil) },
      next: finding.found.flatMap { CapacityDocument.Next($0, study) })
  }
}

extension CapacityDocument.Incidents {
  fileprivate init(_ incidents: SingleIncidents) {
    let share = incidents.share
    self.init(breaking: incidents.breaking, of: incidents.of, low: share?.low, high: share?.high)
  }
}

extension CapacityDocument.Probe {
  fileprivate init(_ probe: CapacityProbe) {
    self.init(
      value: probe.value, kept: probe.isKept, seeds: probe.runs,
      singleIncidents: probe.incidents.map(CapacityDocument.Incidents.init),
      leftAtS: probe.leftAt?.seconds,
      broken: probe.isKept ? [] : probe.broken.map(\.level.text), limitedBy: probe.limitedBy,
      metrics: CapacityDocument.metrics.map { ($0, probe.figure($0)) })
  }
}

extension CapacityProbe {
  /// The most important thing that a run here shows.
  var reason: CapacityDocument.Reason {
    .init(
      value: value, seed: seeds > 1 ? brokenRun?.seed : nil, finding: finding?.code.rawValue,
      sentence: finding?.sentence)
  }
}

extension Variant {
  /// The text that `--backoff` takes for it; nil where each client waits as its scenario says.
  fileprivate var option: String? {
    guard let policy else { return nil }
    let isKnown = (try? BackoffPolicy.parse(name)) != nil
    return isKnown ? name : "\(name)=\(policy.formula.text)"
  }
}
