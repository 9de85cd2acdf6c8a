import Primitives

extension FaultTimeline {
  /// The numbers of the faults whose end is waited for: those that the plan names, otherwise the
  /// incidents, otherwise (where only the weather was bad) all faults. Only what begins before the
  /// run's end happens at all.
  public var counted: [Int] {
    let happening = faults.indices.filter { faults[$0].at < end }
    if let named = recoveryFrom { return happening.filter(named.contains) }
    let incidents = happening.filter { effects[$0].isIncident }
    return incidents.isEmpty ? Array(happening) : incidents
  }

  /// The begin of the first incident, or of the first fault that the plan names; nil where only the
  /// weather was bad, and without faults.
  public var incidentBegin: Instant? {
    if recoveryFrom == nil, !counted.contains(where: { effects[$0].isIncident }) { return nil }
    return counted.map { faults[$0].at }.min()
  }

  /// The moment at which the cause is gone: the latest end of a counted fault. A momentary fault is
  /// over just after its moment. The start without faults.
  ///
  /// nil where such a fault has no end before the run's: then nothing is measured after clear.
  public var clear: Instant? {
    var latest = Instant.start
    for number in counted {
      guard let over = firstMomentAfter(number), over < end else { return nil }
      latest = max(latest, over)
    }
    return latest
  }

  /// Returns true if an incident is in force at any moment of [from, to).
  public func isIncidentInForce(from: Instant, to: Instant) -> Bool {
    faults.indices.contains { number in
      effects[number].isIncident && faults[number].at < to
        && end(of: number).map { $0 > from } ?? true
    }
  }

  /// The first moment at which a fault is in force no longer; nil where it has no end.
  private func firstMomentAfter(_ number: Int) -> Instant? {
    effects[number].isMomentary ? faults[number].at + .nanoseconds(1) : end(of: number)
  }
}
