import Primitives

/// Counts per bin of equal width while a run goes on; they become a `TimeSeries` once they are
/// read.
///
/// Counts at any instant, whatever came before, for the price of a multiplication. Nothing in here
/// depends on the order of what was counted.
@frozen
public struct SeriesTally: ~Copyable, @unchecked Sendable {
  @usableFromInline let width: BinWidth
  /// Zero from `binCount` on.
  @usableFromInline var bins: UnsafeMutablePointer<UInt32>
  /// Bins from time 0 to the last one that was counted into.
  @usableFromInline var binCount: UInt = 0
  private var capacity: Int

  /// - Parameter width: > 0.
  public init(width: Interval) {
    self.width = BinWidth(width)
    capacity = 32
    bins = .allocate(capacity: capacity)
    bins.initialize(repeating: 0, count: capacity)
  }

  deinit { bins.deallocate() }

  /// Counts at `instant` >= 0.
  @inlinable @inline(__always)
  public mutating func add(_ amount: UInt32 = 1, at instant: Instant) {
    let bin = width.bin(of: instant)
    if bin >= binCount { return addBeyond(amount, at: instant) }
    // Checked once it is written: the sum need not pass through a register then.
    bins[Int(bitPattern: bin)] &+= amount
    precondition(bins[Int(bitPattern: bin)] >= amount, "too many for one bin")
  }

  /// Counts in a bin >= 0.
  @inlinable @inline(__always)
  public mutating func add(bin: Int) {
    if UInt(bitPattern: bin) >= binCount { return addBeyond(1, bin: bin) }
    bins[bin] &+= 1
    precondition(bins[bin] > 0, "too many for one bin")
  }

  /// Counts where nothing has been counted so far.
  @usableFromInline @inline(never)
  mutating func addBeyond(_ amount: UInt32, at instant: Instant) {
    precondition(instant >= .start, "before time 0")
    addBeyond(amount, bin: Int(instant.nanoseconds / width.interval.nanoseconds))
  }

  @usableFromInline @inline(never)
  mutating func addBeyond(_ amount: UInt32, bin: Int) {
    precondition(bin >= 0, "before time 0")
    reach(bin + 1)
    bins[bin] += amount
  }

  private mutating func reach(_ count: Int) {
    if count > capacity { grow(to: max(count, 2 * capacity)) }
    binCount = max(binCount, UInt(count))
  }

  private mutating func grow(to size: Int) {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: size)
    larger.moveInitialize(from: bins, count: capacity)
    (larger + capacity).initialize(repeating: 0, count: size - capacity)
    bins.deallocate()
    bins = larger
    capacity = size
  }

  /// Adds what another one of the same width has counted.
  public mutating func add(_ other: borrowing SeriesTally) {
    precondition(width.interval == other.width.interval, "tallies of different bins")
    reach(Int(other.binCount))
    for bin in 0..<Int(other.binCount) { bins[bin] += other.bins[bin] }
  }

  /// The counts so far, to be read.
  public var series: TimeSeries {
    let counts = UnsafeBufferPointer(start: bins, count: Int(binCount))
    return TimeSeries(width: width.interval, counts: Array(counts))
  }
}
