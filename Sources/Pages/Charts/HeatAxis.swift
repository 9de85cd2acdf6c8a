import Charts
import Foundation

/// One side of a heat map: where each of its cells begins and ends, and what it is called.
struct HeatAxis {
  let key: String
  let names: [String]
  /// Ascending positions of the values: by their logarithm where they are spaced by ratio.
  private let positions: [Double]
  let isLogarithmic: Bool

  /// - Parameter numbers: ascending; nil where the values have no order but that of the list.
  init(key: String, names: [String], numbers: [Double]?, isLogarithmic: Bool) {
    self.key = key
    self.names = names
    let isUsable = numbers.map { $0.count == names.count && ($0.first ?? 0) > 0 } ?? false
    self.isLogarithmic = isLogarithmic && isUsable
    if let numbers, numbers.count == names.count {
      positions = self.isLogarithmic ? numbers.map { log($0) } : numbers
    } else {
      positions = names.indices.map(Double.init)
    }
  }

  /// The borders of the cells, from the first one's begin to the last one's end: halfway between
  /// two values.
  private var parts: [Double] {
    guard positions.count > 1, let first = positions.first, let last = positions.last else {
      return [0, 1]
    }
    let between = zip(positions, positions.dropFirst()).map { ($0 + $1) / 2 }
    return [min(first, 2 * first - between[0])] + between
      + [2 * last - between[between.count - 1]]
  }

  /// The edges of the cells in a drawing.
  func edges(from begin: Double, to end: Double) -> [Double] {
    places(of: parts, from: begin, to: end)
      ?? (0...names.count).map { begin + (end - begin) * Double($0) / Double(names.count) }
  }

  /// Returns the places of the values in a drawing.
  func centres(from begin: Double, to end: Double) -> [Double] {
    let all = positions.count > 1 ? places(of: positions, from: begin, to: end) : nil
    return all
      ?? names.indices.map { begin + (end - begin) * (Double($0) + 0.5) / Double(names.count) }
  }

  /// nil where the values do not ascend: they are then drawn evenly.
  private func places(of values: [Double], from begin: Double, to end: Double) -> [Double]? {
    guard let low = parts.first, let high = parts.last, high > low else { return nil }
    return values.map { begin + (end - begin) * ($0 - low) / (high - low) }
  }

  var title: String { key + (isLogarithmic ? " (log scale)" : "") }
}
