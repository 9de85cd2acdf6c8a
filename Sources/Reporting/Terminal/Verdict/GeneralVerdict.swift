import Experiments
import Simulator

/// What is to be said of any fleet: how hard it hit, and what became of the clients.
struct GeneralVerdict {
  private let reading: RunReading
  private let summary: Summary
  private let run: RunResult
  private let outcomes: Outcomes
  private let fleet: FleetView

  init(_ reading: RunReading) {
    self.reading = reading
    summary = reading.summary
    run = reading.run
    outcomes = reading.run.outcomes
    fleet = reading.fleet
  }

  private func number(_ path: String) -> Double? { reading.number(path) }
  private func time(_ seconds: Double) -> String { reading.time(seconds) }
  private func clients(_ count: Int) -> String { reading.clients(count) }

  /// How hard it hit, where that was more than the gateway can take; nil otherwise.
  var storm: String? {
    guard let stage = summary.scenario.bottleneck,
      let peak = number("peak_arrivals_1s"), let at = number("peak_arrivals_1s_at_s"),
      peak > stage.perSecond + stage.burst
    else { return nil }
    let times = HumanText.number(peak / stage.perSecond)
    let what = stage.name == "admission" ? "admits" : "can take in (\(stage.name))"
    let moment = unbroken(HumanText.moment(at))
    // Without a pause in between, every refusal is the next knock.
    let cause =
      fleet.isOn("reconnectOnClose", of: .chatSocket)
      ? ": a closed chat socket tries again at once, and so does a refused one" : ""
    return "At \(moment) the clients knock \(times) times as fast as the gateway \(what)\(cause)."
  }

  /// What became of the clients, the most important sentence first.
  var outcome: [String] {
    if run.affected == 0 { return ["No client was without a connection."] }
    if run.clear == nil { return [endless] }
    if !lost.isEmpty { return lost }
    if summary.value(at: "metastable") == .boolean(true) { return [metastable] }
    if reading.waiting > 0 { return [unfinished] }
    return [recovery]
  }

  /// Whether clients are lost, or not back yet.
  var isBad: Bool {
    run.affected > 0 && (run.clear == nil || !lost.isEmpty || reading.waiting > 0)
  }

  private var endless: String {
    let away = run.clients - outcomes.recovered
    let what =
      fleet.isOnly(.appExtension)
      ? (away == 1 ? "is not active" : "are not active") : "have no connection"
    return "A fault never ends, so there is no recovery to measure: \(clients(away)) of "
      + "\(HumanText.count(run.clients)) \(what) at the end."
  }

  /// Clients that time alone will not bring back.
  private var lost: [String] {
    var parts: [String] = []
    if outcomes.inError > 0 { parts.append(inError) }
    if outcomes.gaveUp > 0 { parts.append("\(clients(outcomes.gaveUp)) gave up: \(whyGivenUp)") }
    if outcomes.stuck > 0 {
      parts.append(
        "\(clients(outcomes.stuck)) \(outcomes.stuck == 1 ? "is" : "are") stuck, with nothing "
          + "pending that could reconnect them")
    }
    if parts.isEmpty { return [] }
    let sentence = parts.joined(separator: "; ") + "."
    let back = run.recoveries.count
    if back > 0 { return [sentence, "\(clients(back)) came back by themselves."] }
    let others = run.affected - outcomes.inError - outcomes.gaveUp - outcomes.stuck
    return others > 0 ? [sentence, "Nobody else came back."] : [sentence]
  }

  /// Without Stoat clients these are killed apps.
  private var inError: String {
    if fleet.has(.stoat) {
      return "\(clients(outcomes.inError)) ended in an error that only a person can clear"
    }
    let verb = outcomes.inError == 1 ? "was" : "were"
    return "\(reading.counted(outcomes.inError, "app")) \(verb) killed and not opened "
      + "again"
  }

  /// A formula that stops is Stoat's, or an optimistic client's; a primer has rules of its own.
  private var whyGivenUp: String {
    let stops =
      fleet.isOnly(.optimistic)
      ? "the formula stops before a write succeeds" : "the formula stops before the way is clear"
    var reasons: [String] = []
    if reading.count("primer.milestones.errored") > 0 {
      reasons.append("a failed request is not tried again before the next launch")
    }
    if reading.count("primer.milestones.socketGaveUp") > 0 {
      reasons.append("a lost socket is tried only three times more")
    }
    if reasons.isEmpty { return stops }
    let primer =
      (fleet.isOnly(.primer) ? "" : "in the primer ") + reasons.joined(separator: ", and ")
    return canFormulaStop ? "\(primer), or \(stops)" : primer
  }

  private var canFormulaStop: Bool {
    reading.count("stoat.milestones.gaveUp") + reading.count("optimistic.milestones.gaveUp") > 0
  }

  private var metastable: String {
    "The storm keeps itself alive: long after the cause is gone the gateway is busy with attempts "
      + "that come to nothing, and \(clients(reading.waiting)) still have no connection."
  }

  private var unfinished: String {
    let trying = clients(reading.waiting)
    let verb = reading.waiting == 1 ? "was" : "were"
    if run.recoveries.isEmpty {
      return "Nobody was back when the run ended at \(time(run.end.seconds)): \(trying) \(verb) "
        + "still trying."
    }
    return "\(trying) \(verb) still trying when the run ended at \(time(run.end.seconds)): a "
      + "longer duration shows how long they take."
  }

  /// Where many had a connection before clear: the floor, which counts everyone affected, says
  /// nothing then.
  private func earlyReturns(p99: Double, last: Double) -> String? {
    let waited = run.recoveries.count { $0 > .zero }
    guard Double(waited) < 0.9 * Double(run.affected) else { return nil }
    let early = clients(run.affected - waited)
    return "\(early) of \(HumanText.count(run.affected)) affected had a connection when the cause "
      + "was gone; 99 % of all are back \(time(p99)) after that, the last client after \(time(last))"
      + "\(justAsked)."
  }

  /// Affected clients that rank last because their users asked for a connection just before the end.
  private var asking: Int { max(0, run.affected - run.recoveries.count) }

  private var justAsked: String {
    asking == 0 ? "" : "; for \(HumanText.count(asking)) more the user has only just asked again"
  }

  private var notMeasurable: String {
    if asking == 0 { return "Everybody is back." }
    return
      "Everybody is back but \(clients(asking)), whose users asked for a connection just before "
      + "the end."
  }

  /// All are back: what set the pace.
  private var recovery: String {
    guard let p99 = number("recover.p99"),
      let last = number("recover.max") ?? run.recoveries.max()?.seconds
    else { return notMeasurable }
    if last == 0 { return "Once the cause was gone, nobody had to wait any longer." }
    if let early = earlyReturns(p99: p99, last: last) { return early }
    let times = "\(unbroken("99 %")) are back after \(time(p99))"
    let floor = number("lower_bound_s") ?? 0
    let efficiency = number("storm_efficiency") ?? 0
    let pace = Pace(reading)
    if efficiency >= 0.8 {
      let stage = summary.scenario.bottleneck?.name ?? "network"
      let cause = stage == "admission" ? "admission" : "its \(stage) stage"
      return "The gateway sets the pace, not \(pace.rule): \(times), close to the \(time(floor)) "
        + "that \(cause) makes unavoidable."
    }
    let end = "the last client after \(time(last))\(justAsked)."
    if efficiency >= 0.5 && p99 > 5 {
      return "The gateway and \(pace.waiting) share the delay: \(times) where "
        + "\(time(floor)) would do, \(end)"
    }
    if p99 <= 5 { return "Recovery is quick: \(times), \(end)" }
    let bound = floor >= 0.01 ? " where \(time(floor)) would do" : ""
    let blame =
      pace.isOfRetries && (number("wasted_work_share") ?? 0) >= 0.2
      ? "Retries get in each other's way"
      : "\(pace.waiting.capitalisedFirst) sets the pace, not the gateway"
    return "\(blame): \(times)\(bound), \(end)"
  }
}

extension GeneralVerdict {
  /// The sentences for a fleet that is not Stoat's alone.
  var findings: [Finding] {
    var findings: [Finding] = []
    if let storm { findings.append(Finding(storm, reasonsOf: Self.load, .aside)) }
    if fleet.isOnly(.appExtension) && !isBad {
      findings.append(
        Finding("App and extension kept out of each other's way.", reasonsOf: [], .filler))
      return findings
    }
    // When all have written says more than when they were back.
    if fleet.isOnly(.optimistic) && !isBad { return findings }
    let fates = outcome
    let weight: Finding.Weight = run.affected == 0 ? .filler : .main
    findings.append(Finding(fates[0], reasonsOf: Self.fate, weight))
    findings += fates.dropFirst().map { Finding($0, reasonsOf: [], .aside) }
    return findings
  }

  /// What is said only where a promise about it was broken.
  var details: [Finding] {
    var findings: [Finding] = []
    if run.attempts > 0 {
      let failures = run.failures.filter { $0.count > 0 }
        .map { "\($0.reason) \(HumanText.count($0.count))" }
      let failed =
        failures.isEmpty
        ? ", and none failed" : "; failed for these reasons: \(failures.joined(separator: ", "))"
      findings.append(
        Finding(
          "The clients made \(reading.counted(run.attempts, "attempt"))\(failed).",
          reasonsOf: Self.load, .onDemand))
    }
    if run.calls > 0, let at = number("peak_calls_1s_at_s") {
      findings.append(
        Finding(
          "The clients made \(reading.counted(run.calls, "call")), "
            + "\(HumanText.count(reading.count("peak_calls_1s"))) of them in the second from "
            + "\(unbroken(HumanText.moment(at))); \(HumanText.count(run.callFailures)) failed.",
          reasonsOf: ["calls", "call_failures", "peak_calls", "stations.api"], .onDemand))
    }
    return findings
  }

  private static let fate = [
    "affected", "recover", "downtime", "gave_up", "in_error", "stuck", "still_trying", "idle",
    "metastable", "storm_efficiency", "lower_bound_s", "clear_s", "end_s", "stoat.",
  ]

  private static let load = [
    "attempt", "arrivals", "peak_", "dispersion", "spread", "same_instant_share", "wasted_work",
    "goodput", "queue_peak", "shed", "accept_overflow", "stations",
  ]
}

extension String {
  /// With a capital letter in front.
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
