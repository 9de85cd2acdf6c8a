extension Int {
  /// The whole number towards 0 from a number that may be anything, as those of files can be: 0 for what
  /// is no number, and at most 2^53 either way, so that sums of some of them stay in range.
  package init(clamped number: Double) {
    self = number.isNaN ? 0 : Int(Swift.max(-0x1p53, Swift.min(0x1p53, number)))
  }
}
