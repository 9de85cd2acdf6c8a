import Measurements
import Primitives
import Simulator

/// Sums that must come out, whatever happened.
let countProperties: [WorldProperty] = [
  WorldProperty("every client has one outcome") { world, complaints in
    let names = ["recovered", "gave_up", "in_error", "stuck", "still_trying"]
    let counts = names.map { world.count($0) }
    complaints.expect(
      counts.reduce(0, +) == world.run.course.clients,
      "\(names) are \(counts): not \(world.run.course.clients) clients")
    complaints.expect(world, "idle", isAtMost: "recovered")
    for name in names + ["idle"] {
      let share = Double(world.count(name)) / Double(world.run.course.clients)
      complaints.expect(world.figure("\(name)_share") == share, "\(name)_share is not \(share)")
    }
  },
  WorldProperty("the affected are a part of the fleet") { world, complaints in
    let clients = world.run.course.clients
    for name in ["affected", "away_before", "away_at_clear"] {
      guard let count = world.figure(name) else { continue }
      complaints.expect(count >= 0 && count <= Double(clients), "\(name) is \(count) of \(clients)")
    }
    complaints.expect(world, "relapsed", isAtMost: "affected")
    complaints.expect(world, "downtime.count", isAtMost: "affected")
    complaints.expect(world, "downtime_censored", isAtMost: "downtime.count")
    complaints.expect(world, "recover_away.count", isAtMost: "away_at_clear")
    complaints.expect(world, "recover_away.count", isAtMost: "recover.count")
    complaints.expect(world, "recover_last.count", isAtMost: "recover.count")
    complaints.expect(world, "spread.clear.count", isAtMost: "away_at_clear")
    let trying = world.run.recovery.affectedTrying
    complaints.expect(
      trying <= min(world.run.recovery.affected, world.count("still_trying")),
      "\(trying) affected still try")
  },
  WorldProperty("who is back and who never is make the affected") { world, complaints in
    guard world.hasClear, let count = world.figure("recover.count") else { return }
    let affected = world.count("affected")
    complaints.expect(Int(count) <= affected, "\(count) back of \(affected)")
    guard affected > 0 else { return }
    for (rank, name) in zip(DistributionSummary.ranks, DistributionSummary.rankNames) {
      let place = nearestRank(rank, of: affected)
      let isNever = world.figure("recover.\(name)") == .infinity
      complaints.expect(
        isNever == (place > Int(count)), "recover.\(name): \(Int(count)) of \(affected) are back")
    }
  },
  WorldProperty("the cohorts make the whole") { world, complaints in
    let parts = world.run.cohorts
    if parts.isEmpty { return }
    func expect(_ name: String, _ whole: Int, _ part: (CohortResult) -> Int) {
      let sum = parts.reduce(0) { $0 + part($1) }
      complaints.expect(sum == whole, "\(name): the cohorts make \(sum), the whole is \(whole)")
    }
    expect("clients", world.run.course.clients) { $0.clients }
    expect("attempts", world.run.load.attempts) { $0.attempts }
    expect("recovered", world.run.recovery.outcomes.recovered) { $0.recovery.outcomes.recovered }
    expect("affected", world.run.recovery.affected) { $0.recovery.affected }
    if let away = world.run.course.atClear?.away {
      expect("away at clear", away) { $0.awayAtClear }
    }
    expect("back", world.run.recovery.recoveries.count) { $0.recovery.recoveries.count }
    expect("relapsed", world.run.recovery.relapsed) { $0.recovery.relapsed }
  },
  WorldProperty("wasted work and goodput are parts of one whole") { world, complaints in
    guard let wasted = world.figure("wasted_work_share") else { return }
    complaints.expect(world.figure("goodput_share") == 1 - wasted, "they do not sum to 1")
    let sums = world.run.gateway.work.map { work in
      (work.booked.microseconds.reduce(0, +), work.wasted.microseconds.reduce(0, +))
    }
    let booked = sums.reduce(0) { $0 + $1.0 } * 1_000
    let wastedSum = sums.reduce(0) { $0 + $1.1 } * 1_000
    complaints.expect(
      wastedSum == world.run.gateway.wastedWork.nanoseconds,
      "wasted by second: \(wastedSum) ns, in all \(world.run.gateway.wastedWork)")
    let settled =
      world.run.gateway.wastedWork.nanoseconds + world.run.gateway.usefulWork.nanoseconds
    complaints.expect(settled <= booked, "\(settled) ns were settled, \(booked) ns booked")
  },
]

/// What comes to the gateway, and what becomes of it.
let loadProperties: [WorldProperty] = [
  WorldProperty("attempts become arrivals, successes and failures") { world, complaints in
    let run = world.run
    let succeeded = run.load.perSecond.succeeded.counts.sum
    let failed = run.load.failures.reduce(0) { $0 + $1.count }
    complaints.expect(world, "arrivals", isAtMost: "attempts")
    complaints.expect(
      run.load.perSecond.attempts.counts.sum == run.load.attempts, "attempts by second")
    complaints.expect(run.load.perSecond.failed.counts.sum == failed, "failures by second")
    complaints.expect(
      succeeded + failed <= run.load.attempts,
      "\(succeeded) succeeded and \(failed) failed of \(run.load.attempts)")
    // Every client has at most one attempt under way.
    complaints.expect(
      succeeded + failed + run.course.clients >= run.load.attempts,
      "\(succeeded) succeeded and \(failed) failed of \(run.load.attempts): more is lost than clients"
    )
    complaints.expect(run.load.attemptsBeforeClear <= run.load.attempts, "attempts before clear")
    let atGateway = run.load.perSecond.failedAtGateway.counts.sum
    complaints.expect(atGateway <= failed, "\(atGateway) of \(failed) failed at the gateway")
    complaints.expect(world, "call_failures", isAtMost: "calls")
  },
  WorldProperty("what the listener does is a part of what arrives") { world, complaints in
    let packets = world.count("arrivals") + world.count("syn_repeats")
    let shed = world.count("shed")
    let overflow = world.count("accept_overflow")
    complaints.expect(shed + overflow <= packets, "\(shed) shed, \(overflow) dropped of \(packets)")
    // Those of the same attempt, beside its first: no system sends more than ten again to an address, of which there
    // are three at most.
    let repeats = world.count("syn_repeats")
    complaints.expect(repeats <= 32 * world.count("attempts"), "\(repeats) repeats")
    let handshakes = world.figure("stations.handshake.arrivals") ?? 0
    complaints.expect(
      handshakes <= Double(packets - overflow), "\(handshakes) of \(packets) taken in")
  },
  WorldProperty("what comes to a station is served, dropped, gone or there") { world, complaints in
    for (role, station) in world.run.gateway.stations {
      let gone = station.served + station.abandoned + station.dropped
      complaints.expect(
        gone <= station.arrivals, "\(role): \(gone) of \(station.arrivals) have left")
      let idle = station.arrivals == 0 && station.queuePeak > 0
      complaints.expect(!idle, "\(role): a queue of nobody")
      let mean = station.queueMean(until: world.run.course.end)
      complaints.expect(
        mean >= 0 && mean <= Double(station.queuePeak) + 1e-9,
        "\(role): \(mean) wait on average, at most \(station.queuePeak)")
    }
    complaints.expect(world, "stations.auth.arrivals", isAtMost: "attempts")
    complaints.expect(world, "stations.ready.arrivals", isAtMost: "attempts")
  },
  WorldProperty("a peak is at least its parts and at most their sum") { world, complaints in
    for name in ["peak_arrivals_100ms", "peak_arrivals_1s"] {
      let whole = world.count(name)
      let before = world.count("\(name)_before_clear")
      let after = world.figure("\(name)_after_clear").map { Int($0) } ?? 0
      complaints.expect(
        whole >= max(before, after) && whole <= before + after,
        "\(name) is \(whole): \(before) before clear, \(after) after it")
    }
    let tenth = world.count("peak_arrivals_100ms")
    let second = world.count("peak_arrivals_1s")
    complaints.expect(
      tenth <= second && second <= 10 * tenth, "\(tenth) in 100 ms, \(second) in 1 s")
    complaints.expect(world, "peak_arrivals_1s", isAtMost: "arrivals")
    complaints.expect(world, "peak_calls_1s", isAtMost: "calls")
    let sum = (world.run.load.arrivalsBeforeClear + world.run.load.arrivalsAfterClear).counts.sum
    complaints.expect(sum == world.run.load.arrivals, "arrivals by bin: \(sum)")
  },
]

extension [UInt32] {
  var sum: Int { reduce(0) { $0 + Int($1) } }
}
