import Documents
import Words

/// Looks for the least value of a key that keeps every promise, or the greatest: by doubling from the lower
/// end, then by halving. Promises that are not monotone show at the scenario's own value, at nine that are
/// spread over the range, and at both neighbours of the answer.
struct CapacitySearch<Failure: Error> {
  /// Relative, for keys that are no counts.
  let resolution: Double
  private(set) var finding: CapacityFinding
  /// The scenario's own value, where it lies in the range.
  private let own: [Double]
  /// Returns true if no lesser value can keep the promises when this one breaks them.
  private let isHopeless: (CapacityProbe) -> Bool
  private let measure: (Double) throws(Failure) -> CapacityProbe

  init(
    _ range: SearchRange, _ direction: CapacityDirection, resolution: Double, own: Double? = nil,
    isHopeless: @escaping (CapacityProbe) -> Bool = { _ in false },
    measure: @escaping (Double) throws(Failure) -> CapacityProbe
  ) {
    self.resolution = resolution
    self.isHopeless = isHopeless
    self.measure = measure
    self.own = [own].compactMap { $0 }.filter { (range.low...range.high).contains($0) }
    finding = CapacityFinding(range, direction)
  }

  mutating func run() throws(Failure) {
    let (low, high) = (finding.range.low, finding.range.high)
    if finding.direction == .least, try !isKept(high), let most = finding.probe(at: high),
      isHopeless(most)
    {
      return
    }
    try bracket(low, high)
    for value in own { _ = try isKept(value) }
    // Lengths of time meet the waits of clients that come in waves: there are holes.
    let isTime = finding.range.scale == .duration
    try trySpread(isTime ? Self.manyValues : Self.fewValues)
    try settle()
    if finding.isMonotone || isTime { return }
    // More values say where the ranges are that keep the promises.
    try trySpread(Self.manyValues)
    try settle()
  }

  /// A first answer, as cheap as it can be had: on the way up, what lies far beyond is not tried.
  private mutating func bracket(_ low: Double, _ high: Double) throws(Failure) {
    let isEnough = finding.direction == .least
    if !isEnough {
      guard try isKept(low) else {
        // Promises that are kept further up would be a surprise, and an answer.
        _ = try climb(from: low, to: high, until: true)
        return
      }
    }
    if let (before, changed) = try climb(from: low, to: high, until: isEnough) {
      try halve(broken: isEnough ? before : changed, kept: isEnough ? changed : before)
    }
  }

  // MARK: Where promises are not monotone

  private static var fewValues: Int { 9 }
  private static var manyValues: Int { 33 }

  /// Tries so many values that are spread over the range, unless others near them were.
  private mutating func trySpread(_ count: Int) throws(Failure) {
    for place in 0..<count where !isTried(place, of: count) {
      _ = try isKept(spread(place, of: count))
    }
  }

  /// One of some values from one end to the other, by their ratio where there is one.
  private func spread(_ place: Int, of count: Int) -> Double {
    let (low, high) = (finding.range.low, finding.range.high)
    if place == 0 { return low }
    if place == count - 1 { return high }
    let part = Double(place) / Double(count - 1)
    let value = low > 0 ? QuantityScale.geometric(low, high, part) : low + (high - low) * part
    return finding.range.scale.rounded(value)
  }

  /// Returns true if a value of the spread needs no try, because a value was tried that is nearer
  /// to it than to its neighbours. The ends of the range count only if they were tried themselves.
  private func isTried(_ place: Int, of count: Int) -> Bool {
    let value = spread(place, of: count)
    guard place > 0, place < count - 1 else { return finding.probe(at: value) != nil }
    let near =
      (spread(place - 1, of: count) + value) / 2...(value + spread(place + 1, of: count)) / 2
    return finding.probes.contains { near.contains($0.value) }
  }

  /// Makes the outermost value that keeps the promises the answer, to the resolution, with both of its
  /// neighbours.
  private mutating func settle() throws(Failure) {
    while let value = outermost {
      if finding.value == value { return }
      finding.value = value
      if let beyond = finding.nextBroken, !beyond.isKept {
        try halve(broken: beyond.value, kept: value)
      }
      guard outermost == value else { continue }
      try tryNeighbours(of: value)
    }
  }

  /// The least value that keeps every promise of those tried, or the greatest.
  private var outermost: Double? {
    let kept = finding.probes.filter(\.isKept)
    return (finding.direction == .least ? kept.first : kept.last)?.value
  }

  /// Doubles from `low` on until the promises are kept, or are not.
  /// - Returns: the last value before that, and the first at which it is so; nil where it never is. The
  ///   two are equal where it is so at `low`.
  private mutating func climb(
    from low: Double, to high: Double, until kept: Bool
  ) throws(Failure) -> (before: Double, changed: Double)? {
    var before = low
    var value = low
    while true {
      if try isKept(value) == kept { return (before, value) }
      if value >= high { return nil }
      before = value
      value = finding.range.scale.doubled(value, upTo: high)
    }
  }

  /// Halves the way between a value that breaks a promise and one that keeps all.
  private mutating func halve(broken: Double, kept: Double) throws(Failure) {
    var (broken, kept) = (broken, kept)
    while broken != kept,
      let middle = finding.range.scale.middle(
        min(broken, kept), max(broken, kept), resolution: resolution)
    {
      if try isKept(middle) { kept = middle } else { broken = middle }
    }
  }

  /// A value within the resolution on the broken side was tried while halving.
  private mutating func tryNeighbours(of value: Double) throws(Failure) {
    let range = finding.range
    for isUp in [false, true] {
      let near = range.scale.neighbour(of: value, isUp: isUp, resolution: resolution)
      let isBehind = finding.probes.contains { probe in
        isUp
          ? probe.value > value && probe.value <= near : probe.value < value && probe.value >= near
      }
      if !isBehind, near >= range.low, near <= range.high { _ = try isKept(near) }
    }
  }

  private mutating func isKept(_ value: Double) throws(Failure) -> Bool {
    if let probe = finding.probe(at: value) { return probe.isKept }
    let probe = try measure(value)
    finding.add(probe)
    return probe.isKept
  }
}
