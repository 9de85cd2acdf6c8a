import Simulator

extension WorldProperty {
  /// Those that leave nothing to chance, so that they hold in any world, however small and however
  /// wild.
  static let ofAnyWorld = all.filter { !leftToChance.contains($0.name) } + balanceProperties

  static let leftToChance: Set<String> = [
    "nobody beats the bound", "a collapsed fleet is metastable",
  ]
}

/// What a station has taken in, it still has.
private let balanceProperties: [WorldProperty] = [
  WorldProperty("whoever came to a station waits, is served, is dropped or has left") {
    world, complaints in
    for (role, station) in world.run.gateway.stations {
      // A service begins when the waiting for it ends.
      let begun = station.wait.count
      let inService = begun - station.served
      let waiting = station.arrivals - begun - station.abandoned - station.dropped
      let servers = station.servers ?? .max
      complaints.expect(
        inService >= 0 && inService <= servers,
        "\(role): \(begun) services begun, \(station.served) served by \(servers) servers")
      complaints.expect(
        waiting >= 0 && waiting <= station.queuePeak,
        "\(role): \(waiting) of \(station.arrivals) wait at the end, at most \(station.queuePeak)")
    }
  },
  WorldProperty("no station is busier than its servers") { world, complaints in
    for (role, station) in world.run.gateway.stations {
      guard let share = station.utilisation(until: world.run.course.end) else { continue }
      complaints.expect(share >= 0 && share <= 1 + 1e-9, "\(role): busy for \(share) of the time")
    }
  },
]
