import Faults
import Findings
import Primitives
import Scenarios
import Systems
import Words

/// More faults than this are not drawn one by one.
private let faultLimit = 4

func faultLines(_ summary: Summary, _ scale: TimeScale) -> [String] {
  let scenario = summary.scenario
  let end = summary.run.course.end.seconds
  let drawn = scenario.faults.filter { $0.at.seconds < end }
  var lines = drawn.prefix(faultLimit).map { fault in
    let nodes = scenario.gateway.nodes
    let last = fault.end(nodes: nodes)?.seconds
    let bar =
      fault.isRolling
      ? rollingBar(fault, nodes: nodes, end: end, scale)
      : faultBar(from: fault.at.seconds, to: last, end: end, scale)
    let line =
      padded("  " + fault.kind.name, to: labelWidth) + "|" + padded(bar, to: scale.columns) + "|"
    return fault.scope == .everyone ? line : line + " " + fault.scope.shortText
  }
  if drawn.count > faultLimit {
    let rest = drawn.count - faultLimit
    lines.append(padded("", to: labelWidth) + " and \(rest) more fault\(rest == 1 ? "" : "s")")
  }
  return lines
}

/// `[====]` over the time a fault is in force, without the bracket where it lasts beyond the end.
private func faultBar(from: Double, to: Double?, end: Double, _ scale: TimeScale) -> String {
  let first = min(scale.column(of: from), scale.columns - 1)
  let isOpen = to.map { $0 > end } ?? true
  let last = max(first, isOpen ? scale.columns - 1 : scale.column(of: to ?? end) - 1)
  let length = last - first + 1
  let bar: String
  if length == 1 {
    bar = isOpen ? "[" : "#"
  } else if isOpen {
    bar = "[" + String(repeating: "=", count: length - 1)
  } else {
    bar = "[" + String(repeating: "=", count: length - 2) + "]"
  }
  return String(repeating: " ", count: first) + bar
}

/// `[0=][1=][2=]`: which node is down, one after the other; `0`, `1` where there is no room for more.
private func rollingBar(_ fault: Fault, nodes: Int, end: Double, _ scale: TimeScale) -> String {
  let last = min(end, fault.end(nodes: nodes)?.seconds ?? end)
  var parts: [(node: Int?, columns: Int)] = []
  for column in 0..<min(scale.columns, scale.column(of: last) + 1) {
    let moment = Instant(nanoseconds: Int64(scale.middle(of: column) * 1e9))
    let node = fault.downNodes(at: moment, nodes: nodes).first
    if parts.last?.node == node, !parts.isEmpty {
      parts[parts.count - 1].columns += 1
    } else {
      parts.append((node, 1))
    }
  }
  if parts.allSatisfy({ $0.node == nil }) {
    return faultBar(from: fault.at.seconds, to: last, end: end, scale)
  }
  return parts.map { part in
    part.node.map { nodeBar($0, columns: part.columns) }
      ?? String(repeating: " ", count: part.columns)
  }.joined()
}

private func nodeBar(_ node: Int, columns: Int) -> String {
  let name = "\(node)"
  if columns < name.count { return String(name.suffix(columns)) }
  if columns < name.count + 2 { return padded(name, to: columns, with: "=") }
  return "[" + padded(name, to: columns - 2, with: "=") + "]"
}

private func padded(_ text: String, to width: Int, with filler: String) -> String {
  text + String(repeating: filler, count: max(0, width - text.count))
}

extension Fault {
  /// True if the fault takes one node after the other.
  fileprivate var isRolling: Bool {
    if case .eachInTurn = effects.downNodes { return true }
    return false
  }
}

extension FaultScope {
  fileprivate var shortText: String {
    switch self {
    case .everyone: "everyone"
    case .share(let share): HumanText.share(share)
    case .cohort(let name): String(harmless(name).prefix(10))
    case .node(let node): "node \(node)"
    }
  }
}
