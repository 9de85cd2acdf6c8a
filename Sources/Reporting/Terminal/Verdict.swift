import Experiments
import Simulator

/// What happened, in one or two plain sentences.
func verdict(_ summary: Summary) -> String {
  let facts = VerdictFacts(summary)
  if summary.run.isTruncated {
    let end = unbroken(HumanText.duration(summary.run.end.seconds))
    return "The run was interrupted after \(end) of virtual time: the figures cover only that."
  }
  return [facts.storm, facts.outcome].compactMap { $0 }.joined(separator: " ")
}

private struct VerdictFacts {
  let summary: Summary
  let run: RunResult
  let outcomes: Outcomes

  init(_ summary: Summary) {
    self.summary = summary
    run = summary.run
    outcomes = run.outcomes
  }

  private func number(_ path: String) -> Double? { summary.value(at: path)?.number }
  private func time(_ seconds: Double) -> String { unbroken(HumanText.duration(seconds)) }

  /// `1 client`, `12 clients`.
  private func clients(_ count: Int) -> String {
    unbroken("\(HumanText.count(count)) client\(count == 1 ? "" : "s")")
  }

  /// How hard it hit, where that was more than the gateway can take; nil otherwise.
  var storm: String? {
    guard let stage = summary.scenario.gateway.bottleneck,
      let peak = number("peak_arrivals_1s"), let at = number("peak_arrivals_1s_at_s"),
      peak > stage.perSecond + stage.burst
    else { return nil }
    let times = HumanText.number(peak / stage.perSecond)
    let what = stage.name == "admission" ? "admits" : "can take in (\(stage.name))"
    let moment = unbroken(HumanText.moment(at))
    return "At \(moment) the clients knock \(times) times as fast as the gateway \(what)."
  }

  /// What became of the clients.
  var outcome: String {
    if run.affected == 0 { return "No client was without a connection." }
    if run.clear == nil { return endless }
    if let lost { return lost }
    if summary.value(at: "metastable") == .boolean(true) { return metastable }
    if outcomes.stillTrying > 0 { return unfinished }
    return recovery
  }

  private var endless: String {
    let away = run.clients - outcomes.recovered
    return "A fault never ends, so there is no recovery to measure: \(clients(away)) of "
      + "\(HumanText.count(run.clients)) have no connection at the end."
  }

  /// Clients that time alone will not bring back.
  private var lost: String? {
    var parts: [String] = []
    if outcomes.inError > 0 {
      parts.append(
        "\(clients(outcomes.inError)) ended in an error that only a person can clear")
    }
    if outcomes.gaveUp > 0 {
      parts.append("\(clients(outcomes.gaveUp)) gave up: the formula stops before the way is clear")
    }
    if outcomes.stuck > 0 {
      parts.append(
        "\(clients(outcomes.stuck)) \(outcomes.stuck == 1 ? "is" : "are") stuck, with nothing "
          + "pending that could reconnect them")
    }
    if parts.isEmpty { return nil }
    let sentence = parts.joined(separator: "; ") + "."
    let back = run.recoveries.count
    if back > 0 { return sentence + " \(clients(back)) came back by themselves." }
    let others = run.affected - outcomes.inError - outcomes.gaveUp - outcomes.stuck
    return others > 0 ? sentence + " Nobody else came back." : sentence
  }

  private var metastable: String {
    "The storm keeps itself alive: long after the cause is gone the gateway is busy with attempts "
      + "that come to nothing, and \(clients(outcomes.stillTrying)) still have no connection."
  }

  private var unfinished: String {
    let trying = clients(outcomes.stillTrying)
    let verb = outcomes.stillTrying == 1 ? "was" : "were"
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
      + "was gone; 99 % of all are back \(time(p99)) after that, the last client after \(time(last))."
  }

  /// All are back: what set the pace.
  private var recovery: String {
    guard let p99 = number("recover.p99"), let last = number("recover.max") else {
      return "Everybody is back."
    }
    if last == 0 { return "Once the cause was gone, nobody had to wait any longer." }
    if let early = earlyReturns(p99: p99, last: last) { return early }
    let times = "\(unbroken("99 %")) are back after \(time(p99))"
    let floor = number("lower_bound_s") ?? 0
    let efficiency = number("storm_efficiency") ?? 0
    if efficiency >= 0.8 {
      let stage = summary.scenario.gateway.bottleneck?.name ?? "network"
      let cause = stage == "admission" ? "admission" : "its \(stage) stage"
      return "The gateway sets the pace, not the formula: \(times), close to the \(time(floor)) "
        + "that \(cause) makes unavoidable."
    }
    let end = "the last client after \(time(last))."
    if efficiency >= 0.5 && p99 > 5 {
      return "The gateway and the waiting between retries share the delay: \(times) where "
        + "\(time(floor)) would do, \(end)"
    }
    if p99 <= 5 { return "Recovery is quick: \(times), \(end)" }
    let bound = floor >= 0.01 ? " where \(time(floor)) would do" : ""
    let blame =
      (number("wasted_work_share") ?? 0) >= 0.2
      ? "Retries get in each other's way"
      : "The waiting between retries sets the pace, not the gateway"
    return "\(blame): \(times)\(bound), \(end)"
  }
}
