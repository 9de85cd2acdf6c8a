import Primitives

/// Counts per bin of equal width while a run goes on, aligned at virtual time 0, for narrow bins of
/// which most are empty: pages are made where something is counted.
///
/// Counts at any instant, whatever came before, for the price of a multiplication. Nothing in here
/// depends on the order of what was counted.
@frozen
public struct SparseSeries: ~Copyable, @unchecked Sendable {
  @usableFromInline typealias Page = UnsafeMutablePointer<UInt32>

  @usableFromInline let width: BinWidth
  /// nil where nothing has been counted.
  @usableFromInline var pages: UnsafeMutablePointer<Page?>
  @usableFromInline var pageCount: UInt

  @inlinable static var pageBits: UInt { 10 }
  private static var pageSize: Int { 1 << pageBits }

  /// - Parameter width: > 0.
  public init(width: Interval) {
    self.width = BinWidth(width)
    pageCount = 32
    pages = .allocate(capacity: Int(pageCount))
    pages.initialize(repeating: nil, count: Int(pageCount))
  }

  deinit {
    for number in 0..<Int(pageCount) { pages[number]?.deallocate() }
    pages.deallocate()
  }

  /// Counts one at `instant` >= 0.
  @inlinable @inline(__always)
  public mutating func add(at instant: Instant) {
    let bin = width.bin(of: instant)
    let number = bin &>> Self.pageBits
    guard number < pageCount, let page = pages[Int(bitPattern: number)] else {
      return addBeyond(at: instant)
    }
    let place = Int(bitPattern: bin & (1 << Self.pageBits &- 1))
    // Checked once it is written: the sum need not pass through a register then.
    page[place] &+= 1
    precondition(page[place] > 0, "too many for one bin")
  }

  /// Counts where there is no page yet.
  @usableFromInline @inline(never)
  mutating func addBeyond(at instant: Instant) {
    precondition(instant >= .start, "before time 0")
    let bin = Int(instant.nanoseconds / width.interval.nanoseconds)
    page(bin >> Self.pageBits)[bin & (Self.pageSize - 1)] += 1
  }

  /// A page, made where there is none.
  private mutating func page(_ number: Int) -> Page {
    if number >= Int(pageCount) { grow(to: max(number + 1, 2 * Int(pageCount))) }
    if let page = pages[number] { return page }
    let page = Page.allocate(capacity: Self.pageSize)
    page.initialize(repeating: 0, count: Self.pageSize)
    pages[number] = page
    return page
  }

  private mutating func grow(to size: Int) {
    let larger = UnsafeMutablePointer<Page?>.allocate(capacity: size)
    larger.moveInitialize(from: pages, count: Int(pageCount))
    (larger + Int(pageCount)).initialize(repeating: nil, count: size - Int(pageCount))
    pages.deallocate()
    pages = larger
    pageCount = UInt(size)
  }

  /// Adds what another one of the same width has counted.
  public mutating func add(_ other: borrowing SparseSeries) {
    precondition(width.interval == other.width.interval, "series of different bins")
    for number in 0..<Int(other.pageCount) {
      guard let added = other.pages[number] else { continue }
      let page = page(number)
      for place in 0..<Self.pageSize { page[place] += added[place] }
    }
  }

  /// The bins that hold something, in order.
  public var occupied: OccupiedBins {
    var bins: [OccupiedBins.Bin] = []
    for number in 0..<Int(pageCount) {
      guard let page = pages[number] else { continue }
      for place in 0..<Self.pageSize where page[place] > 0 {
        bins.append((number << Self.pageBits + place, page[place]))
      }
    }
    return OccupiedBins(width: width.interval, bins: bins)
  }
}
