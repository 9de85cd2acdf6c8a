import Documents

/// The results of a search over a range so far.
package struct CapacityFinding: Sendable {
  package let range: SearchRange
  package let direction: CapacityDirection
  /// Every value that was tried, in the order of the values.
  package private(set) var probes: [CapacityProbe] = []
  /// The least value that keeps every promise, or the greatest; nil where none was found that does.
  package internal(set) var value: Double?
  /// The same value with as many other seeds; nil where there is none, or where no more seeds are.
  package internal(set) var confirmation: CapacityProbe?

  init(_ range: SearchRange, _ direction: CapacityDirection) {
    self.range = range
    self.direction = direction
  }

  mutating func add(_ probe: CapacityProbe) {
    probes.append(probe)
    probes.sort { $0.value < $1.value }
  }

  /// Puts a probe in the place of an earlier one at its value.
  mutating func replace(_ probe: CapacityProbe) {
    probes = probes.map { $0.value == probe.value ? probe : $0 }
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

  /// True if the answer is a bound among the values that were tried: every value on one side of it
  /// keeps every promise, and no value on the other side does.
  package var isMonotone: Bool { surprises.isEmpty }

  /// The ranges of values that keep every promise, by the values that were tried: each from the first to the
  /// last of them in a row.
  package var kept: [ClosedRange<Double>] {
    var ranges: [ClosedRange<Double>] = []
    var isGoingOn = false
    for probe in probes {
      if probe.isKept {
        let begin = isGoingOn ? ranges.removeLast().lowerBound : probe.value
        ranges.append(begin...probe.value)
      }
      isGoingOn = probe.isKept
    }
    return ranges
  }

  /// How often a single incident breaks a promise at the value that was found; nil where there is none. Over the
  /// other seeds where there are any: those of the search have chosen the value, and so break less.
  package var incidents: SingleIncidents? { (confirmation ?? found)?.incidents }
}
