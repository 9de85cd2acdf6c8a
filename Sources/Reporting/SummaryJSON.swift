import Experiments

/// A run's metrics as JSON: the content of `summary.json`.
///
/// Times in seconds, shares as fractions. What is undefined or infinite is null; a group of which
/// nothing is defined is null as a whole, such as `recover` without a clear.
public func summaryJSON(_ summary: Summary) -> String {
  let run = summary.run
  let document: JSONValue = [
    "schema": .integer(1), "scenario": .string(summary.scenario.name),
    "seed": .unsigned(summary.scenario.seed), "clients": .integer(run.clients),
    "digest": .string(run.digest.text), "events": .integer(run.events),
    "truncated": .boolean(run.isTruncated), "metrics": nested(summary.metrics),
  ]
  return document.text
}

/// Objects within objects along the dots of the paths.
private func nested(_ metrics: [Metric]) -> JSONValue {
  let split = metrics.map { (path: $0.path.split(separator: ".")[...], value: $0.value) }
  return nested(split)
}

private typealias Leaf = (path: ArraySlice<Substring>, value: MetricValue)

private func nested(_ leaves: [Leaf]) -> JSONValue {
  var keys: [Substring] = []
  var groups: [Substring: [Leaf]] = [:]
  for leaf in leaves {
    let key = leaf.path.first!
    if groups[key] == nil { keys.append(key) }
    groups[key, default: []].append((leaf.path.dropFirst(), leaf.value))
  }
  return .object(
    keys.map { key in
      let group = groups[key]!
      if group.count == 1, group[0].path.isEmpty {
        return JSONValue.Member(String(key), JSONValue(group[0].value))
      }
      let isEmpty = group.allSatisfy { $0.value == .undefined }
      return JSONValue.Member(String(key), isEmpty ? .null : nested(group))
    })
}

extension JSONValue {
  /// Null for what is undefined or infinite.
  init(_ value: MetricValue) {
    switch value {
    case .count(let count): self = .integer(count)
    case .number(let number): self = .number(number)
    case .boolean(let truth): self = .boolean(truth)
    case .never, .undefined: self = .null
    }
  }
}
