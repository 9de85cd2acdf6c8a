import GatewayModel
import Primitives
import VirtualTime
import Words

extension Field {
  /// `{workers: 16, time: 5ms}`, or a `rate` in place of one of the two; and its queue.
  func station(_ keys: StationKeys, over base: StationDescription) -> StationDescription? {
    let example = "{\(keys.servers.name): 16, time: 5ms} or {rate: 800/s}"
    guard let reader = mapping("a mapping such as \(example)") else { return nil }
    defer { reader.finish() }
    let station = servers(keys, over: base, reader)
    let queued = queue(keys.queue, of: station ?? base, reader)
    return station == nil ? nil : queued
  }

  /// The servers of a station and their time.
  private func servers(
    _ keys: StationKeys, over base: StationDescription, _ reader: MappingReader
  ) -> StationDescription? {
    let hasServers = reader.take(keys.servers) != nil
    let hasTime = reader.take(keys.time) != nil
    var station = base
    station.servers = reader.value(keys.servers, default: base.servers)
    station.time = reader.value(keys.time, default: base.time)
    guard let field = reader.take(keys.rate) else { return station }
    guard let rate = keys.rate.read(field) else { return nil }
    guard hasTime else { return field.time(keys, of: station, for: rate) }
    guard hasServers else { return field.servers(keys, of: station, for: rate) }
    field.problem(
      "\(keys.servers.name), time and rate together: the rate is \(keys.servers.name) / time, so "
        + "leave out one of the three")
    return nil
  }

  /// As many servers as a rate takes; a problem where that is not whole.
  private func servers(
    _ keys: StationKeys, of station: StationDescription, for rate: Double
  ) -> StationDescription? {
    let time = station.time
    let mean = time.mean.seconds
    let servers = rate * mean
    let whole = servers.rounded()
    if abs(servers - whole) <= time.mean.error * servers, (1...100_000).contains(whole) {
      var station = station
      station.servers = Int(whole)
      return station
    }
    guard mean > 0 else {
      problem("services that take no time have no rate: give \(keys.servers.name) and rate")
      return nil
    }
    let nearest = [servers.rounded(.down), servers.rounded(.up)].filter {
      (1...100_000).contains($0)
    }
    let rates = nearest.map { "\(numberText($0)) at \(rateText(rounded($0 / mean)))" }
    let hint = rates.isEmpty ? "1 to 100000" : rates.joined(separator: ", ")
    problem(
      "\(node.found) with a mean time of \(durationText(toNanosecond(mean))) takes "
        + "\(numberText(rounded(servers))) \(keys.servers.name), which must be whole: \(hint); or leave out the time and give \(keys.servers.name)",
      .fractionalServers)
    return nil
  }

  /// The same servers with a mean time that makes the rate.
  private func time(
    _ keys: StationKeys, of station: StationDescription, for rate: Double
  ) -> StationDescription? {
    guard let servers = station.servers else {
      problem("unlimited \(keys.servers.name) have no rate: say how many there are")
      return nil
    }
    let mean = Double(servers) / rate
    guard let time = station.time.scaled(toMean: mean) else {
      problem(
        "\(servers) \(keys.servers.name) at \(node.found) take \(numberText(rounded(mean))) s each, "
          + "which is out of range: 1ns to 1h")
      return nil
    }
    var scaled = station
    scaled.time = time
    return scaled
  }
}

private func toNanosecond(_ seconds: Double) -> Interval {
  Interval(nanoseconds: Int64((seconds * 1e9).rounded()))
}

/// To six digits, for messages.
private func rounded(_ number: Double) -> Double {
  guard number > 0, number.isFinite else { return number }
  var scale = 1.0
  while number * scale < 100_000 { scale *= 10 }
  return (number * scale).rounded() / scale
}

extension Distribution {
  /// Returns the same shape with another mean; nil where a parameter would leave 1 ns to 1 h. A
  /// distribution that takes no time becomes constant.
  fileprivate func scaled(toMean new: Double) -> Distribution? {
    let old = mean.seconds
    guard new >= 1e-9, new <= 3_600 else { return nil }
    guard old > 0 else { return .constant(toNanosecond(new)) }
    func scaled(_ interval: Interval) -> Interval { toNanosecond(interval.seconds * new / old) }
    return switch self {
    case .constant: .constant(toNanosecond(new))
    case .exponential: .exponential(mean: toNanosecond(new))
    case .uniform(let low, let high): .uniform(low: scaled(low), high: scaled(high))
    case .lognormal(let median, let sigma): .lognormal(median: scaled(median), sigma: sigma)
    case .foldedNormal(let mean, let deviation):
      .foldedNormal(mean: scaled(mean), deviation: scaled(deviation))
    }
  }

  /// Its mean, and the part of it by which that may be wrong.
  fileprivate var mean: (seconds: Double, error: Double) {
    switch self {
    case .constant(let span), .exponential(let span): (span.seconds, 1e-9)
    case .uniform(let low, let high): ((low.seconds + high.seconds) / 2, 1e-9)
    case .lognormal, .foldedNormal: (Sampler(self).meanSeconds, 1e-3)
    }
  }
}
