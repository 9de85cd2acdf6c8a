import GatewayModel
import Metrics
import Primitives
import Scenarios
import Simulator
import Systems
import Words

/// The part of a limit of admission, and of its answer to those whom it turns away, in the storm.
extension Evidence {
  /// All who are turned away are asked to come back after the same time, and do.
  var herdOfHints: Finding? {
    guard scenario.asksToWait, case .constant(let hint)? = scenario.gateway.rejection.retryAfter,
      hint > .zero, experiment.policies.contains(where: \.formula.readsRetryAfter),
      let herd = facts.sameInstantShareOfRetries, herd.share >= 0.5
    else { return nil }
    return Finding(
      .herdOfHints, .notable,
      [
        share("same_instant_share_of_retries", herd.share),
        figure("attempt_number", herd.place + 1), seconds("retry_after_s", hint.seconds),
      ], explains: ["same_instant_share", "spread", "crowding", "peak_"],
      "The gateway asks all whom it turns away to come back after the same \(setting(hint.seconds)), and they do: "
        + "\(percent(herd.share)) of the \(ordinal(herd.place + 1)) came within 100 ms. "
        + "gateway.rejection.retryAfter={uniform: [0s, \(durationText(hint * 2))]} asks for as much on average, and "
        + "spreads them.")
  }

  /// More attempts were let in at once than the narrowest station serves before their clients give up.
  var limitPastTheTimeout: Finding? {
    let peak = run.gateway.slotsPeak
    guard let room = experiment.input.slotRoom, Double(peak) > room.most,
      count("attempt_failures.timeout") > 0, wastes(room.station)
    else { return nil }
    return Finding(
      .limitPastTheTimeout, .notable,
      [
        figure("slots_peak", peak), Finding.Figure("slots_in_time", room.most, .ratio),
        seconds("limit_s", room.seconds),
      ] + figures("attempt_failures.timeout"), explains: Finding.load + Self.fate,
      "Up to \(HumanText.count(peak)) attempts held a slot at once, and the \(room.station.name) stage serves "
        + "\(HumanText.number(room.most)) within the \(room.limit) of \(setting(room.seconds)): it worked for clients "
        + "that had left. Fewer than \(HumanText.count(room.mostOfEach)) slots\(room.ofEach) would fit."
    )
  }

  /// Returns true if a station has worked for attempts that came to nothing.
  private func wastes(_ stage: GatewayStage) -> Bool {
    zip(StationRole.allCases, run.gateway.work).contains { role, work in
      stage.stage == .station(role) && work.wasted.microseconds.contains { $0 > 0 }
    }
  }

  /// Vegas took the way to the clients for a queue.
  var pathInTheLimit: Finding? {
    guard case .slots(.vegas, _) = scenario.gateway.admission, let clear,
      let slots = run.load.perSecond.slots, let needed = experiment.input.slotsOnTheWay
    else { return nil }
    let seconds = recovery ?? Int(clear)..<max(Int(clear), slots.limit.counts.count)
    let limits = slots.limit.counts[clamped: seconds]
    guard let least = limits.min(), Double(least) < needed / 2 else { return nil }
    return Finding(
      .pathInTheLimit, .notable,
      [
        figure("least_limit", Int(least)), Finding.Figure("slots_needed", needed, .ratio),
      ], explains: Finding.load + Self.fate,
      "Vegas let the limit fall to \(counted(Int(least), "slot")) over all nodes, and the narrowest stage needs "
        + "\(HumanText.number(needed)) to be busy: a slot is held through the client's own round trips, and Vegas takes "
        + "a longer way for a queue. `gradient2`, or slots of a fixed number, would not.")
  }
}
