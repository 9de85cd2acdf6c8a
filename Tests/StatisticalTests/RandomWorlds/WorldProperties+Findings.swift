import Findings
import Simulator
import Studies
import Systems
import Text

/// What the verdict is made of.
let findingProperties: [WorldProperty] = [
  WorldProperty("no two findings exclude each other") { world, complaints in
    let codes = world.summary.findings.map(\.code)
    let pairs = FindingCode.contradictions(among: codes)
    complaints.expect(pairs.isEmpty, "\(pairs) of \(codes)")
    complaints.expect(!codes.isEmpty, "nothing is found")
    // Of several promises each may be about a figure that is not there.
    let own = codes.filter { $0 != .missingFigure }
    complaints.expect(Set(own).count == own.count, "twice the same of \(codes)")
    for finding in world.summary.findings {
      complaints.expect(finding.figures.allSatisfy { $0.value.isFinite }, "\(finding)")
    }
  },
  WorldProperty("a finding is what the figures say") { world, complaints in
    let codes = Set(world.summary.findings.map(\.code))
    let outcomes: [(FindingCode, String)] = [
      (.gaveUp, "gave_up"), (.inError, "in_error"), (.stuck, "stuck"),
    ]
    for (code, outcome) in outcomes {
      complaints.expect(
        !codes.contains(code) || world.count(outcome) > 0, "\(code), and nobody is \(outcome)")
    }
    let storms: Set<FindingCode> = [
      .metastableLockstep, .metastableOverload, .metastableRejection,
    ]
    let isMetastable = world.truth("metastable") == true
    complaints.expect(
      isMetastable != codes.isDisjoint(with: storms), "metastable \(isMetastable), \(codes)")
    // Whoever sets the pace has let everybody in.
    let paces: Set<FindingCode> = [
      .nobodyWaited, .recoveredQuickly, .gatewayPaces, .sharedPace, .retriesCollide, .formulaPaces,
      .recoveredSlowly,
    ]
    let isBack = world.figure("recover.max") ?? 0 < .infinity
    complaints.expect(isBack || codes.isDisjoint(with: paces), "not all are back, \(codes)")
  },
]
