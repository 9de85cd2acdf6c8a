import Documents

extension RunData {
  /// True if nearly all clients lost their connections within two seconds. Only then do times since
  /// the drop tell how many came at once.
  var dropsTogether: Bool { dropSecond != nil }

  /// When they lost them; nil where they did not together, or no fault tells the moment.
  var drop: Double? { dropFault?.fromS }

  /// The fault that took them.
  private var dropFault: FaultRecord? {
    guard let second = dropSecond else { return nil }
    let near = Double(second - 2)...Double(second + 1)
    return self.faults.last { near.contains($0.fromS) }
  }

  /// The second at whose end they were gone.
  private var dropSecond: Int? {
    let connected = series.figures("connected")
    let affected = (number("affected") ?? 0).rounded()
    guard affected > 0, connected.count > 2 else { return nil }
    // All who came with a first attempt, also those of a fault that recovery is not counted from.
    let first = (attempts.first { $0.number == 1 }?.count ?? 0) / Double(runs)
    return connected.indices.dropFirst(2)
      .first { connected[$0 - 2] - connected[$0] >= 0.8 * max(affected, first) }
  }

  /// From the drop to the end of the incident, in seconds; nil where the two are not known.
  var incident: Double? {
    guard let fault = dropFault, let clear = number("clear_s") else { return nil }
    let end = min(clear, fault.toS ?? clear)
    return end > fault.fromS ? end - fault.fromS : nil
  }

  /// True if most attempts between the drop and the end of the incident were turned away at once.
  var isRefusing: Bool {
    guard let drop, let clear = number("clear_s") else { return false }
    func sum(_ column: String) -> Double {
      series.figures(column).enumerated()
        .filter { Double($0.offset + 1) > drop && Double($0.offset) < clear }
        .reduce(0) { $0 + $1.element }
    }
    return sum("refused") > 0.5 * sum("arrivals")
  }
}
