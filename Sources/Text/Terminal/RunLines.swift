import Simulator
import Systems
import Words

/// How hard it hit, with what the gateway can take.
func peakLines(_ reading: RunReading, _ width: Int) -> [String] {
  if reading.hasOnlyCalls {
    let calls = peak(reading, "peak_calls_1s", "calls in 1 s") ?? "no calls"
    return labelled("peak", [calls], width: width)
  }
  var items = [
    peak(reading, "peak_arrivals_1s", "in 1 s") ?? "no arrivals",
    peak(reading, "peak_arrivals_100ms", "in 100 ms"),
    peak(reading, "peak_arrivals_1s_after_clear", "in 1 s").map { "after clear " + $0 },
  ].compactMap { $0 }
  if let stage = reading.summary.scenario.bottleneck, reading.summary.scenario.hasSetUps {
    items.append("limit \(HumanText.number(stage.perSecond))/s (\(stage.name))")
  }
  return labelled("peak", items, width: width)
}

private func peak(_ reading: RunReading, _ name: String, _ what: String) -> String? {
  guard let value = reading.number(name), value > 0, let at = reading.number("\(name)_at_s")
  else { return nil }
  return "\(HumanText.count(Int(value))) \(what) at \(HumanText.moment(at))"
}

/// Returns the outcomes of the clients, and of their attempts and calls.
func outcomeLines(_ reading: RunReading, _ width: Int) -> [String] {
  let outcomes = reading.run.recovery.outcomes
  func part(_ count: Int, _ name: String) -> String {
    count > 0 ? " (\(name) \(HumanText.count(count)))" : ""
  }
  let items =
    [
      "recovered \(HumanText.count(outcomes.recovered))" + part(outcomes.idle, "idle"),
      "gave up \(HumanText.count(outcomes.gaveUp))",
      "in error \(HumanText.count(outcomes.inError))", "stuck \(HumanText.count(outcomes.stuck))",
      "still trying \(HumanText.count(outcomes.stillTrying))"
        + part(outcomes.connecting, "just begun"),
    ] + (reading.count("relapsed") > 0 ? ["relapsed \(reading.text("relapsed"))"] : [])
  return labelled("outcome", items, width: width) + attemptLines(reading, width)
    + callLines(reading, width)
}

private func attemptLines(_ reading: RunReading, _ width: Int) -> [String] {
  let run = reading.run
  if reading.hasOnlyCalls { return [] }
  let attempts =
    "\(HumanText.count(run.load.attempts)) (\(reading.text("attempts_per_client")) a client)"
  let failures = run.load.failures.filter { $0.count > 0 }
    .map { "\($0.reason) \(HumanText.count($0.count))" }
  let failed = failures.isEmpty ? [] : ["failed: " + failures[0]] + failures.dropFirst()
  return labelled("attempts", [attempts] + failed, width: width)
}

/// Returns the lines on calls, if clients live by calls, and calls are not a part of each
/// connection.
private func callLines(_ reading: RunReading, _ width: Int) -> [String] {
  let run = reading.run
  guard reading.fleet.sessions.contains(where: \.traits.livesByCalls), run.load.calls > 0 else {
    return []
  }
  let perClient = HumanText.number(Double(run.load.calls) / Double(max(1, run.course.clients)))
  return labelled(
    "calls",
    [
      "\(HumanText.count(run.load.calls)) (\(perClient) a client)",
      "failed \(HumanText.count(run.load.callFailures))",
    ], width: width)
}

/// Returns the use of the gateway, and how near the recovery came to what the gateway allows.
func gatewayLines(_ reading: RunReading, _ width: Int) -> [String] {
  let busiest = reading.run.gateway.stations.map(\.role.name)
    .compactMap { name -> (name: String, share: Double)? in
      reading.number("stations.\(name).utilisation").map { (name, $0) }
    }
    .max { $0.share < $1.share }
  let busy = busiest.map { ["busiest \($0.name) \(HumanText.share($0.share))"] } ?? []
  // Work is wasted on attempts that come to nothing.
  let wasted = reading.hasOnlyCalls ? [] : ["wasted work \(reading.text("wasted_work_share"))"]
  let items =
    busy + wasted + [
      "longest queue \(reading.text("queue_peak"))", "shed \(reading.text("shed"))",
      "overflow \(reading.text("accept_overflow"))",
    ]
  return labelled("gateway", items, width: width)
    + labelled("recovery", recoveryItems(reading), width: width)
}

private func recoveryItems(_ reading: RunReading) -> [String] {
  let clear = reading.number("clear_s").map { "clear at \(HumanText.moment($0))" }
  let bound = reading.number("lower_bound_s") ?? 0
  // If all could be back within a second, the share of that which a client took says nothing.
  let efficiency = bound >= 1 ? ["efficiency \(reading.text("storm_efficiency"))"] : []
  let floor =
    ["99 % back in \(reading.text("lower_bound_s")) at best"]
    + (reading.word("limited_by").map { ["limited by \($0)"] } ?? []) + efficiency
  let storm =
    (reading.number("storm_after_clear_s") ?? 0) > 0
    ? ["storm after clear \(reading.text("storm_after_clear_s"))"] : []
  // A bound of 0 says nothing.
  return [clear ?? "never clear"] + (bound > 0 ? floor : [])
    + ["metastable \(metastableText(reading))"] + storm
}

private func metastableText(_ reading: RunReading) -> String {
  guard case .boolean(let truth)? = reading.summary.value(at: "metastable") else { return "-" }
  let cause = reading.word("metastable_cause").map { " (\($0))" } ?? ""
  return truth ? "yes\(cause)" : "no"
}
