import Primitives

/// Two counts over a sliding window of 24 buckets, aligned at the begin of the run: the present bucket and the 23 before
/// it.
struct BudgetWindow: BitwiseCopyable, Sendable {
  static let buckets = 24

  private struct Pair: BitwiseCopyable {
    var first: UInt32 = 0
    var second: UInt32 = 0
  }

  private var pairs = InlineArray<24, Pair>(repeating: Pair())
  /// The number of the present bucket since the begin of the run.
  private var present: Int64 = 0

  /// The sums over the window as it was when time last moved on.
  private(set) var first = 0
  private(set) var second = 0

  /// Forgets what the window has left behind.
  mutating func move(to now: Instant, over window: Interval) {
    let bucket = now.nanoseconds / max(1, window.nanoseconds / Int64(Self.buckets))
    if bucket == present { return }
    guard bucket - present < Int64(Self.buckets) else {
      self = BudgetWindow()
      present = bucket
      return
    }
    while present < bucket {
      present += 1
      let place = place(of: present)
      first -= Int(pairs[place].first)
      second -= Int(pairs[place].second)
      pairs[place] = Pair()
    }
  }

  mutating func addFirst() {
    pairs[place(of: present)].first += 1
    first += 1
  }

  mutating func addSecond() {
    pairs[place(of: present)].second += 1
    second += 1
  }

  private func place(of bucket: Int64) -> Int {
    Int(bucket % Int64(Self.buckets))
  }
}
