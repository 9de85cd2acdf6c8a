import Scenarios
import Simulator
import Systems
import Words

/// The findings on the outcomes of the clients.
extension Evidence {
  static let fate =
    [
      "affected", "away_", "recover", "downtime", "gave_up", "in_error", "stuck", "still_trying",
      "idle", "relapsed", "metastable", "storm_", "lower_bound_s", "limited_by", "spread_needed_s",
      "clear_s", "end_s",
    ] + SessionSystem.all.flatMap(\.words.fate)

  var interrupted: Finding? {
    guard run.course.isTruncated else { return nil }
    return Finding(
      .interrupted, .main, [seconds("end_s", run.course.end.seconds)],
      "The run was interrupted after \(time(run.course.end.seconds)) of virtual time: the figures cover "
        + "only that.")
  }

  var outcomeFindings: [Finding] {
    if run.course.clear == nil { return [endlessFault].compactMap { $0 } + lost }
    return [nobodyAffected, metastable].compactMap { $0 } + lost
      + [unfinished, inertIncident, relapses, justAsked, weatherGoesOn].compactMap { $0 }
  }

  private var nobodyAffected: Finding? {
    guard run.recovery.affected == 0, !isBad else { return nil }
    let when = run.course.incidentBegin == nil ? "" : " while the faults lasted"
    return Finding(
      .nobodyAffected, .filler, figures("affected", "call_failures"), explains: Self.fate,
      "No client was without a connection\(when)"
        + (run.load.callFailures > 0 ? "; \(counted(run.load.callFailures, "call")) failed." : "."))
  }

  /// A fault whose end recovery is counted from lasts beyond the run.
  private var endlessFault: Finding? {
    let endless = timeline.counted.filter { number in
      timeline.end(of: number).map { $0 >= timeline.end } ?? true
    }
    let away = run.course.clients - run.recovery.outcomes.recovered
    let words = fleet.only?.words
    let what =
      away == 1
      ? words?.isDown ?? "has no connection" : words?.areDown ?? "have no connection"
    let name = endless.isEmpty ? "a fault" : named(endless)
    return Finding(
      .endlessFault, .main, [figure("away_at_the_end", away), figure("faults", endless.count)],
      explains: Self.fate,
      "There is no recovery to measure, as \(name) \(endless.count > 1 ? "do" : "does") not end "
        + "within the run"
        + (away == 0
          ? "; at the end nobody is without a connection."
          : ": \(clients(away)) of \(HumanText.count(run.course.clients)) \(what) at the end.")
        + (reach(endless).map { " \($0)" } ?? "") + (interruptions.map { " \($0)." } ?? ""))
  }

  /// The sentence on a run that is long enough for faults to end; nil where one of them never ends.
  private func reach(_ endless: [Int]) -> String? {
    let ends = endless.compactMap { scenario.faults[$0].end(nodes: scenario.gateway.nodes) }
    guard let last = ends.max(), ends.count == endless.count else { return nil }
    return "\(Scenario.enough(for: last)) is long enough to see the recovery."
  }

  // MARK: Clients that time alone does not bring back

  private var lost: [Finding] {
    var findings = [inError, gaveUp, stuck].compactMap { $0 }
    if findings.isEmpty || waiting > 0 || run.course.clear == nil { return findings }
    let back = run.recovery.recoveries.count
    if back > 0 {
      findings.append(
        Finding(
          .othersCameBack, .aside, [figure("came_back", back)], explains: ["recover"],
          "\(clients(back)) came back by themselves."))
      return findings
    }
    let others =
      run.recovery.affected - run.recovery.outcomes.inError - run.recovery.outcomes.gaveUp
      - run.recovery.outcomes.stuck
    if others > 0 {
      findings.append(
        Finding(
          .nobodyElseCameBack, .aside, [figure("others", others)], explains: ["recover"],
          "Nobody else came back."))
    }
    return findings
  }

  private var inError: Finding? {
    let count = run.recovery.outcomes.inError
    guard count > 0 else { return nil }
    let refusals = self.count("attempt_failures.auth")
    let sentence =
      fleet.sessions.contains { $0.words.error == .needsPerson }
      ? "\(clients(count)) ended in an error that only a person can clear"
        + (refusals > 0 ? ", after \(counted(refusals, "failed authentication"))." : ".")
      : "\(counted(count, "app")) \(count == 1 ? "was" : "were") killed and not opened again."
    return Finding(
      .inError, .main, [figure("in_error", count)] + figures("attempt_failures.auth"),
      explains: Self.fate, sentence)
  }

  private var gaveUp: Finding? {
    let count = run.recovery.outcomes.gaveUp
    guard count > 0 else { return nil }
    return Finding(
      .gaveUp, .main,
      [figure("gave_up", count)]
        + figures(
          Self.stoppedFormulas + SessionSystem.all.flatMap { $0.words.givesUp.map(\.metric) }),
      explains: Self.fate, "\(clients(count)) gave up: \(whyGivenUp).")
  }

  private static let stoppedFormulas = SessionSystem.all.filter(\.hasBackoff)
    .map { "\($0.name.rawValue).milestones.gaveUp" }

  /// A formula that stops, or rules that some systems have of their own.
  private var whyGivenUp: String {
    let stops = fleet.only?.words.stops ?? "the formula stops"
    let reasons = fleet.sessions.compactMap { system -> String? in
      let found = system.words.givesUp.filter { count($0.metric) > 0 }.map(\.why)
      if found.isEmpty { return nil }
      let place = fleet.only == nil ? "in the \(system.name.rawValue) " : ""
      return place + found.joined(separator: ", and ")
    }
    if reasons.isEmpty { return stops }
    let canStop = Self.stoppedFormulas.contains { count($0) > 0 }
    return (reasons + (canStop ? [stops] : [])).joined(separator: ", or ")
  }

  private var stuck: Finding? {
    let count = run.recovery.outcomes.stuck
    guard count > 0 else { return nil }
    return Finding(
      .stuck, .main, [figure("stuck", count)], explains: Self.fate,
      "\(clients(count)) \(count == 1 ? "is" : "are") stuck, with nothing pending that could "
        + "reconnect \(count == 1 ? "it" : "them").")
  }

  // MARK: Clients that were still trying when the run ended

  private var unfinished: Finding? {
    guard waiting > 0, !isMetastable, let clear else { return nil }
    let trying =
      "\(clients(waiting)) \(waiting == 1 ? "was" : "were") still trying when the run ended at "
      + "\(moment(run.course.end.seconds))"
    let lasting = faultsToTheEnd
    if !lasting.isEmpty {
      return Finding(
        .faultStillInForce, .main,
        [figure("waiting_clients", waiting), figure("faults", lasting.count)],
        explains: Self.fate, "\(trying), with \(named(lasting)) still in force.")
    }
    return progress(since: clear, trying)
  }

  /// How many came back in the last five minutes, and whether that made fewer wait.
  private func progress(since clear: Double, _ trying: String) -> Finding {
    let span = min(300, run.course.end.seconds - clear)
    let begin = max(0, Int((run.course.end.seconds - span).rounded(.up)))
    let end = max(begin, Int(run.course.end.seconds.rounded(.up)))
    let came = Int(facts.book.completed.sum(begin..<end))
    let before = begin < end ? facts.book.waiting(at: begin) : waiting
    let isProgress = came > 0 && waiting < before
    let figures = [
      figure("waiting_clients", waiting), figure("came_back", came), seconds("window_s", span),
      isProgress ? Finding.Figure("per_minute", Double(came) / span * 60, .ratio) : nil,
      figure("waiting_before", before),
    ]
    let last = "in the last \(time(span)) "
    let sentence =
      if isProgress {
        "\(trying); \(last)\(HumanText.count(came)) came back, "
          + "\(HumanText.number(Double(came) / span * 60)) a minute."
      } else if came > 0 {
        "\(trying); \(last)\(HumanText.count(came)) came back, and no fewer wait than before."
      } else {
        "\(trying); \(last)none came back."
      }
    return Finding(
      isProgress ? .unfinishedButProgressing : .unfinishedWithoutProgress, .main, figures,
      explains: Self.fate, sentence)
  }

  // MARK: Beside that

  /// Clear is the end of an incident that met no client, when all were back from an earlier one.
  /// Metrics that are counted from clear say nothing of the earlier incident.
  private var inertIncident: Finding? {
    let ends = timeline.counted.compactMap { number in
      timeline.end(of: number).map { (number: number, end: $0) }
    }
    guard clear != nil, run.recovery.affected > 0, run.recovery.affectedAway == 0,
      let last = ends.max(by: { $0.end < $1.end }),
      case let begin = scenario.faults[last.number].at,
      let earlier = ends.filter({ $0.end <= begin }).max(by: { $0.end < $1.end }),
      facts.book.waiting(at: Int(begin.seconds)) == 0
    else { return nil }
    return Finding(
      .inertIncident, .notable,
      [figure("fault", last.number), figure("earlier_fault", earlier.number)],
      explains: ["recover", "clear_s", "storm_", "lower_bound_s", "metastable"],
      "Clear is the end of \(named(last.number)), which met nobody: all were back from "
        + "\(named(earlier.number)) before it. To count from that one write recovery: {from: "
        + "[\(earlier.number)]}.")
  }

  private var relapses: Finding? {
    guard run.recovery.relapsed > 0, run.recovery.affected > 0, facts.recover != nil else {
      return nil
    }
    let isMany = Double(run.recovery.relapsed) >= 0.01 * Double(run.recovery.affected)
    return Finding(
      .relapses, isMany ? .notable : .aside, figures("relapsed", "recover_last.p99"),
      explains: ["relapsed", "recover_last", "downtime"],
      "\(clients(run.recovery.relapsed)) lost a connection again after \(run.recovery.relapsed == 1 ? "it was" : "they were") back."
    )
  }

  private var justAsked: Finding? {
    guard clear != nil, !isBad, asking > 0 else { return nil }
    return Finding(
      .justAsked, .notable, [figure("asking", asking)],
      explains: ["recover", "still_trying", "affected"],
      "\(clients(asking)) of those affected \(asking == 1 ? "has" : "have") no connection yet, as "
        + "\(asking == 1 ? "its user" : "their users") asked for one just before the end.")
  }

  /// A fault that recovery is not counted from lasts beyond the run, and no client waits.
  private var weatherGoesOn: Finding? {
    let lasting = faultsToTheEnd
    guard waiting == 0, !isMetastable, !lasting.isEmpty else { return nil }
    return Finding(
      .weatherGoesOn, .aside, [figure("faults", lasting.count)], explains: ["clear_s", "end_s"],
      "When the run ends, \(named(lasting)) \(lasting.count > 1 ? "are" : "is") still in force.")
  }
}
