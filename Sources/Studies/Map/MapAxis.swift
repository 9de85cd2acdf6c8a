import Scenarios
import Words

/// One side of a map: a key with the values it takes, from the least to the greatest.
package struct MapAxis: Hashable, Sendable {
  /// Keys with dots between them, as in an `Override`.
  package let key: String
  package let scale: QuantityScale
  /// The values as a scenario file writes them: at least two, ascending.
  package let texts: [String]
  /// The values themselves; a duration is in seconds.
  package let numbers: [Double]
  /// The place of the scenario's own value; nil where it lies outside, or is not known.
  package let own: Int?

  package static let sizeRange = 2...256

  /// nil where the texts are no ascending values of the scale.
  package init?(key: String, scale: QuantityScale, texts: [String], own: Int?) {
    let numbers = texts.compactMap { scale.value(of: $0) }
    guard numbers.count == texts.count, Self.sizeRange.contains(texts.count),
      zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }),
      own.map(texts.indices.contains) ?? true
    else { return nil }
    self.key = key
    self.scale = scale
    self.texts = texts
    self.numbers = numbers
    self.own = own
  }

  /// Values over a range, evenly spread; by their ratios where the range covers a factor of four.
  /// - Parameters:
  ///   - size: how many; a key that takes fewer whole numbers has fewer.
  ///   - own: the scenario's value, which takes the place of the nearest one between the ends.
  init(_ range: SearchRange, size: Int, own: Double?) throws(SearchError) {
    var numbers = range.scale.spread(from: range.low, to: range.high, count: size)
    if let own, own > range.low, own < range.high, !numbers.contains(own), numbers.count > 2 {
      let near = numbers.indices.dropFirst().dropLast()
        .min { range.scale.distance(numbers[$0], own) < range.scale.distance(numbers[$1], own) }
      if let near { numbers[near] = own }
    }
    let texts = numbers.map(range.text)
    let place = own.flatMap { own in numbers.firstIndex(of: own) }
    guard let axis = MapAxis(key: range.key, scale: range.scale, texts: texts, own: place) else {
      throw SearchError(
        "\(range.option) \(range.key): the range is too narrow for \(size) values; "
          + "ask for fewer --cells")
    }
    self = axis
  }
}

extension QuantityScale {
  /// How far two values are from each other: by their ratio where they have one.
  fileprivate func distance(_ one: Double, _ other: Double) -> Double {
    let (low, high) = (min(one, other), max(one, other))
    return low > 0 ? high / low - 1 : high - low
  }

  /// About `count` values, both ends among them.
  func spread(from low: Double, to high: Double, count: Int) -> [Double] {
    if self == .count, high - low < Double(count) {
      return Array(stride(from: low, through: high, by: 1))
    }
    let isGeometric = low > 0 && high >= 4 * low
    var values = [low]
    for place in 1..<max(2, count) - 1 {
      let part = Double(place) / Double(count - 1)
      let value = rounded(isGeometric ? Self.geometric(low, high, part) : low + (high - low) * part)
      if value > values[values.count - 1], value < high { values.append(value) }
    }
    return values + [high]
  }
}
