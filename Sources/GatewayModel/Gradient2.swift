import Primitives

/// The settings of a limit by the ratio of long-term to present round-trip times.
public struct Gradient2Description: Hashable, Sendable {
  /// The limit at the start, `least`...`most`.
  public var initial: Int
  public var least: Int
  public var most: Int
  /// The share of a new value in the limit, more than 0, at most 1.
  public var smoothing: Double
  /// How much longer than the long-term time a round trip may take, at least 1.
  public var tolerance: Double
  /// Samples over which the long-term time is averaged, at least 1.
  public var window: Int
  /// Requests that may wait, at least 0.
  public var queue: Int

  public init(
    initial: Int = 20, least: Int = 20, most: Int = 200, smoothing: Double = 0.2,
    tolerance: Double = 1.5, window: Int = 600, queue: Int = 4
  ) {
    self.initial = initial
    self.least = least
    self.most = most
    self.smoothing = smoothing
    self.tolerance = tolerance
    self.window = window
    self.queue = queue
  }
}

/// The limit that Gradient2 sets: it falls as the time that a slot is held grows beyond its long-term mean.
///
/// Source: Netflix concurrency-limits at 78a74b9, with its defaults.
struct Gradient2: Sendable {
  private(set) var limit: Double
  private let settings: Gradient2Description
  /// The long-term time in nanoseconds.
  private(set) var long = 0.0
  private var samples = 0
  private var sum = 0.0

  /// Samples whose plain mean the long-term time is at first.
  private static let warmUp = 10

  init(_ description: Gradient2Description) {
    settings = description
    limit = Double(description.initial)
  }

  /// Takes in how long a slot was held.
  /// - Parameter inflight: slots in use just after this one was taken.
  mutating func sample(_ time: Interval, inflight: Int) {
    let short = Double(time.nanoseconds)
    average(short)
    let long = long
    // A limit that was driven down by a slow time would stay there for long.
    if long > 2 * short { self.long *= 0.95 }
    if Double(inflight) < limit / 2 { return }
    let gradient = short > 0 ? max(0.5, min(1, settings.tolerance * long / short)) : 1
    let aim = limit * gradient + Double(settings.queue)
    let next = (1 - settings.smoothing) * limit + settings.smoothing * aim
    limit = min(max(next, Double(settings.least)), Double(settings.most))
  }

  private mutating func average(_ time: Double) {
    if samples < Self.warmUp {
      samples += 1
      sum += time
      long = sum / Double(samples)
    } else {
      long += (time - long) * 2 / (Double(settings.window) + 1)
    }
  }
}
