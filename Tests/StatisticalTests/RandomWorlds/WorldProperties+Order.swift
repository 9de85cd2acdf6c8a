import Findings
import Measurements
import Primitives
import Simulator
import Store
import Studies
import Text

/// What must not be above what.
let orderProperties: [WorldProperty] = [
  WorldProperty("percentiles rise") { world, complaints in
    let waits = world.run.gateway.stations.map { "stations.\($0.role.name).wait" }
    let distributions = ["recover", "recover_away", "recover_last", "downtime", "detect"] + waits
    for name in distributions {
      guard let ranks = world.ranks(name) else { continue }
      complaints.expect(ranks == ranks.sorted(), "\(name): \(ranks)")
      complaints.expect(ranks.allSatisfy { $0 >= 0 }, "\(name): \(ranks)")
      if let mean = world.figure("\(name).mean") {
        // A histogram keeps three digits.
        complaints.expect(mean >= 0 && mean <= ranks[5] * 1.001 + 1e-6, "\(name): mean \(mean)")
      }
    }
    for name in (1...12).map(String.init) + ["clear"] {
      let ranks = SpreadRank.allCases.compactMap { world.figure("spread.\(name).\($0)") }
      complaints.expect(ranks == ranks.sorted(), "spread.\(name): \(ranks)")
    }
    complaints.expect(world, "crowding_1s.p50", isAtMost: "crowding_1s.p95")
  },
  WorldProperty("the last connection comes no sooner than the first") { world, complaints in
    guard let first = world.ranks("recover"), let last = world.ranks("recover_last") else { return }
    for (a, b) in zip(first, last) { complaints.expect(a <= b, "recover \(first), last \(last)") }
  },
  WorldProperty("no time is longer than the run") { world, complaints in
    let end = world.figure("end_s") ?? .nan
    complaints.expect(end <= world.scenario.duration.seconds, "it ended at \(end) s")
    if let clear = world.figure("clear_s") {
      let rest = end - clear + 1e-6
      for name in ["recover", "recover_away", "recover_last"] {
        // Without faults the time runs from when a client first wanted a connection.
        guard !world.scenario.faults.isEmpty, let ranks = world.ranks(name) else { continue }
        let finite = ranks.filter { $0 < .infinity }
        complaints.expect(finite.allSatisfy { $0 <= rest }, "\(name) \(ranks) in \(rest) s")
      }
    }
    let downtime = world.figure("downtime.max") ?? 0
    complaints.expect(downtime <= end + 1e-6, "\(downtime) s of downtime in \(end) s")
    for name in ["peak_arrivals_100ms_at_s", "peak_arrivals_1s_at_s"] {
      complaints.expect(world, name, isAtMost: "end_s")
    }
  },
  WorldProperty("shares are shares, and nothing is below 0") { world, complaints in
    for metric in world.summary.metrics {
      guard let value = metric.value.number else { continue }
      complaints.expect(value >= 0, "\(metric.path) is \(value)")
      // Nothing clips the efficiency: it has a property of its own.
      guard metric.unit == .share, metric.path != "storm_efficiency" else { continue }
      complaints.expect(value <= 1 + 1e-9, "\(metric.path) is \(value)")
    }
  },
  WorldProperty("the gauges say what the counts say") { world, complaints in
    let run = world.run
    let connected = run.load.perSecond.connected.counts
    // A gauge is read at the end of its second, before anything happens at that moment.
    if let clear = run.course.clear, let away = world.figure("away_at_clear"), clear.isWholeSecond {
      let second = Int(clear.seconds) - 1
      let waiting = run.load.perSecond.waitingClients.counts.at(second)
      complaints.expect(Double(waiting) <= away, "\(waiting) wait at clear, \(away) are away")
      let up = second < 0 ? 0 : connected.at(second)
      complaints.expect(
        Double(up) + away <= Double(run.course.clients),
        "\(up) are connected at clear, \(away) away")
    }
    // A run that is settled may end at the very moment at which a fault gives sockets back.
    if run.course.end.isWholeSecond, run.course.end == .start + world.scenario.duration {
      let last = Int(connected.at(Int(run.course.end.seconds) - 1))
      let up = world.count("recovered") - world.count("idle")
      complaints.expect(last == up, "\(last) are connected at the end, \(up) by the outcomes")
    }
  },
  WorldProperty("a settled run leaves nobody trying") { world, complaints in
    guard world.scenario.untilSettled, let end = world.figure("end_s"),
      end < world.scenario.duration.seconds
    else { return }
    // Who has just asked for a connection of his own accord is no part of what settles.
    let trying = world.count("still_trying") - world.run.recovery.outcomes.connecting
    complaints.expect(trying == 0, "it ended at \(end) s, and \(trying) still try")
    complaints.expect(world.hasClear, "it ended at \(end) s, before clear")
  },
]

extension Instant {
  fileprivate var isWholeSecond: Bool { nanoseconds % 1_000_000_000 == 0 }
}

private enum SpreadRank: String, CaseIterable { case p5, p25, p50, p75, p95 }

/// What is undefined where.
let absenceProperties: [WorldProperty] = [
  WorldProperty("without a clear nothing is measured after it") { world, complaints in
    let afterClear = [
      "recover.count", "recover.p50", "recover.p99", "recover_away.p99", "recover_last.p99",
      "relapsed", "lower_bound_s", "storm_efficiency", "metastable", "metastable_cause",
      "storm_after_clear_s", "limited_by",
    ]
    let peaks = ["peak_arrivals_1s_after_clear", "peak_arrivals_100ms_after_clear"]
    for name in world.hasClear ? [] : afterClear + peaks {
      complaints.expect(world.isUndefined(name), "\(name) is \(world.figure(name) ?? .nan)")
    }
    for name in world.hasClear ? ["recover.count", "relapsed", "storm_after_clear_s"] + peaks : [] {
      complaints.expect(!world.isUndefined(name), "\(name) is undefined")
    }
  },
  WorldProperty("what needs a hundred clients has them") { world, complaints in
    let hasBound = world.figure("lower_bound_s") != nil
    complaints.expect(!hasBound || world.count("affected") >= 100, "a bound of few clients")
    let named = world.word("limited_by") != nil
    let isAbove = (world.figure("lower_bound_s") ?? 0) > 0
    complaints.expect(named == isAbove, "limited_by \(world.word("limited_by") ?? "null")")
    for name in (1...12).map(String.init) + ["clear"] {
      let count = world.count("spread.\(name).count")
      let effective = world.figure("spread.\(name).effective_s")
      complaints.expect(effective == nil || count >= 100, "spread.\(name) of \(count)")
      complaints.expect((effective ?? 1) > 0, "spread.\(name).effective_s \(effective ?? 0)")
    }
  },
  WorldProperty("efficiency is the bound over the time it took") { world, complaints in
    let bound = world.figure("lower_bound_s") ?? 0
    guard bound > 0, let p99 = world.figure("recover.p99"), p99 > 0 else {
      return complaints.expect(world.isUndefined("storm_efficiency"), "there is an efficiency")
    }
    let efficiency = world.figure("storm_efficiency") ?? .nan
    complaints.expect(abs(efficiency - bound / p99) <= 1e-9, "\(efficiency): \(bound) over \(p99)")
  },
]
