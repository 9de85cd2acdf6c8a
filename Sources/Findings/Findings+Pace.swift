import Faults
import NetworkModel
import Primitives
import Scenarios
import Simulator
import Systems
import Words

/// How fast everybody was back, and what set the pace.
extension Evidence {
  var paceFindings: [Finding] {
    guard clear != nil, run.recovery.affected > 0 else { return [] }
    if mostWereBack { return [backBeforeClear, restCameBack].compactMap { $0 } }
    return isBad ? [] : [pace].compactMap { $0 }
  }

  /// A rolling restart: how long they were away says more than when they were back.
  private var backBeforeClear: Finding? {
    guard let p50 = number("downtime.p50"), let p99 = number("downtime.p99"),
      let longest = number("downtime.max")
    else { return nil }
    let early = run.recovery.affected - run.recovery.affectedAway
    let all = counted(run.recovery.affected, "affected client")
    let who = run.recovery.affectedAway == 0 ? "all \(all)" : "\(HumanText.count(early)) of \(all)"
    let each = run.interruptionsEach
    let often = each >= 1.005 ? " in \(HumanText.number(each)) interruptions a client" : ""
    let downtime =
      if let interruptions {
        "\(interruptions); in all (downtime, the sum) for "
          + "\(time(p50)) in the median and \(time(longest)) at most. At clear \(who) had a connection."
      } else {
        "The downtime is \(time(p50)) in the median, \(time(p99)) at the 99th percentile and "
          + "\(time(longest)) at most\(often): \(who) had a connection at clear."
      }
    return Finding(
      .backBeforeClear, .main,
      figures(
        "downtime.p50", "downtime.p99", "downtime.max", "affected", "interruption.p50",
        "interruption.p99", "interruptions_per_client"
      ) + [
        figure("back_before_clear", early)
      ], explains: Self.fate,
      downtime)
  }

  /// How often and for how long clients were away, without a full stop; nil where there are no more than two
  /// interruptions or so for each.
  var interruptions: String? {
    guard run.isInterruptedOften, let p50 = number("interruption.p50"),
      let p99 = number("interruption.p99")
    else { return nil }
    return
      "An affected client was away \(HumanText.number(run.interruptionsEach)) times in the mean: each time for "
      + "\(time(p50)) in the median and \(time(p99)) at the 99th percentile"
  }

  private var restCameBack: Finding? {
    guard !isBad, run.recovery.affectedAway > 0, let p99 = number("recover_away.p99"),
      let last = number("recover_away.max")
    else { return nil }
    let who =
      run.recovery.affectedAway == 1
      ? "The one that had none was back after \(time(last))."
      : last == 0
        ? "The \(HumanText.count(run.recovery.affectedAway)) that had none were back at once."
        : "Of the \(HumanText.count(run.recovery.affectedAway)) that had none, 99 % are back after "
          + "\(time(p99)), the last after \(time(last))."
    return Finding(
      .restCameBack, .notable, figures("recover_away.p99", "recover_away.max", "away_at_clear"),
      explains: ["recover", "away_at_clear"], who)
  }

  /// All are back: what set the pace.
  private var pace: Finding? {
    guard let p99 = number("recover.p99"),
      let last = number("recover.max") ?? run.recovery.recoveries.max()?.seconds
    else { return nil }
    let times = Times(
      p99: p99, last: last, floor: number("lower_bound_s"), efficiency: number("storm_efficiency"))
    if last == 0 {
      return found(.nobodyWaited, times, "Once the cause was gone, nobody had to wait any longer.")
    }
    let isOne = time(p99) == time(last)
    let back = "\(isOne ? "all" : "99 %") are back after \(time(p99))"
    if let floor = times.floor, let efficiency = times.efficiency, efficiency >= 0.8,
      case .word(let stage)? = summary.value(at: "limited_by"), stage != "network" || p99 > 5
    {
      let end =
        efficiency > 1.05
        ? "; with mean service times it would be \(time(floor))"
        : ", close to the \(time(floor)) that"
      return gatewayPaces(times, stage, back, end, isMean: efficiency > 1.05)
    }
    let end = isOne ? "." : ", the last client after \(time(last))."
    if run.course.incidentBegin == nil && scenario.faults.isEmpty {
      return found(
        .firstConnections, times,
        "No fault is in the plan: \(isOne ? "all" : "99 %") have their first connection after "
          + "\(time(p99))\(end)")
    }
    if p99 <= 5 {
      return found(.recoveredQuickly, times, "Recovery is quick: \(back)\(end)")
    }
    let bound = times.floor.flatMap { $0 >= 0.01 ? " where \(time($0)) would do" : nil } ?? ""
    if let efficiency = times.efficiency, efficiency >= 0.5 {
      return found(
        .sharedPace, times,
        "\(isOfName ? "The name of the service" : "The gateway") and \(Pace(self).waiting) share the delay: "
          + "\(back)\(bound)\(end)")
    }
    return slowPace(times, "\(back)\(bound)\(end)")
  }

  /// True if the bound is that of resolvers' caches.
  private var isOfName: Bool { summary.value(at: "limited_by") == .word("name") }

  private struct Times {
    var p99: Double
    var last: Double
    var floor: Double?
    var efficiency: Double?
  }

  private func found(
    _ code: FindingCode, _ times: Times, _ sentence: String, resting more: [Finding.Figure?] = []
  ) -> Finding {
    let paths = figures("recover.p99", "recover.max", "lower_bound_s", "storm_efficiency")
    return Finding(code, .main, paths + more, explains: Self.fate, sentence)
  }

  /// - Parameter isMean: the bound was beaten, because services happened to be short.
  private func gatewayPaces(
    _ times: Times, _ stage: String, _ back: String, _ bound: String, isMean: Bool
  ) -> Finding {
    let pace = Pace(self)
    let (what, cause) =
      switch stage {
      case "network": ("The way to the gateway", "it makes")
      case "name": ("The name of the service", "the caches of resolvers make")
      case "admission": ("The gateway", "admission makes")
      case _: ("The gateway", "its \(stage) stage makes")
      }
    return found(
      .gatewayPaces, times,
      "\(what) sets the pace, not \(pace.rule): \(back)\(bound)"
        + (isMean ? "." : " \(cause) unavoidable."))
  }

  /// Less than half as fast as possible: why is said only where something was measured that says so.
  private func slowPace(_ times: Times, _ back: String) -> Finding {
    guard let clear, let seconds = recovery else {
      return found(.recoveredSlowly, times, "Recovery is slow: \(back)")
    }
    let window = window(seconds)
    let lasting = hindrances(from: clear, to: clear + times.p99, window)
    if !lasting.isEmpty {
      return found(
        .faultDuringRecovery, times,
        "Recovery is slow, with \(named(lasting)) in force for most of it: \(back)",
        resting: [figure("faults", lasting.count)])
    }
    if let detection = detectionPaces(times, back) { return detection }
    if let collision = collision(window, times, back) { return collision }
    let use = [
      share("greatest_use", window.greatestUse),
      share("wasted_time_share", window.mostWasteful?.wastedTime ?? 0),
    ]
    let isIdle = window.greatestUse < 0.5 && window.mostWasteful.map { $0.wastedTime < 0.1 } ?? true
    if isIdle, (number("storm_after_clear_s") ?? 0) == 0 {
      return found(
        .formulaPaces, times,
        "\(Pace(self).waiting.capitalisedFirst) sets the pace, not the gateway: \(back)",
        resting: use)
    }
    return found(.recoveredSlowly, times, "Recovery is slow: \(back)", resting: use)
  }

  /// Faults in force for at least half of the time that are large enough to be felt: one at the
  /// gateway only where the gateway was busy.
  private func hindrances(from: Double, to: Double, _ window: WindowEvidence) -> [Int] {
    faultsInForce(after: from, before: to).filter { number in
      let fault = scenario.faults[number]
      let end = timeline.end(of: number).map(\.seconds) ?? .infinity
      let share = (min(end, to) - max(fault.at.seconds, from)) / (to - from)
      return share >= 0.5
        && (fault.isFelt(gatewayIsBusy: window.greatestUse >= 0.5)
          || fault.delaysAttempts(at: experiment.plan.cohorts.map(\.network.addresses)))
    }
  }

  /// Hardly any client had an attempt that failed, so no client waited between retries. Most of the
  /// time went by until the clients noticed.
  private func detectionPaces(_ times: Times, _ back: String) -> Finding? {
    let failed = run.load.failures.reduce(0) { $0 + $1.count }
    guard fleet.only?.traits.triesAgainAtOnce == true, 2 * failed < run.recovery.affectedAway,
      2 * run.load.detect.count > run.recovery.affected,
      let detect = number("detect.p99"), detect >= 0.5 * times.p99
    else { return nil }
    return found(
      .detectionPaces, times,
      "Noticing that the connection is gone sets the pace, not the gateway: that takes "
        + "\(time(detect)) at the 99th percentile; \(back)",
      resting: figures("detect.p99") + [figure("attempts_failed", failed)])
  }

  /// A station that was busy for nothing while others waited for it.
  private func collision(_ window: WindowEvidence, _ times: Times, _ back: String) -> Finding? {
    let queue = queuePeak(in: window.seconds)
    guard Pace(self).isOfRetries, queue > 0, let station = window.mostWasteful,
      station.wasted >= 0.2, station.utilisation >= 0.5,
      count("stations.\(station.name).queue_peak") > 0
    else { return nil }
    return found(
      .retriesCollide, times,
      "Retries get in each other's way: after clear \(percent(station.wasted)) of what the "
        + "\(station.name) stage did was for nothing, with up to \(HumanText.count(queue)) in a "
        + "queue. \(back.prefix(1).uppercased() + back.dropFirst())"
        + (lowerLimit(window).map { " \($0)" } ?? ""),
      resting: [
        share("wasted_share", station.wasted), share("utilisation", station.utilisation),
        figure("queue_peak_after_clear", queue),
      ])
  }
}

extension Fault {
  /// Returns true if the fault is large enough to slow a recovery down.
  fileprivate func isFelt(gatewayIsBusy: Bool) -> Bool {
    if case .share(let part) = scope, part < 0.05 { return false }
    let effects = effects
    if effects.isMomentary { return false }
    if let change = effects.stations, gatewayIsBusy {
      return change.slowness >= 1.1 || change.capacity <= 0.9
    }
    if let failure = effects.authFailure { return failure.probability >= 0.05 }
    return effects.barrier != .open || effects.downNodes != .none || effects.keepsAppsBehind
      || effects.latencyTimes >= 1.1 || effects.latencyAdd.meanSeconds >= 0.01
      || effects.loss.mean >= 0.01
  }
}

extension Fault {
  /// Returns true if it kills an address beside which some attempts try no other for a second or more.
  fileprivate func delaysAttempts(at addresses: [AddressPlan]) -> Bool {
    guard let killed = effects.killedAddress else { return false }
    return addresses.contains { plan in
      if !plan.areSeveral { return true }
      return killed.fate == .silent && plan.next.pause ?? .longest >= .seconds(1)
    }
  }
}

extension String {
  /// With a capital letter in front.
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
