extension FindingCode {
  /// Pairs of findings of which a run never has both: each says that the other is not so.
  ///
  /// Every pair stands once, in the order of `all`.
  package static let exclusions: [(FindingCode, FindingCode)] = {
    var pairs: [(FindingCode, FindingCode)] = []
    for (place, code) in all.enumerated() {
      for other in all[(place + 1)...] where code.contradicts(other) {
        pairs.append((code, other))
      }
    }
    return pairs
  }()

  /// The pairs among these that exclude each other.
  package static func contradictions(
    among codes: [FindingCode]
  ) -> [(FindingCode, FindingCode)] {
    let codes = Set(codes)
    return exclusions.filter { codes.contains($0.0) && codes.contains($0.1) }
  }

  private func contradicts(_ other: FindingCode) -> Bool {
    Self.rules.contains { rule in
      rule.these.contains(self) && rule.those.contains(other)
        || rule.these.contains(other) && rule.those.contains(self)
    }
  }

  private static let rules: [FindingExclusion] =
    rulesOfEveryRun.map { FindingExclusion($0.0, $0.1) }
    + SessionSystem.all.flatMap(\.findings.exclusions)

  private static let rulesOfEveryRun: [(Set<FindingCode>, Set<FindingCode>)] = [
    // An interrupted run says nothing else.
    ([.interrupted], Set(all)),
    // All are back at one pace, or not all are back.
    (paces, paces), (paces, unfinished), (paces, lost), (paces, [.endlessFault]),
    ([.othersCameBack], [.nobodyElseCameBack]),
    (unfinished, unfinished), (unfinished, [.endlessFault]),
    // Without a clear nothing is counted from it.
    ([.endlessFault], sinceClear),
    // If no client was affected, there is nothing to recover from.
    ([.nobodyAffected], paces), ([.nobodyAffected], unfinished), ([.nobodyAffected], lost),
    ([.nobodyAffected], sinceClear), ([.nobodyAffected], [.endlessFault]),
    // If most were back before clear, the rest do not stand for all.
    ([.backBeforeClear], paces), ([.restCameBack], unfinished), ([.restCameBack], lost),
    // A storm that goes on is not one that ended, and the clients' waiting is not what lasts.
    ([.stormOutlivedCause], metastable), ([.stormOutlivedCause], [.formulaPaces]),
    ([.draining], metastable),
    // Findings that the cause of a storm already includes.
    ([.metastableLockstep], [.herd]), ([.metastableRejection], [.turnedAway]),
    ([.herdOfHints], [.herd]),
    // One fault that lasts is either waited for or not.
    ([.weatherGoesOn], [.faultStillInForce]), ([.weatherGoesOn], [.endlessFault]),
    ([.weatherGoesOn], unfinished),
  ]

  /// The findings on the pace of the recovery, where all clients are back.
  package static let paces: Set<FindingCode> = [
    .nobodyWaited, .recoveredQuickly, .gatewayPaces, .sharedPace, .retriesCollide, .formulaPaces,
    .faultDuringRecovery, .recoveredSlowly, .detectionPaces, .firstConnections,
  ]

  static let metastable: Set<FindingCode> = [
    .metastableLockstep, .metastableOverload, .metastableRejection,
  ]

  /// The findings on clients that were still trying when the run ended.
  static let unfinished: Set<FindingCode> = metastable.union([
    .faultStillInForce, .unfinishedButProgressing, .unfinishedWithoutProgress,
  ])

  /// Clients that time alone does not bring back.
  static let lost: Set<FindingCode> = [.inError, .gaveUp, .stuck]

  /// Clients that are not back at the end, and what is said of the others beside them.
  package static let losses: Set<FindingCode> = unfinished.union(lost).union([
    .endlessFault, .othersCameBack, .nobodyElseCameBack,
  ])

  private static let sinceClear: Set<FindingCode> = [
    .backBeforeClear, .restCameBack, .turnedAway, .othersCameBack, .nobodyElseCameBack, .relapses,
    .justAsked,
  ]
}
