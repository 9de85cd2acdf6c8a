import NetworkModel
import Primitives
import VirtualTime
import Words

extension Field {
  /// `20ms`, `{median, sigma}`, `{uniform: [a, b]}`, `{exponential: m}` or `{foldedNormal: [m, s]}`.
  ///
  /// Each parameter at most one hour. Sigma at most 2.5: beyond that, mean and second moment rest on
  /// draws that hardly any run sees.
  func distribution() -> Distribution? {
    guard isMapping else { return constant() }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    return distribution(reader)
  }

  /// A distribution, or a file of round-trip times. A lognormal also has `own`, the share of the spread that lies
  /// between clients; each has `min`, which is added to every draw.
  func latency(_ files: NamedFiles) -> Latency? {
    guard isMapping else { return constant().map { Latency($0) } }
    guard let reader = mapping() else { return nil }
    defer { reader.finish() }
    let others = reader.given(shapeNames + [DistributionKeys.own.name])
    let csv = reader.take(DistributionKeys.csv)
    var latency = csv.map { $0.measured(beside: others, files) } ?? latency(reader)
    let least = reader.value(DistributionKeys.min, default: .zero)
    latency?.least = least
    return latency
  }

  /// - Parameter others: keys beside it, but for `min`.
  private func measured(beside others: [String], _ files: NamedFiles) -> Latency? {
    guard others.isEmpty else {
      let isOwn = others == [DistributionKeys.own.name]
      problem(
        "the file has all of the spread: leave out \(others.joined(separator: " and ")), or csv"
          + (isOwn ? "; a column client tells clients apart" : ""))
      return nil
    }
    return files.roundTrips(self).map { Latency($0.times) }
  }

  private func latency(_ reader: MappingReader) -> Latency? {
    let distribution = distribution(reader)
    guard let field = reader.take(DistributionKeys.own) else {
      return distribution.map { Latency($0) }
    }
    let own = DistributionKeys.own.read(field)
    guard let distribution, let own else { return nil }
    guard case .lognormal(let median, let sigma) = distribution else {
      field.problem("only of a median and a sigma: {median: 50ms, sigma: 0.5, own: 50%}")
      return nil
    }
    return .lognormal(median: median, sigma: sigma, own: own)
  }

  private func constant() -> Distribution? {
    guard case .scalar = node.value, !node.isAbsent else {
      problem("expected a duration or a distribution, found \(node.found); \(distributionForms)")
      return nil
    }
    // Here milliseconds are meant more often than seconds.
    if case .scalar(let text, _) = node.value, let bare = Quantity(trimmedBlanks(text)),
      bare.unit.isEmpty, bare.value != 0
    {
      problem("\(bare.text) has no unit: did you mean \(bare.text)ms, or \(bare.text)s?")
      return nil
    }
    return duration(parameterRange).map { .constant($0) }
  }

  private func distribution(_ reader: MappingReader) -> Distribution? {
    let shapes = reader.given(shapeNames)
    guard shapes == ["median", "sigma"] || shapes.count == 1, let shape = shapes.first else {
      problem(shapes.isEmpty ? "no distribution; \(distributionForms)" : "\(several(shapes))")
      return nil
    }
    switch shape {
    case DistributionKeys.uniform.name: return uniform(reader)
    case DistributionKeys.exponential.name:
      return reader.read(DistributionKeys.exponential).map { .exponential(mean: $0) }
    case DistributionKeys.foldedNormal.name:
      guard let (mean, deviation) = reader.take(DistributionKeys.foldedNormal)?.pair() else {
        return nil
      }
      return .foldedNormal(mean: mean, deviation: deviation)
    default: return lognormal(reader)
    }
  }

  private func several(_ shapes: [String]) -> String {
    "one distribution at a time, found \(shapes.joined(separator: ", ")); \(distributionForms)"
  }

  private func lognormal(_ reader: MappingReader) -> Distribution? {
    let median = reader.required(DistributionKeys.median, "a duration such as 50ms")
    let sigma = reader.required(DistributionKeys.sigma, "a number such as 0.5")
    guard let median, let sigma else { return nil }
    return .lognormal(median: median, sigma: sigma)
  }

  private func uniform(_ reader: MappingReader) -> Distribution? {
    guard let field = reader.take(DistributionKeys.uniform), let (low, high) = field.pair() else {
      return nil
    }
    guard low <= high else {
      field.problem(
        "the lower end \(durationText(low)) is above the upper end \(durationText(high))")
      return nil
    }
    return .uniform(low: low, high: high)
  }

  /// A list of two durations.
  private func pair() -> (Interval, Interval)? {
    guard let items = list("two durations") else { return nil }
    guard items.count == 2 else {
      problem("expected two durations, found \(items.count)")
      return nil
    }
    let first = items[0].duration(parameterRange)
    let second = items[1].duration(parameterRange)
    guard let first, let second else { return nil }
    return (first, second)
  }
}

private let parameterRange: ClosedRange<Interval> = .zero ... .hours(1)

private let shapeNames =
  DistributionKeys.group.keys.map(\.name).filter { !DistributionKeys.ofLatency.contains($0) }

private let distributionForms =
  "allowed: 20ms, {median: 50ms, sigma: 0.5}, {uniform: [10ms, 30ms]}, {exponential: 20ms}, "
  + "{foldedNormal: [10ms, 2ms]}"
