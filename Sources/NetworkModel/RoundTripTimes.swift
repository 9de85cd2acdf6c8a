import Primitives
import VirtualTime

/// Round-trip times that somebody has measured, for latencies to be drawn from.
///
/// A class, because it may hold a million of them and is handed on with the description of a path. Two are equal
/// where they were read from the same bytes.
public final class RoundTripTimes: Sendable {
  /// How the measured times are laid out. Times in nanoseconds, > 0.
  public enum Layout: Sendable {
    /// One row is one round trip. At least one.
    case samples([Int64])
    /// The same, by client, in the order of their first rows. At least one client with one row at least.
    case clients([[Int64]])
    /// Percentiles from 0 to 100, ascending, with times that do not descend; at least two.
    case quantiles([(percentile: Double, nanoseconds: Int64)])
  }

  /// The name of the file, as the scenario has it.
  public let file: String
  /// A hash of the file's bytes.
  public let hash: String
  private let layout: Layout
  /// Mean of all rows; with clients, of the clients' means.
  public let meanSeconds: Double
  /// Half of the shortest and of the longest round trip.
  let range: ClosedRange<Interval>

  /// - Parameter layout: rows in any order; they are sorted.
  public init(file: String, hash: String, _ layout: Layout) {
    self.file = file
    self.hash = hash
    let sorted: Layout =
      switch layout {
      case .samples(let rows): .samples(rows.sorted())
      case .clients(let clients): .clients(clients.map { $0.sorted() })
      case .quantiles: layout
      }
    self.layout = sorted
    meanSeconds = Self.mean(of: sorted)
    range = Self.range(of: sorted)
  }

  private static func mean(of layout: Layout) -> Double {
    func mean(_ rows: [Int64]) -> Double {
      rows.reduce(0) { $0 + Double($1) } / Double(rows.count) / 1e9
    }
    switch layout {
    case .samples(let rows): return mean(rows)
    case .clients(let clients):
      return clients.reduce(0) { $0 + mean($1) } / Double(clients.count)
    case .quantiles(let points):
      var sum = points[0].percentile * Double(points[0].nanoseconds)
      for (before, after) in zip(points, points.dropFirst()) {
        let width = after.percentile - before.percentile
        sum += width * (Double(before.nanoseconds) + Double(after.nanoseconds)) / 2
      }
      let last = points[points.count - 1]
      sum += (100 - last.percentile) * Double(last.nanoseconds)
      return sum / 100 / 1e9
    }
  }

  private static func range(of layout: Layout) -> ClosedRange<Interval> {
    let ends: (Int64, Int64)
    switch layout {
    case .samples(let rows): ends = (rows[0], rows[rows.count - 1])
    case .clients(let clients):
      ends = (clients.map { $0[0] }.min() ?? 0, clients.map { $0[$0.count - 1] }.max() ?? 0)
    case .quantiles(let points):
      ends = (points[0].nanoseconds, points[points.count - 1].nanoseconds)
    }
    return half(ends.0)...half(ends.1)
  }

  private static func half(_ nanoseconds: Int64) -> Interval { half(Double(nanoseconds)) }

  /// Rounded to the microsecond.
  private static func half(_ nanoseconds: Double) -> Interval {
    .microseconds(Int64(roundedToEven(nanoseconds * 0.5e-3)))
  }
}

extension RoundTripTimes {
  /// Half of the round trip that a draw stands for, rounded to the microsecond. Grows with `bits`.
  func oneWay(_ bits: UInt64, of client: UInt32, _ random: RandomSource) -> Interval {
    Self.half(nanoseconds(unitFraction(bits), of: client, random))
  }

  /// Half of the median of one client.
  func medianSeconds(of client: UInt32, _ random: RandomSource) -> Double {
    nanoseconds(0.5, of: client, random) / 2e9
  }

  private func nanoseconds(
    _ u: Double, of client: UInt32, _ random: RandomSource
  ) -> Double {
    switch layout {
    case .samples(let rows): return Self.row(u, of: rows)
    case .clients(let clients):
      let who = random.uniform(owner: client, .distance, attempt: 0, index: 0)
      return Self.row(u, of: clients[Int(who * Double(clients.count))])
    case .quantiles(let points): return Self.quantile(100 * u, of: points)
    }
  }

  private static func row(_ u: Double, of rows: [Int64]) -> Double {
    Double(rows[Int(u * Double(rows.count))])
  }

  private static func quantile(
    _ percentile: Double, of points: [(percentile: Double, nanoseconds: Int64)]
  ) -> Double {
    // The first point behind it.
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].percentile <= percentile { low = middle + 1 } else { high = middle }
    }
    if low == 0 { return Double(points[0].nanoseconds) }
    let before = points[low - 1]
    guard low < points.count else { return Double(before.nanoseconds) }
    let after = points[low]
    let part = (percentile - before.percentile) / (after.percentile - before.percentile)
    let step = Double(after.nanoseconds) - Double(before.nanoseconds)
    return Double(before.nanoseconds) + step * part
  }
}

extension RoundTripTimes: Hashable {
  public static func == (a: RoundTripTimes, b: RoundTripTimes) -> Bool {
    a.hash == b.hash && a.file == b.file
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
    hasher.combine(file)
  }
}
