/// The milestones that a machine reaches in one turn of a passage, a byte each.
struct Moment: BitwiseCopyable, Equatable {
  private var numbers: UInt64 = 0
  private(set) var count = 0

  /// The most milestones that fit.
  static var room: Int { 8 }

  mutating func append(_ milestone: UInt8) {
    precondition(count < Self.room, "no room for another milestone")
    numbers |= UInt64(milestone) << UInt64(8 * count)
    count += 1
  }

  @inline(__always)
  subscript(index: Int) -> UInt8 { UInt8(truncatingIfNeeded: numbers &>> UInt64(8 &* index)) }
}
