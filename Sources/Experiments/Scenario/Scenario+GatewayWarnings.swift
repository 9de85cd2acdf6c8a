import Faults
import GatewayModel
import Primitives
import Simulator

extension Scenario {
  /// Those about settings of the gateway, and of what is measured, that have no effect.
  public var gatewayWarnings: [Warning] {
    [limitFromProfile, unusedRejection, windowTooLong].compactMap { $0 }
  }

  /// The narrowest stage comes from the profile while the file sets a wider one.
  private var limitFromProfile: Warning? {
    guard let narrowest = bottleneck, inherited.contains("gateway.\(narrowest.name)") else {
      return nil
    }
    let set = gateway.limitingStages.filter { setUpStages.contains($0.stage) }.map(\.name)
      .filter { !inherited.contains("gateway.\($0)") }
    guard !set.isEmpty else { return nil }
    let names = set.map { "gateway.\($0)" }.joined(separator: ", ")
    let rate = HumanText.number(narrowest.perSecond)
    let remedy =
      narrowest.stage == .admission
      ? "; gateway.admission: none turns it off" : "; set gateway.\(narrowest.name) as well"
    return Warning(
      "limit-from-profile",
      "\(names) \(set.count == 1 ? "does" : "do") not limit the set-up: the \(narrowest.name) of the "
        + "profile '\(gateway.profile)' lets only \(rate)/s through\(remedy)")
  }

  private var unusedRejection: Warning? {
    guard gateway.admission == .none, !inherited.contains("gateway.rejection"),
      gateway.rejection != RejectionDescription()
    else { return nil }
    return Warning(
      "rejection-unused",
      "gateway.rejection has no effect: admission is none, so nobody is turned away")
  }

  private var windowTooLong: Warning? {
    let timeline = FaultTimeline(
      faults, nodes: gateway.nodes, end: .start + duration, recoveryFrom: recoveryFrom)
    guard !inherited.contains("metastable.window"), let clear = timeline.clear else { return nil }
    let left = .start + duration - clear
    guard metastableWindow > left else { return nil }
    return Warning(
      "window-too-long",
      "metastable.window of \(durationText(metastableWindow)) is longer than the "
        + "\(durationText(left)) between clear and the end of the run: a storm cannot be told")
  }
}
