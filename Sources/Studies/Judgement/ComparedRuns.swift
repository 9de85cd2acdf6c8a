/// A metric's values with the runs that are compared; infinite for never, not a number for none.
struct ComparedRuns {
  private(set) var base: [Double]
  private(set) var now: [Double]
  /// True if the values of both at one place have the same seed.
  let arePaired: Bool

  /// Leaves out the runs whose values are not wanted; of pairs both.
  mutating func keep(_ isKept: (Double) -> Bool, now isKeptNow: (Double) -> Bool = { _ in true }) {
    guard arePaired else {
      base = base.filter(isKept)
      now = now.filter(isKeptNow)
      return
    }
    let places = base.indices.filter { isKept(base[$0]) && isKeptNow(now[$0]) }
    (base, now) = (places.map { base[$0] }, places.map { now[$0] })
  }

  /// How often something is so, in the baseline and now.
  struct Share {
    let base: (hits: Int, of: Int)
    let now: (hits: Int, of: Int)

    var isMoreOften: Bool { now.hits * base.of > base.hits * now.of }
    var isLessOften: Bool { now.hits * base.of < base.hits * now.of }
    var exchanged: Share { Share(base: now, now: base) }
  }

  func share(_ isSo: (Double) -> Bool) -> Share {
    Share(base: (base.count(where: isSo), base.count), now: (now.count(where: isSo), now.count))
  }
}
