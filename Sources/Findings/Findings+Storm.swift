import Metrics
import Primitives
import Simulator
import Systems
import Words

/// Storms that outlive their cause.
extension Evidence {
  var isMetastable: Bool { facts.metastability.isMetastable == true }

  /// The storm is there to the end, with what keeps it alive.
  var metastable: Finding? {
    guard isMetastable, let cause = facts.metastability.cause, let end = facts.book.endOfArrivals
    else { return nil }
    let length = Int(experiment.plan.metastableWindow.seconds.rounded(.up))
    let window = window(max(0, end - length)..<end)
    let left = max(waiting, run.recovery.affectedTrying)
    let came = window.cameBack == 0 ? "nobody" : clients(window.cameBack)
    let (code, name, what, figures) = cause.words(window, facts.book, self)
    return Finding(
      code, .main,
      [
        figure("waiting_clients", left), figure("came_back", window.cameBack),
        seconds("window_s", Double(length)),
      ] + figures + self.figures("storm_after_clear_s", "wasted_work_share")
        + (cause == .overload ? floodFigures(window) : []),
      explains: Self.fate + ["wasted_work", "goodput", "stations", "shed", "attempt"],
      "The storm outlives its cause (\(name)): in its last \(time(Double(length))) \(what), "
        + "\(came) came back, and \(clients(left)) still \(left == 1 ? "waits" : "wait")."
        + (cause == .overload ? remedy(window).map { " " + $0 } ?? "" : ""))
  }

  /// The storm lasted after clear, and ended.
  var stormOutlivedCause: Finding? {
    guard !isMetastable, let length = number("storm_after_clear_s"), length > 0 else { return nil }
    return Finding(
      .stormOutlivedCause, .notable, figures("storm_after_clear_s"),
      explains: ["storm_after_clear_s", "recover", "downtime", "wasted_work", "goodput"],
      "For \(time(length)) after clear the clients' own load kept most of them out.")
  }
}

extension Evidence {
  /// The storm becomes less by itself, so that this run cannot tell whether it lasts.
  var draining: Finding? {
    guard let drain = facts.metastability.drain, let end = facts.book.endOfArrivals else {
      return nil
    }
    let empty = Double(end) + drain.seconds
    let count = Int(drain.waiting.rounded())
    let (name, what, noun) =
      switch drain.kind {
      case .requests: ("queued", "less than the gateway can do, and its queues shrink", "request")
      case .clients: ("waiting", "less than the gateway can do, and some come back", "client")
      case .clientsUnderOverload:
        ("waiting", "more than the gateway can do, yet some come back", "client")
      }
    return Finding(
      .draining, .main, [figure(name, count), seconds("empty_at_s", empty)],
      explains: Self.fate + ["wasted_work", "stations"],
      "The clients offer \(what): \(HumanText.count(count)) "
        + "\(noun)\(count == 1 ? " waits" : "s wait"), and at this pace none will at \(moment(empty)). A longer run tells whether the storm ends then."
    )
  }
}

extension StormCause {
  typealias Words = (code: FindingCode, name: String, what: String, figures: [Finding.Figure?])

  fileprivate func words(
    _ window: WindowEvidence, _ book: StormBook, _ evidence: Evidence
  ) -> Words {
    switch self {
    case .lockstep:
      return evidence.outlivesInLockstep(window, book)
    case .overload:
      guard let station = window.mostWasteful else {
        return (.metastableOverload, "overload", "the gateway worked for nothing", [])
      }
      return (
        .metastableOverload, "overload",
        "\(evidence.percent(station.wasted)) of what the \(station.name) stage did was for nothing"
          + evidence.abandonedWork(at: station.name),
        [
          evidence.share("wasted_share", station.wasted),
          evidence.share("utilisation", station.utilisation),
        ]
      )
    case .rejection:
      let share = Double(window.failedAtGateway) / Double(max(1, window.failed))
      return (
        .metastableRejection, "rejection",
        "\(evidence.percent(share)) of the failed attempts failed at the gateway",
        [
          evidence.share("failed_at_gateway_share", share),
          evidence.figure("failed_at_gateway", window.failedAtGateway),
          evidence.figure("succeeded", window.succeeded),
        ]
      )
    }
  }
}

extension Evidence {
  /// Why a station works for nothing, where that is known.
  fileprivate func abandonedWork(at station: String) -> String {
    if station == StationRole.egress.name {
      return " (a payload is sent though its client has hung up)"
    }
    return experiment.scenario.gateway.abandonment == .work
      ? " (it serves clients that have hung up: abandonment is work)" : ""
  }

  fileprivate func floodFigures(_ window: WindowEvidence) -> [Finding.Figure?] {
    guard let flood = flood(window) else { return [] }
    return [
      figure("let_through_per_second", Int(flood.before.perSecond.rounded())),
      figure("served_per_second", Int(flood.own.rounded())),
    ]
  }
}
