import Faults

extension Field {
  /// `{from: [0, 2]}`: numbers of the faults from whose end recovery is counted.
  /// - Parameter faults: of each fault that is written its place; nil for one that is off.
  /// - Returns: nil for all faults, and where all are off.
  func recoveryFrom(faults: [Int?]) -> [Int]? {
    guard let reader = mapping("a mapping such as {from: [0]}") else { return nil }
    defer { reader.finish() }
    guard let from = reader.require(RecoveryKeys.from, "a list of faults by number, such as [0]"),
      let items = from.list("faults by number, such as [0]")
    else { return nil }
    guard !faults.isEmpty else {
      from.problem("the scenario has no faults to recover from")
      return nil
    }
    guard !items.isEmpty else {
      from.problem("no fault named: leave recovery out, or write the faults' numbers, from 0")
      return nil
    }
    let numbers = items.compactMap { $0.count(0...faults.count - 1) }
    let places = Set(numbers.compactMap { faults[$0] })
    guard numbers.count == items.count else { return nil }
    if !places.isEmpty { return places.sorted() }
    // Without any fault there is nothing to recover from, and nothing to say.
    if let other = faults.firstIndex(where: { $0 != nil }) {
      from.problem("each fault that it names is off: name one that is not, such as [\(other)]")
    }
    return nil
  }
}
