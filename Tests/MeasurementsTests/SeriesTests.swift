import Primitives
import Testing

@testable import Measurements

/// Series count what falls into each bin, whatever the order in which they are told.
@Suite("Series")
struct SeriesTests {
  private static let widths: [Interval] = [
    .milliseconds(10), .milliseconds(100), .seconds(1), .nanoseconds(1_234_567),
  ]

  /// Up to two minutes in any order, many of them at the edges of bins, and some far behind.
  private func instants(_ count: Int, width: Interval, seed: UInt64) -> [Instant] {
    var numbers = Numbers(seed: seed)
    return (0..<count).map { number in
      let end: UInt64 = number % 100 == 0 ? 4_000_000_000_000 : 120_000_000_000
      let time = Int64(numbers.next(below: end))
      let bin = time / width.nanoseconds
      return Instant(nanoseconds: number % 3 == 0 ? bin * width.nanoseconds : time)
    }
  }

  /// How many fall into each bin.
  private func counted(_ instants: [Instant], width: Interval) -> [Int: UInt32] {
    Dictionary(instants.map { (Int($0.nanoseconds / width.nanoseconds), 1) }, uniquingKeysWith: +)
  }

  private func dense(_ bins: [Int: UInt32]) -> [UInt32] {
    bins.isEmpty ? [] : (0...bins.keys.max()!).map { bins[$0] ?? 0 }
  }

  @Test(arguments: widths) func tallies(width: Interval) {
    let instants = instants(10_000, width: width, seed: 1)
    let bins = dense(counted(instants, width: width))
    for order in [instants, instants.sorted(), instants.sorted().reversed()] {
      var tally = SeriesTally(width: width)
      for instant in order { tally.add(at: instant) }
      let series = tally.series
      #expect(series.counts == bins)
      #expect(series.width == width)
    }
  }

  @Test(arguments: widths) func sparseSeries(width: Interval) {
    let instants = instants(10_000, width: width, seed: 2)
    let bins = counted(instants, width: width).sorted { $0.key < $1.key }
    for order in [instants, instants.sorted(), instants.sorted().reversed()] {
      var series = SparseSeries(width: width)
      for instant in order { series.add(at: instant) }
      let occupied = series.occupied
      #expect(occupied.bins.map(\.bin) == bins.map(\.key))
      #expect(occupied.bins.map(\.count) == bins.map(\.value))
    }
  }

  @Test(arguments: widths) func plainSeries(width: Interval) {
    let instants = instants(3_000, width: width, seed: 3)
    var series = TimeSeries(width: width)
    for instant in instants { series.add(at: instant) }
    let bins = dense(counted(instants, width: width))
    #expect(series.counts == bins)
    #expect(series.binCount == bins.count)
    #expect(series[bins.count] == 0)
    #expect(series.peak?.value == bins.max())
    #expect(series.coarsened(by: 7).counts.reduce(0, +) == 3_000)
    #expect(series.coarsened(by: 7)[0] == bins.prefix(7).reduce(0, +))
  }

  @Test(arguments: widths) func partsAddUp(width: Interval) {
    let instants = instants(5_000, width: width, seed: 4)
    let bins = counted(instants, width: width)
    var tally = SeriesTally(width: width)
    var sparse = SparseSeries(width: width)
    var series = TimeSeries(width: width)
    for part in [instants[3_000...], instants[..<10], instants[10..<3_000], []] {
      var ownTally = SeriesTally(width: width)
      var ownSparse = SparseSeries(width: width)
      for instant in part {
        ownTally.add(at: instant)
        ownSparse.add(at: instant)
      }
      tally.add(ownTally)
      sparse.add(ownSparse)
      series = series + ownTally.series
    }
    let (counts, occupied) = (tally.series.counts, sparse.occupied.bins)
    #expect(counts == dense(bins))
    #expect(series.counts == dense(bins))
    #expect(Dictionary(occupied.map { ($0.bin, $0.count) }, uniquingKeysWith: +) == bins)
  }

  @Test func nothingCounted() {
    let tally = SeriesTally(width: .seconds(1))
    let sparse = SparseSeries(width: .seconds(1))
    let (series, bins) = (tally.series, sparse.occupied.bins)
    #expect(series.counts == [])
    #expect(series.peak == nil)
    #expect(bins.isEmpty)
  }

  @Test func amountsOfAnySize() {
    var tally = SeriesTally(width: .seconds(1))
    tally.add(5, at: .seconds(2))
    tally.add(7, at: .seconds(2))
    tally.add(1, at: .start)
    // Even nothing makes the series longer.
    tally.add(0, at: .seconds(4))
    let counts = tally.series.counts
    #expect(counts == [1, 0, 12, 0, 0])
  }

  /// Reading is no end, and what was read stays as it was.
  @Test func goesOnAfterItWasRead() {
    var tally = SeriesTally(width: .seconds(1))
    tally.add(at: .seconds(1))
    let early = tally.series
    tally.add(at: .start)
    let late = tally.series
    #expect(early.counts == [0, 1])
    #expect(late.counts == [1, 1])
  }

  @Test func gaugesAreSet() {
    var series = TimeSeries(width: .seconds(1))
    series.set(4, bin: 2)
    series.add(at: .seconds(1))
    series.set(9, bin: 2)
    #expect(series.counts == [0, 1, 9])
  }

  @Test func nothingIsBeforeTime0() async {
    await #expect(processExitsWith: .failure) {
      var tally = SeriesTally(width: .seconds(1))
      tally.add(at: Instant(nanoseconds: -1))
    }
    await #expect(processExitsWith: .failure) {
      var series = SparseSeries(width: .seconds(1))
      series.add(at: Instant(nanoseconds: -1))
    }
  }
}
