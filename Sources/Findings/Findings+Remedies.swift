import Foundation
import Metrics
import Scenarios
import Systems
import Words

/// Remedies against a stage that works for attempts which their clients have given up.
extension Evidence {
  /// The sentences on what would end an overload; nil where nothing is known.
  func remedy(_ window: WindowEvidence) -> String? {
    guard let limit = flood(window)?.sentence ?? limitBeforeHandshake(window),
      let narrowest = narrowestBehindAdmission
    else { return nil }
    // If all are in the queue at once, and nobody hangs up, none is served for nothing.
    let all = Double(run.recovery.affected) / narrowest.perSecond
    return limit
      + " Without one, a connectTimeout above \(time(all)) would do, the time for all that were affected."
  }

  /// The sentence on a limit that is too high, so that retries get in each other's way; nil where they kept nobody
  /// out for long. Then a lower limit may cost more time than the queue does.
  func lowerLimit(_ window: WindowEvidence) -> String? {
    guard let storm = number("storm_after_clear_s"), storm > 0 else { return nil }
    return flood(window)?.sentence
  }

  /// The sentence on handshakes that drown because nothing limits them; nil for any other overload.
  private func limitBeforeHandshake(_ window: WindowEvidence) -> String? {
    guard window.mostWasteful?.name == "handshake", let narrowest = narrowestBehindAdmission else {
      return nil
    }
    let gateway = experiment.scenario.gateway
    let rate =
      "the \(HumanText.number(narrowest.perSecond)) a second that come through over all nodes"
    if gateway.rejection.place != .beforeHandshake {
      return
        "An admission limit before the handshake would help, below \(rate): "
        + "\(Self.limit(below: narrowest.perSecond)) --set 'gateway.rejection={before: handshake}'. Behind the "
        + "handshake it would not."
    }
    let hasLimit = gateway.limitingStages.contains { $0.stage == .admission }
    return hasLimit
      ? nil
      : "An admission limit below \(rate) would keep its queue short: \(Self.limit(below: narrowest.perSecond))."
  }

  /// The stage behind admission that lets the fewest set-ups through.
  private var narrowestBehindAdmission: GatewayStage? {
    let passed = scenario.setUpStages
    return scenario.gateway.limitingStages.filter {
      $0.stage != .admission && passed.contains($0.stage)
    }
    .min { $0.perSecond < $1.perSecond }
  }

  /// Returns the narrowest of the stages before a station, if it lets as much through to the station
  /// as that can do, or more, and so fills its queue.
  func flood(
    _ window: WindowEvidence
  ) -> (before: GatewayStage, own: Double, sentence: String)? {
    let gateway = experiment.scenario.gateway
    let stages = gateway.limitingStages
    // Admission comes after the handshake unless it rejects before: then it cannot spare it anything.
    guard let station = window.mostWasteful?.name,
      station != "handshake" || gateway.rejection.place == .beforeHandshake,
      let place = stages.firstIndex(where: { $0.name == station }),
      let before = stages[..<place].min(by: { $0.perSecond < $1.perSecond })
    else { return nil }
    let own = stages[place].perSecond
    guard before.perSecond >= own else { return nil }
    // A limit between the station and a narrower stage behind it would only move the queue.
    let narrower = narrowestBehindAdmission.flatMap { $0.perSecond < own ? $0 : nil }
    let sentence =
      "The \(before.name) stage before it lets \(HumanText.number(before.perSecond)) a second through, "
      + "and it does \(HumanText.number(own))"
      + (narrower.map { ", the \($0.name) stage \(HumanText.number($0.perSecond))" } ?? "")
      + ". An admission limit below that over all nodes would keep its queue short: "
      + "\(Self.limit(below: narrower?.perSecond ?? own))."
    return (before, own, sentence)
  }

  /// The option that sets a limit over all nodes of nine tenths of a rate, in two digits.
  private static func limit(below perSecond: Double) -> String {
    let rate = 0.9 * perSecond
    let unit = pow(10, log10(rate).rounded(.down) - 1)
    return
      "--set 'gateway.admission={rate: \(rateText((rate / unit).rounded(.down) * unit)), per: gateway}'"
  }
}
