import Faults
import GatewayModel
import Metrics
import Primitives
import Simulator
import Systems
import Words

extension Scenario {
  /// Those about settings of the gateway, and of what is measured, that have no effect.
  package var gatewayWarnings: [Warning] {
    [limitFromProfile, unusedRejection, windowTooLong, slotsPastTimeout].compactMap { $0 }
      + slowByRate
      + unusedQueues
  }

  /// The narrowest stage comes from the profile while the file sets a wider one.
  private var limitFromProfile: Warning? {
    guard let narrowest = bottleneck, inherited.contains("gateway.\(narrowest.name)") else {
      return nil
    }
    let set = gateway.limitingStages.filter { setUpStages.contains($0.stage) }
      .filter { isFarWider($0, than: narrowest) }.map(\.name)
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

  /// Returns true if a stage is never felt beside another. At nearly the same rate its queue is
  /// felt, and a service as long as a client's patience keeps all clients out at any rate.
  private func isFarWider(_ stage: GatewayStage, than narrowest: GatewayStage) -> Bool {
    guard stage.perSecond >= 1.5 * narrowest.perSecond else { return false }
    guard let (station, _) = gateway.station(of: stage.stage) else { return true }
    let turningAway =
      stage.stage == .station(.handshake) && gateway.admission != .none
      ? gateway.rejection.cost.seconds : 0
    return station.time.meanSeconds < 1 && turningAway < 0.005
  }

  /// A low rate alone keeps the profile's many servers, and so makes each service long.
  private var slowByRate: [Warning] {
    let profile =
      GatewayProfiles.all.first { $0.profile == gateway.profile } ?? GatewayProfiles.default
    let stations = [
      (GatewayKeys.handshake, gateway.handshake, profile.handshake),
      (GatewayKeys.auth, gateway.auth, profile.auth),
      (GatewayKeys.ready, gateway.ready, profile.ready),
      (GatewayKeys.api, gateway.api, profile.api),
    ]
    return zip(stations, GatewayKeys.stations).compactMap { station, key in
      slowByRate("gateway.\(station.0.name)", station.1, station.2, key.1.servers.name)
    }
  }

  private func slowByRate(
    _ path: String, _ station: StationDescription, _ profile: StationDescription, _ noun: String
  ) -> Warning? {
    let (mean, usual) = (station.time.meanSeconds, profile.time.meanSeconds)
    guard inherited.contains("\(path).\(noun)"), inherited.contains("\(path).time"),
      let servers = station.servers, mean >= 0.5, mean >= 10 * usual
    else { return nil }
    let rate = Double(servers) / mean
    let few = Int(max(1, (rate * usual).rounded(.up)))
    return Warning(
      "slow-by-rate",
      "\(path): a rate alone keeps the profile's \(servers) \(noun), so each service takes "
        + "\(HumanText.duration(mean)) instead of \(HumanText.duration(usual)); for the same rate with "
        + "short services write {\(noun): \(few), rate: \(rateText((rate * 1e6).rounded() / 1e6))}")
  }

  private var unusedRejection: Warning? {
    guard gateway.admission == .none, !inherited.contains("gateway.rejection"),
      gateway.rejection != RejectionDescription(), !gateway.answersWithErrors
    else { return nil }
    return Warning(
      "rejection-unused",
      "gateway.rejection has no effect: admission is none, so nobody is turned away")
  }

  /// More slots than the narrowest station serves before clients give up.
  private var slotsPastTimeout: Warning? {
    let traits = clients.mix.compactMap {
      try? clients.configuration(of: $0, variant: nil).traits
    }
    guard case .slots(.fixed(let count), _) = gateway.admission,
      let room = SlotRoom(gateway, traits), Double(count * room.pools) > room.most
    else { return nil }
    let all = room.pools == 1 ? "" : " are \(HumanText.count(count * room.pools)) attempts at once"
    return Warning(
      "slots-exceed-timeout",
      "gateway.admission.concurrency: \(HumanText.count(count)) slots\(room.ofEach)\(all), and the "
        + "\(room.station.name) stage serves \(HumanText.number(room.most)) within the \(room.limit) of "
        + "\(HumanText.number(room.seconds)) s: in a storm it works for clients that have left; fewer than "
        + "\(HumanText.count(room.mostOfEach))\(room.ofEach) would fit")
  }

  /// Queues in which nobody ever waits, and answers to drops that there are not.
  private var unusedQueues: [Warning] {
    let stations: [(StationRole, StationDescription)] = [
      (.handshake, gateway.handshake), (.auth, gateway.auth), (.ready, gateway.ready),
      (.api, gateway.api),
    ]
    return stations.compactMap { role, station in
      unusedQueue(of: role, station).map { Warning("queue-unused", $0) }
    }
  }

  private func unusedQueue(of role: StationRole, _ station: StationDescription) -> String? {
    let path = "gateway.\(role.name)"
    let isStopped = faults.contains { $0.kind.stops(role) }
    let keys = station.queueParameters.map(\.key).filter { $0 != "slowdown" }
    if keys.isEmpty { return nil }
    if station.servers == nil && !isStopped {
      let subject = keys.map { "\(path).\($0)" }.joined(separator: ", ")
      return
        "\(subject) \(keys.count == 1 ? "has" : "have") no effect: the station has unlimited servers, so "
        + "nobody waits; give it servers or a rate"
    }
    let drops =
      station.queue.limit != nil || station.queue.deadline != nil
      || station.queue.discipline.mayDrop || role == .handshake && gateway.backlog != nil
    if keys == ["full"] && !drops {
      return
        "\(path).full has no effect: the station drops nothing; give it a queue, a deadline or codel"
    }
    return nil
  }

  private var windowTooLong: Warning? {
    let timeline = timeline
    guard !inherited.contains("metastable.window"), let clear = timeline.clear else { return nil }
    let left = .start + duration - clear
    guard metastableWindow > left else { return nil }
    return Warning(
      "window-too-long",
      "metastable.window of \(durationText(metastableWindow)) is longer than the "
        + "\(durationText(left)) between clear and the end of the run: a storm cannot be told")
  }
}

extension FaultKind {
  /// Returns true if it takes all servers away, also those of a station that has any number of them.
  fileprivate func stops(_ role: StationRole) -> Bool {
    if case .capacity(to: 0, let station) = self {
      station == nil || station == role
    } else {
      false
    }
  }
}
