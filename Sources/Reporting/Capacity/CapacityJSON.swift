import Campaigns
import Documents
import Scenarios
import Sessions

/// `capacity.json`: what was asked, and what was found with each formula.
func capacityJSON(_ capacity: Capacity) -> String {
  let study = capacity.study
  let document: JSONValue = [
    "schema": .integer(ResultsSchema.current), "scenario": .string(study.scenario.name),
    "key": .string(study.range.key), "direction": .string(study.direction.rawValue),
    "from": value(study.range.low, study), "to": value(study.range.high, study),
    "unit": .string(study.range.scale.unit), "seeds": .integer(study.seeds),
    "promises": .array(study.scenario.slo.map { .string($0.text) }),
    "limits": .array(study.scenario.slo.compactMap(limit)),
    "truncated": .boolean(capacity.isTruncated),
    "variants": .array(capacity.answers.map { json($0, study) }),
    "worlds": .array(
      capacity.worlds.map { world in
        [
          "world": .string(world.title),
          "per_second": .optional(world.study.world?.perSecond, JSONValue.number),
          "variants": .array(world.answers.map { json($0, world.study) }),
        ]
      }),
  ]
  return document.text
}

/// Of a promise about a figure of a row the number; nil of another promise.
private func limit(_ level: ServiceLevel) -> JSONValue? {
  guard capacityMetrics.contains(level.metric), case .number(let number) = level.value else {
    return nil
  }
  return [
    "metric": .string(level.metric), "promise": .string(level.text), "value": .number(number),
  ]
}

/// What `--backoff` takes for a variant; nil for what the scenario says of each client.
private func option(_ variant: Variant) -> String? {
  guard let policy = variant.policy else { return nil }
  let isKnown = (try? BackoffPolicy.parse(variant.name)) != nil
  return isKnown ? variant.name : "\(variant.name)=\(policy.formula.text)"
}

private func json(_ answer: CapacityAnswer, _ study: CapacityStudy) -> JSONValue {
  [
    "name": .string(answer.variant.name),
    "formula": .optional(answer.variant.policy?.formula.text, JSONValue.string),
    "backoff": .optional(option(answer.variant), JSONValue.string),
    "value": .optional(answer.finding.value) { value($0, study) },
    "monotone": .boolean(answer.finding.isMonotone),
    "kept_ranges": .array(
      answer.finding.kept.map { kept in
        ["from": value(kept.lowerBound, study), "to": value(kept.upperBound, study)]
      }),
    "confirmed": .optional(answer.finding.confirmation?.isKept, JSONValue.boolean),
    "single_incidents": .optional(answer.finding.incidents, json),
    "verdict": .array(capacitySentences(answer, study).map(JSONValue.string)),
    "probes": .array(answer.finding.probes.map { json($0, study) }),
    "binds": .optional(answer.binds) { json($0, study) },
    "next": .optional(answer.next) { next in
      [
        "what": .string(next.kind == .stage ? next.stage : next.kind.rawValue),
        "stage": .string(next.stage), "per_second": .number(next.perSecond),
      ]
    },
  ]
}

private func json(_ probe: CapacityProbe, _ study: CapacityStudy) -> JSONValue {
  [
    "value": value(probe.value, study), "kept": .boolean(probe.isKept),
    "seeds": .integer(probe.runs),
    "single_incidents": .optional(probe.incidents, json),
    "left_at_s": .optional(probe.leftAt?.seconds, JSONValue.number),
    "broken": .array(probe.isKept ? [] : probe.broken.map { .string($0.level.text) }),
    "metrics": .object(
      capacityMetrics.map { path in
        .init(path, .optional(probe.figure(path), JSONValue.number))
      }),
  ]
}

/// How often a single incident breaks a promise, with the 95 % interval of that share.
private func json(_ incidents: SingleIncidents) -> JSONValue {
  [
    "breaking": .integer(incidents.breaking), "of": .integer(incidents.of),
    "low": .optional(incidents.share?.low, JSONValue.number),
    "high": .optional(incidents.share?.high, JSONValue.number),
  ]
}

private func json(_ limit: CapacityLimit, _ study: CapacityStudy) -> JSONValue {
  [
    "value": value(limit.probe.value, study),
    "limited_by": .optional(limit.stage, JSONValue.string),
    "per_second": .optional(limit.perSecond, JSONValue.number),
    "impossible": .optional(limit.impossible) { impossible in
      [
        "promise": .string(impossible.promise),
        "needed_per_second": .number(impossible.neededPerSecond),
      ]
    },
    "broken": .array(limit.probe.broken.map { .string($0.level.text) }),
    "finding": .optional(limit.probe.finding?.code.rawValue, JSONValue.string),
    "sentence": .optional(limit.probe.finding?.sentence, JSONValue.string),
  ]
}

/// Those of a row, in their order.
let capacityMetrics = ["recover.p99", "peak_arrivals_1s", "attempts_per_client"]

private func value(_ value: Double, _ study: CapacityStudy) -> JSONValue {
  study.range.scale == .count ? .integer(Int(value)) : .number(value)
}

extension SearchScale {
  /// Of the values in files.
  var unit: String {
    switch self {
    case .count, .number: "count"
    case .duration: "seconds"
    case .rate: "per second"
    case .share: "share"
    }
  }
}
