import Primitives

/// Admission in batches: at most so many attempts in each stretch of time, counted from the node's start.
struct BatchLimit: Sendable {
  private let count: Int
  private let every: Interval
  private var start = Instant.start
  /// The number of the stretch that was last let into.
  private var latest: Int64 = -1
  private var used = 0

  /// - Parameters:
  ///   - count: > 0.
  ///   - every: > 0.
  init(count: Int, every: Interval) {
    self.count = count
    self.every = every
  }

  /// The node has started anew.
  mutating func restart(at now: Instant) {
    start = now
    latest = -1
  }

  /// The rest of the batch of the stretch in which `instant` lies, and the part of the next batch that the rate would
  /// count only from then on.
  func room(at instant: Instant) -> Double {
    let elapsed = (instant - start).nanoseconds
    let stretch = elapsed / every.nanoseconds
    let left = stretch == latest ? count - used : count
    let part = Double(elapsed % every.nanoseconds) / Double(every.nanoseconds)
    return Double(left) + Double(count) * part
  }

  mutating func admits(at now: Instant) -> Bool {
    let stretch = (now - start).nanoseconds / every.nanoseconds
    if stretch != latest {
      latest = stretch
      used = 0
    }
    if used >= count { return false }
    used += 1
    return true
  }
}
