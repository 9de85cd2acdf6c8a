import GatewayModel
import Primitives
import RealModule
import Simulator
import VirtualTime

/// Clear, the bound, and whether a storm outlives its cause.
let stormProperties: [WorldProperty] = [
  WorldProperty("clear is the end of the last incident") { world, complaints in
    let clear = ClearOracle(world.scenario).clear
    complaints.expect(
      world.run.course.clear == clear,
      "\(world.run.course.clear?.description ?? "none"), not \(clear?.description ?? "none")")
  },
  WorldProperty("nobody beats the bound") { world, complaints in
    guard let efficiency = world.figure("storm_efficiency"), let stand = world.run.course.atClear,
      let name = world.word("limited_by")
    else { return }
    var error = 0.0
    if let stage = SetUpStage.allCases.first(where: { $0.name == name }),
      let station = world.scenario.gateway.station(at: stage)
    {
      let needed = stand.before[stage.index] - world.run.recovery.affected / 100
      // Of the sum of as many service times as are needed, relative to it.
      error = ServiceTime(station.time).variation / Double(max(1, needed)).squareRoot()
    }
    complaints.expect(
      efficiency <= 1 + 3 * error + 1e-6,
      "storm_efficiency \(efficiency), of at most \(1 + 3 * error), limited by \(name)")
  },
  WorldProperty("storms are counted in minutes after clear") { world, complaints in
    guard let storm = world.figure("storm_after_clear_s"), let clear = world.run.course.clear else {
      return
    }
    let rest = (world.run.course.end - clear).seconds
    complaints.expect(storm.truncatingRemainder(dividingBy: 60) == 0, "\(storm) s")
    complaints.expect(storm <= rest, "\(storm) s of storm in \(rest) s")
  },
  WorldProperty("a cause belongs to a metastable storm") { world, complaints in
    let hasCause = world.word("metastable_cause") != nil
    complaints.expect(hasCause == (world.truth("metastable") == true), "\(hasCause)")
  },
  WorldProperty("a collapsed fleet is metastable") { world, complaints in
    let criterion = CollapseCriterion(world)
    guard criterion.hasCollapsed, criterion.isOfTheAffected else { return }
    let metastable = world.truth("metastable")
    if metastable == nil, !CollapseCriterion.isWindowAfterClear(world) { return }
    // A dead queue that only drains ends by itself: ten times as much time shows it. Of clients that come back at a
    // pace that leaves nobody after twenty times as long, half are back then, or nearly.
    if let draining = world.summary.findings.first(where: { $0.code == .draining }) {
      guard let long = try? WorldRun(world, longer: 10) else { return }
      if draining.figures.contains(where: { $0.name == "queued" }) {
        return complaints.expect(
          long.truth("metastable") == false, "draining, and not over in ten times as long")
      }
      let (now, then) = (world.count("still_trying"), long.count("still_trying"))
      return complaints.expect(
        4 * then <= 3 * now, "draining, and of \(now) still \(then) try in ten times as long")
    }
    complaints.expect(
      metastable == true,
      "metastable is \(metastable.map { "\($0)" } ?? "null"); \(criterion.evidence)")
  },
  WorldProperty("a fleet that is back is not metastable") { world, complaints in
    guard world.hasClear, world.count("still_trying") == 0 else { return }
    let metastable = world.truth("metastable")
    complaints.expect(
      metastable == false, "metastable is \(metastable.map { "\($0)" } ?? "null")")
  },
]

extension GatewayDescription {
  /// nil for admission, which is no station.
  func station(at stage: SetUpStage) -> StationDescription? {
    switch stage {
    case .admission: nil
    case .station(let role): self[role]
    }
  }
}

/// Mean and coefficient of variation of a service time, from the textbook.
struct ServiceTime {
  let mean: Double
  let variation: Double

  init(_ time: Distribution) {
    switch time {
    case .constant(let value): (mean, variation) = (value.seconds, 0)
    case .uniform(let low, let high):
      mean = (low.seconds + high.seconds) / 2
      variation = mean > 0 ? (high - low).seconds / 12.0.squareRoot() / mean : 0
    case .exponential(let value): (mean, variation) = (value.seconds, 1)
    case .lognormal(let median, let sigma):
      mean = median.seconds * Double.exp(sigma * sigma / 2)
      variation = (Double.exp(sigma * sigma) - 1).squareRoot()
    case .foldedNormal(let center, let deviation):
      // Where next to nothing is folded.
      mean = center.seconds
      variation = center > .zero ? deviation.seconds / center.seconds : 0
    }
  }
}
