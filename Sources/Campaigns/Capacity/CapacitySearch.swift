/// Which end of a range is looked for.
package enum CapacityDirection: String, Hashable, Sendable {
  /// The least value that keeps the promises: of what helps, such as gateways.
  case least
  /// The greatest: of what burdens, such as clients.
  case most
}

extension CapacityDirection {
  /// The value that a search tries first: the end of the range that should keep the promises.
  func firstValue(of range: SearchRange) -> Double { self == .least ? range.high : range.low }

  /// Between which values the answer lies by what is known; nil where nothing is on that side. What is
  /// not monotone, such as the far end of the range, is left out.
  func bracket(_ known: [(value: Double, isKept: Bool)]) -> (above: Double?, below: Double?) {
    let kept = known.filter(\.isKept).map(\.value)
    let broken = known.filter { !$0.isKept }.map(\.value)
    switch self {
    case .least:
      let below = kept.min()
      return (broken.filter { $0 < below ?? .infinity }.max(), below)
    case .most:
      let above = kept.max()
      return (above, broken.filter { $0 > above ?? 0 }.min())
    }
  }
}

/// What a search knows of a range so far.
package struct CapacityFinding: Sendable {
  package let range: SearchRange
  package let direction: CapacityDirection
  /// Every value that was tried, in the order of the values.
  package private(set) var probes: [CapacityProbe] = []
  /// The value at which every promise is just kept; nil where none was found that keeps them.
  package fileprivate(set) var value: Double?

  init(_ range: SearchRange, _ direction: CapacityDirection) {
    self.range = range
    self.direction = direction
  }

  fileprivate mutating func add(_ probe: CapacityProbe) {
    probes.append(probe)
    probes.sort { $0.value < $1.value }
  }

  package func probe(at value: Double) -> CapacityProbe? { probes.first { $0.value == value } }

  /// The one at the value that was found.
  package var found: CapacityProbe? { value.flatMap(probe) }

  /// The nearest value that was tried on the side where promises break; nil where the range ends there.
  package var nextBroken: CapacityProbe? {
    guard let value else { return direction == .least ? probes.last : probes.first }
    return direction == .least
      ? probes.last { $0.value < value } : probes.first { $0.value > value }
  }

  /// Values at which the promises are not what the answer makes one expect: broken where there is more
  /// than enough, or kept where there is too little.
  package var surprises: [CapacityProbe] {
    guard let value else { return [] }
    return probes.filter { probe in
      let isEnough = direction == .least ? probe.value >= value : probe.value <= value
      return probe.isKept != isEnough
    }
  }
}

/// Looks for the value of a key at which every promise is just kept: by doubling from the lower end, then
/// by halving, then at both neighbours and the far end, where promises that are not monotone show.
struct CapacitySearch<Failure: Error> {
  /// Relative, for keys that are no counts.
  let resolution: Double
  private(set) var finding: CapacityFinding
  /// Whether no lesser value can keep the promises where this one breaks them.
  private let isHopeless: (CapacityProbe) -> Bool
  private let measure: (Double) throws(Failure) -> CapacityProbe

  init(
    _ range: SearchRange, _ direction: CapacityDirection, resolution: Double,
    isHopeless: @escaping (CapacityProbe) -> Bool = { _ in false },
    measure: @escaping (Double) throws(Failure) -> CapacityProbe
  ) {
    self.resolution = resolution
    self.isHopeless = isHopeless
    self.measure = measure
    finding = CapacityFinding(range, direction)
  }

  mutating func run() throws(Failure) {
    let (low, high) = (finding.range.low, finding.range.high)
    if finding.direction == .least, try !isKept(high), let most = finding.probe(at: high),
      isHopeless(most)
    {
      return
    }
    switch finding.direction {
    case .least:
      guard let (broken, kept) = try climb(from: low, to: high, until: true) else { return }
      finding.value = try halved(broken: broken, kept: kept)
    case .most:
      guard try isKept(low) else {
        // Promises that are kept further up would be a surprise, and an answer.
        guard let (_, kept) = try climb(from: low, to: high, until: true) else { return }
        finding.value = kept
        break
      }
      if let (kept, broken) = try climb(from: low, to: high, until: false) {
        finding.value = try halved(broken: broken, kept: kept)
      } else {
        finding.value = high
      }
    }
    try lookAround(finding.value ?? low)
    // Where the lower end breaks a promise, nothing says that less is better.
    if finding.direction == .most, try !isKept(low) {
      finding.value = finding.probes.last { $0.isKept }?.value
    }
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
  private mutating func halved(broken: Double, kept: Double) throws(Failure) -> Double {
    var (broken, kept) = (broken, kept)
    while broken != kept,
      let middle = finding.range.scale.middle(
        min(broken, kept), max(broken, kept), resolution: resolution)
    {
      if try isKept(middle) { kept = middle } else { broken = middle }
    }
    return kept
  }

  /// The neighbours of the answer, and the end of the range that should keep the promises all the more,
  /// or break them.
  private mutating func lookAround(_ value: Double) throws(Failure) {
    let range = finding.range
    for isUp in [false, true] {
      let near = range.scale.neighbour(of: value, isUp: isUp, resolution: resolution)
      let isBehind = finding.probes.contains { probe in
        // A value within the resolution on the broken side was tried while halving.
        isUp
          ? probe.value > value && probe.value <= near : probe.value < value && probe.value >= near
      }
      if !isBehind, near >= range.low, near <= range.high { _ = try isKept(near) }
    }
    // Of what helps, too little was tried on the way.
    _ = try isKept(range.high)
    if finding.direction == .most { _ = try isKept(range.low) }
  }

  private mutating func isKept(_ value: Double) throws(Failure) -> Bool {
    if let probe = finding.probe(at: value) { return probe.isKept }
    let probe = try measure(value)
    finding.add(probe)
    return probe.isKept
  }
}
