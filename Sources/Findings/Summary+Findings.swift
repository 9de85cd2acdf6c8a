import Systems

extension Evidence {
  /// Everything that is to be said of the run, the most important first; of equal weight in the order
  /// in which it is told.
  var findings: [Finding] {
    if let interrupted { return [interrupted] }
    let found =
      paceOfTheFleet + loadFindings + outcomeOfTheFleet + systemFindings
      + [setUpExceedsTimeout, stormOutlivedCause, draining].compactMap { $0 } + details
      + missingFigures
    let places = Dictionary(
      uniqueKeysWithValues: FindingCode.all.enumerated().map { ($0.element, $0.offset) })
    return found.sorted { a, b in
      (b.weight.rawValue, places[a.code]!) < (a.weight.rawValue, places[b.code]!)
    }
  }

  /// An app without a socket, and a client that writes once, have more to say than when they were
  /// back.
  private var hasOtherAims: Bool { fleet.only?.words.hasOtherAims ?? false }

  /// The findings that only some session systems have.
  private var systemFindings: [Finding] {
    fleet.sessions.flatMap { system in
      system.findings.find(
        SystemEvidence(
          run, isOnly: fleet.only != nil, isBad: isBad, fleet.settings(of: system.name),
          metric: metric(at:)))
    }
  }

  private var paceOfTheFleet: [Finding] { hasOtherAims && !isBad ? [] : paceFindings }

  private var outcomeOfTheFleet: [Finding] {
    hasOtherAims && !isBad && run.course.clear != nil ? [] : outcomeFindings
  }
}
