import Metrics
import Primitives
import Scenarios
import Simulator
import Systems
import Words

/// How hard the clients hit, and what the listener and admission made of it.
extension Evidence {
  var loadFindings: [Finding] {
    [
      arrivalBurst, faultEndBurst, undrainedRestart, lockstep, backlogOverflow, turnedAway, idleBox,
      nameOutage, deadAddress, egressBound, herdOfHints, limitPastTheTimeout, pathInTheLimit,
    ].compactMap { $0 }
  }

  /// The peak is more than the narrowest stage of the set-up can take in one second.
  private var arrivalBurst: Finding? {
    guard let peak = number("peak_arrivals_1s"), let at = number("peak_arrivals_1s_at_s"),
      let stage = narrowest(inSecondFrom: at), peak > stage.perSecond + stage.burst
    else { return nil }
    let times = peak / stage.perSecond
    let what = stage.stage == .admission ? "admits" : "can take in (\(stage.name))"
    return Finding(
      .arrivalBurst, .aside,
      figures("peak_arrivals_1s", "peak_arrivals_1s_at_s") + [
        Finding.Figure("limit_per_s", stage.perSecond, .ratio),
        Finding.Figure("times", times, .ratio),
      ], explains: Finding.load,
      "At \(moment(at)) attempts arrive \(HumanText.number(times)) times as fast as the gateway "
        + "\(what).")
  }

  /// Clients that flap each at a phase of its own all come out at once where the flapping itself ends.
  private var faultEndBurst: Finding? {
    guard let peak = number("peak_arrivals_1s"), let at = number("peak_arrivals_1s_at_s") else {
      return nil
    }
    let ends = scenario.faults.indices.compactMap { number -> Double? in
      guard case .flapping(let target, _, _, together: false) = scenario.faults[number].kind,
        target != .gateway
      else { return nil }
      return timeline.end(of: number)?.seconds
    }
    guard let end = ends.first(where: { $0 - 1 < at && at <= $0 + Self.longestBurst }) else {
      return nil
    }
    let earlier = facts.arrivalsPerSecond.prefix(max(0, Int(end))).max().map(Int.init) ?? 0
    guard Int(peak) >= 2 * max(1, earlier) else { return nil }
    return Finding(
      .faultEndBurst, .notable,
      figures("peak_arrivals_1s", "peak_arrivals_1s_at_s") + [
        figure("peak_before_end", earlier), seconds("fault_end_s", end),
      ], explains: Finding.load,
      "The peak is the end of the flapping itself (\(moment(end))), when all that are in a down phase come out at "
        + "once; in the field such phases go on. Until then at most \(counted(earlier, "attempt")) arrived in a "
        + "second.")
  }

  /// Each node of a restart sends all of its clients away in one moment.
  private var undrainedRestart: Finding? {
    guard arrivalBurst != nil, let advice = scenario.drainAdvice,
      let at = number("peak_arrivals_1s_at_s"), let end = timeline.end(of: advice.fault)
    else { return nil }
    let begin = scenario.faults[advice.fault].at.seconds
    guard begin - 1 < at, at <= end.seconds + Self.longestBurst else { return nil }
    return Finding(
      .undrainedRestart, .notable, figures("peak_arrivals_1s", "peak_arrivals_1s_at_s"),
      explains: Finding.load + Self.fate,
      "Each restart drops all connections of its node at once. A drain closes them one after the other before it: "
        + "\(advice.options). \(advice.price)")
  }

  /// Seconds after the end of a fault in which its clients come.
  private static let longestBurst = 5.0

  /// The narrowest stage of the set-up with the faults in force in one second; as it is without
  /// them where they shut it. nil if no client that arrives passes any stage.
  private func narrowest(inSecondFrom second: Double) -> GatewayStage? {
    guard let usual = facts.bottleneck, scenario.hasSetUps else { return nil }
    let from = Instant.seconds(Int64(second))
    let rates = StageRates(experiment.plan, from: from)
    let left = scenario.gateway.limitingStages.compactMap { stage -> GatewayStage? in
      guard scenario.setUpStages.contains(stage.stage) else { return nil }
      let rate = rates.capacity(of: stage.stage, from: from, to: from + .seconds(1))
      return rate > 0 ? GatewayStage(stage: stage.stage, perSecond: rate, burst: stage.burst) : nil
    }
    return left.min { $0.perSecond < $1.perSecond } ?? usual
  }

  /// A full backlog dropped first packets.
  private var backlogOverflow: Finding? {
    guard run.gateway.acceptOverflow > 0 else { return nil }
    let isLarge = Double(run.gateway.acceptOverflow) >= 0.01 * Double(max(1, run.load.arrivals))
    let other = fleet.sessions.allSatisfy(\.hasBackoff) ? "the formula" : "the clients' own rules"
    return Finding(
      .backlogOverflow, isLarge ? .notable : .aside, figures("accept_overflow", "syn_repeats"),
      explains: Finding.load,
      "A full backlog dropped \(counted(run.gateway.acceptOverflow, "first packet")); "
        + "\(HumanText.count(run.load.synRepeats)) came again when the kernel's timer said so, not "
        + "\(other).")
  }

  /// After clear the gateway was why more attempts failed than became ready.
  private var turnedAway: Finding? {
    guard facts.metastability.cause != .rejection, let clear, run.recovery.affected > 0 else {
      return nil
    }
    let span =
      recovery ?? Int(clear)..<max(Int(clear) + 1, Int(run.course.end.seconds.rounded(.up)))
    let window = window(span)
    guard window.failedAtGateway >= max(1, run.course.clients / 100),
      window.failedAtGateway > window.succeeded
    else { return nil }
    let what =
      window.succeeded > 0
      ? "\(HumanText.number(Double(window.failedAtGateway) / Double(window.succeeded))) attempts "
        + "failed at the gateway for each that succeeded"
      : "\(counted(window.failedAtGateway, "attempt")) failed at the gateway and none succeeded"
    return Finding(
      .turnedAway, .aside,
      [
        figure("failed_at_gateway", window.failedAtGateway),
        figure("succeeded", window.succeeded), seconds("window_s", Double(span.count)),
      ], explains: ["shed", "attempt_failures", "accept_overflow", "wasted_work", "goodput"],
      "In the \(time(Double(span.count))) after clear \(what).")
  }

  /// The findings that are told only if a promise about them was broken.
  var details: [Finding] {
    var findings: [Finding] = []
    if run.load.attempts > 0 {
      let failures = run.load.failures.filter { $0.count > 0 }
        .map { "\($0.reason) \(HumanText.count($0.count))" }
      let failed =
        failures.isEmpty
        ? ", and none failed" : "; failed for these reasons: \(failures.joined(separator: ", "))"
      findings.append(
        Finding(
          .attemptsMade, .onDemand, figures("attempts", "attempts_per_client"),
          explains: Finding.load,
          "The clients made \(counted(run.load.attempts, "attempt"))\(failed)."))
    }
    if run.load.calls > 0, let at = number("peak_calls_1s_at_s") {
      findings.append(
        Finding(
          .callsMade, .onDemand,
          figures("calls", "call_failures", "peak_calls_1s", "peak_calls_1s_at_s"),
          explains: ["calls", "call_failures", "peak_calls", "stations.api"],
          "The clients made \(counted(run.load.calls, "call")), "
            + "\(HumanText.count(count("peak_calls_1s"))) of them in the second from "
            + "\(moment(at)); \(HumanText.count(run.load.callFailures)) failed."))
    }
    return findings
  }

  /// Promises about something that did not happen, or about clients that the fleet has none of.
  var missingFigures: [Finding] {
    summary.scenario.slo.compactMap { level in
      guard let metric = summary.metric(at: level.metric), metric.value == .undefined else {
        return nil
      }
      let why = summary.whyNoFigure(metric) ?? "there was nothing to measure it by"
      return Finding(
        .missingFigure, .onDemand, [], explains: [level.metric],
        "There is no \(level.metric): \(why).")
    }
  }
}
