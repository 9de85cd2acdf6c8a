/// The seeds of replications: consecutive numbers.
package struct SeedRange: Hashable, Sendable {
  package let first: UInt64
  /// The number of seeds, in `countRange`.
  package let count: Int

  package static let countRange = 1...1_000

  /// nil where the last seed would be too large a number.
  package init?(first: UInt64, count: Int) {
    precondition(Self.countRange.contains(count), "1 to 1,000 seeds")
    guard first.addingReportingOverflow(UInt64(count - 1)).overflow == false else { return nil }
    self.first = first
    self.count = count
  }

  package var last: UInt64 { first + UInt64(count - 1) }

  package var seeds: [UInt64] { (0..<UInt64(count)).map { first + $0 } }
}
