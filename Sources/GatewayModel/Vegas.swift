import Primitives

/// The settings of a limit by round-trip times that never saw a queue: TCP Vegas, as a limit of concurrency.
public struct VegasDescription: Hashable, Sendable {
  /// The limit at the start, 1...`most`.
  public var initial: Int
  public var most: Int

  public init(initial: Int = 20, most: Int = 1_000) {
    self.initial = initial
    self.most = most
  }
}

/// The limit that Vegas sets: more slots while the round-trip time is near the least ever seen, fewer while it
/// tells of a queue.
///
/// Source: Netflix concurrency-limits at 78a74b9, with its defaults.
struct Vegas: Sendable {
  private(set) var limit: Double
  private let most: Double
  /// The least time so far without a queue; nil before the first.
  private var least: Interval?
  private var samples = 0
  private var jitter: Double
  private var probes: UInt32 = 0
  private let draw: @Sendable (UInt32) -> Double

  /// - Parameter draw: the draw on [0, 1) of a probe, by its ordinal from 0.
  init(_ description: VegasDescription, draw: @escaping @Sendable (UInt32) -> Double) {
    limit = Double(description.initial)
    most = Double(description.most)
    self.draw = draw
    jitter = Self.jitter(draw(0))
  }

  private static func jitter(_ uniform: Double) -> Double { 0.5 + 0.5 * uniform }

  /// Takes in how long a slot was held.
  /// - Parameters:
  ///   - inflight: slots in use just after this one was taken.
  ///   - isDropped: the request was dropped.
  mutating func sample(_ time: Interval, inflight: Int, isDropped: Bool = false) {
    samples += 1
    if jitter * 30 * limit <= Double(samples) { return probe(time) }
    guard let least, time >= least else {
      least = time
      return
    }
    let ratio = Double(least.nanoseconds) / Double(time.nanoseconds)
    let excess = time > .zero ? 1 - ratio : 0
    let queue = (limit * excess).rounded(.up)
    let step = Double(max(1, Self.log10(limit)))
    if isDropped {
      limit -= step
    } else if 2 * Double(inflight) < limit {
      return
    } else if queue <= step {
      limit += 6 * step
    } else if queue < 3 * step {
      limit += step
    } else if queue > 6 * step {
      limit -= step
    }
    limit = min(max(limit, 1), most)
  }

  /// Forgets the least time, so that a path that has become longer is not taken for a queue for ever.
  private mutating func probe(_ time: Interval) {
    probes += 1
    jitter = Self.jitter(draw(probes))
    samples = 0
    least = time
  }

  /// The decimal logarithm of the whole part of a number of at least 1, rounded down.
  private static func log10(_ number: Double) -> Int {
    var digits = 0
    var rest = Int(number) / 10
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    return digits
  }
}
