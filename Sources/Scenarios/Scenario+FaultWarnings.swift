import Faults
import GatewayModel
import Primitives
import Simulator
import VirtualTime
import Words

extension Scenario {
  /// Those about faults that change nothing.
  package var faultWarnings: [Warning] {
    faults.indices.flatMap { number in
      [doubt(number), outlastsTheRun(number), loadOfFlapping(number)].compactMap { $0 }
    }
  }

  private func doubt(_ number: Int) -> Warning? {
    lateFault(number) ?? emptyScope(number) ?? changesNothing(number) ?? affectsNobody(number)
      ?? keepsConnections(number) ?? neverQuiet(number)
  }

  private func lateFault(_ number: Int) -> Warning? {
    let at = faults[number].at - .start
    guard at >= duration else { return nil }
    return Warning(
      "fault-after-end",
      "\(name(number)) never happens: it begins at \(durationText(at)), and the run ends at "
        + "\(durationText(duration)) at the latest")
  }

  private func emptyScope(_ number: Int) -> Warning? {
    guard case .share(0) = faults[number].scope else { return nil }
    return Warning(
      "scope-selects-nobody", "\(name(number)) is aimed at nobody: a share of 0%")
  }

  private func changesNothing(_ number: Int) -> Warning? {
    let fault = faults[number]
    let what: String
    if case .capacity(let to, let station) = fault.kind {
      guard let reason = keepsAll(to, station) else { return nil }
      what = reason
    } else if case .slow(let times, _) = fault.kind, times == 1 {
      what = "services take 1 times as long"
    } else if case .latency(let times, let add) = fault.kind, times == 1, add.isZero {
      what = "latency times 1 and nothing added"
    } else if case .loss(let law, _) = fault.kind, law.mean == 0 {
      what = "a loss of 0%"
    } else {
      return nil
    }
    return Warning("fault-changes-nothing", "\(name(number)) changes nothing: \(what)")
  }

  /// Why a capacity fault leaves every server; nil where it takes any.
  private func keepsAll(_ to: Double, _ station: StationRole?) -> String? {
    if to == 1 { return "a capacity of 100%" }
    let concerned = StationRole.allCases.filter { station == nil && $0 != .egress || station == $0 }
      .map { (name: $0, station: gateway[$0]) }
    guard concerned.allSatisfy({ $0.station.servers(at: to) == $0.station.servers }) else {
      return nil
    }
    let counts = concerned.map { part in
      let servers = part.station.servers.map { "\($0)" } ?? "unlimited servers"
      return "\(part.name.rawValue) has \(servers)"
    }
    return "\(shareText(to)) of the servers, rounded up to whole ones, are all of them ("
      + counts.joined(separator: ", ") + ")"
  }

  /// A warning on a gateway that is shut to new connections only, while all clients are connected and no
  /// connection is dropped.
  private func affectsNobody(_ number: Int) -> Warning? {
    guard clients.start == .connected, faults[number].isMetOnlyBySetUps,
      !faults.indices.contains(where: { mayCutBefore(theEndOf: number, $0) }),
      clients.mix.allSatisfy(isAtRest)
    else { return nil }
    let remedy =
      faults[number].shutsOutNewConnections
      ? "write drop: true if it is meant to"
      : "add a fault that does, such as {at: \(durationText(faults[number].at - .start)), for: 5s, "
        + "kind: restart}"
    return Warning(
      "fault-affects-nobody",
      "\(name(number)) affects nobody: the clients are connected when it begins, and nothing closes "
        + "their connections; \(remedy)")
  }

  /// Returns true if a fault may leave clients without a connection that then meet the shut gateway of
  /// fault `number`. Such a fault begins before that one's end, and closes connections or silences
  /// them.
  func mayCutBefore(theEndOf number: Int, _ other: Int) -> Bool {
    if faults[other].leavesConnections { return false }
    let end = timeline.end(of: number)
    return end.map { faults[other].at < $0 } ?? true
  }

  /// Returns true if the clients of a cohort ask nothing of the gateway by themselves while they
  /// are connected.
  func isAtRest(_ cohort: CohortDescription) -> Bool {
    clients.system(of: cohort).traits.restsWhenConnected
      && (cohort.behaviour ?? clients.behaviour).isEmpty
  }

  /// `faults.0 (outage)`.
  func name(_ number: Int) -> String { "faults.\(number) (\(faults[number].kind.name))" }
}

extension Fault {
  /// A shut gateway that new attempts meet and established connections do not.
  var shutsOutNewConnections: Bool {
    let effects = effects
    return effects.atBegin.isEmpty && effects.barrier.carriesPackets
      && (effects.barrier != .open || effects.downNodes != .none)
  }

  /// True if established connections do not notice it: its changes concern set-ups alone.
  fileprivate var isMetOnlyBySetUps: Bool {
    shutsOutNewConnections || !effects.disturbsConnections
  }

  /// True if it neither closes connections nor keeps heartbeats from getting through.
  fileprivate var leavesConnections: Bool {
    if isMetOnlyBySetUps { return true }
    // Slower heartbeats are still in time unless the latency comes near a timeout.
    if case .latency(let times, let add) = kind { return times <= 10 && add.isShort }
    return kind == .logout
  }
}

extension Distribution {
  /// True if hardly any heartbeat is late for it.
  fileprivate var isShort: Bool {
    if case .constant(let value) = self { return value <= .seconds(1) }
    return Sampler(self).longest <= .seconds(1)
  }
}
