import TestRuns
import Testing

@testable import Findings
@testable import Studies

@Suite("How cells are dealt to shards") struct DealingTests {
  @Test func everyCellIsInExactlyOneShard() {
    for (points, replications) in [
      (1, 1), (1, 5), (2, 1), (3, 2), (4, 1), (5, 1), (12, 1), (4, 3), (97, 1), (17, 7),
    ] {
      let dealing = Dealing(points: points, replications: replications)
      for count in [1, 2, 3, 4, 7, 12, 13, 100] {
        var owners = [Int](repeating: 0, count: dealing.cells)
        for index in 1...count {
          let own = ShardCells(Shard(index, of: count), dealing)
          #expect(own.count == own.numbers.count && own.numbers == own.numbers.sorted())
          for number in 1...dealing.cells {
            let place = own.place(of: number)
            #expect((place != nil) == own.numbers.contains(number))
            #expect((place != nil) == (dealing.shard(ofCell: number, of: count) == index - 1))
            if let place {
              owners[number - 1] += 1
              #expect((0..<own.count).contains(place) && own.number(at: place) == number)
            }
          }
          for beyond in [0, -1, dealing.cells + 1] { #expect(own.place(of: beyond) == nil) }
        }
        #expect(owners.allSatisfy { $0 == 1 }, "\(points) x \(replications), \(count) shards")
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 15, 16, 17, 64, 65, 1_000, 4_097, 65_536, 99_991])
  func theShuffleLosesNothing(_ count: Int) {
    let dealing = Dealing(points: count, replications: 1)
    var isMet = [Bool](repeating: false, count: count)
    for number in 1...count {
      let turn = dealing.turn(ofCell: number)
      #expect(!isMet[turn] && dealing.cell(atTurn: turn) == number)
      isMet[turn] = true
    }
  }

  /// Other programs may want to know who has what: these figures are part of the format.
  @Test func itIsTheSameEverywhere() {
    let dealing = Dealing(points: 8, replications: 2)
    #expect((1...16).map { dealing.shard(ofCell: $0, of: 3) } == Self.known)
    let large = Dealing(points: 1_000_000, replications: 1)
    #expect([1, 2, 3, 500_000, 1_000_000].map { large.turn(ofCell: $0) } == Self.knownTurns)
  }

  private static let known = [0, 1, 2, 0, 0, 1, 0, 1, 2, 0, 2, 0, 1, 2, 1, 2]
  private static let knownTurns = [576_676, 6_736, 325_549, 686_663, 245_810]

  @Test func theReplicationsOfAPointGoRoundTheShards() {
    for replications in [2, 3, 5, 20] {
      let dealing = Dealing(points: 50, replications: replications)
      for count in [2, 3, 4, 7, 64] {
        for point in 0..<50 {
          var runs = [Int](repeating: 0, count: count)
          for cell in 1...replications {
            runs[dealing.shard(ofCell: point * replications + cell, of: count)] += 1
          }
          #expect(runs.max()! - runs.min()! <= 1, "\(replications) on \(count)")
        }
      }
    }
  }

  /// Where one value makes a cell dear, no shard has much more of those cells than another, however the
  /// sizes of the axes and the number of shards are related.
  @Test(arguments: [2, 3, 4, 8, 10, 16])
  func noValueStaysWithOneShard(_ count: Int) {
    for sizes in [
      [64, 64], [16, 16, 16], [4, 4, 4, 64], [10, 10, 41], [128, 32], [15, 17, 16],
    ] {
      let points = sizes.reduce(1, *)
      let dealing = Dealing(points: points, replications: 1)
      for axis in sizes.indices {
        let stride = sizes[(axis + 1)...].reduce(1, *)
        var loads = [Int](repeating: 0, count: sizes[axis] * count)
        for point in 0..<points {
          let value = point / stride % sizes[axis]
          loads[value * count + dealing.shard(ofCell: point + 1, of: count)] += 1
        }
        let mean = Double(points) / Double(sizes[axis] * count)
        // Six standard deviations of cells that were dealt by chance.
        #expect(Double(loads.max()!) < mean + 6 * mean.squareRoot(), "\(sizes) \(axis)")
      }
    }
  }

  /// Cells whose clients are 1, 10, 50 and 200 times as many, with work in proportion.
  @Test func fourShardsShareUnequalPoints() {
    let dealing = Dealing(points: 8, replications: 20)
    var loads = [Int](repeating: 0, count: 4)
    for number in 1...dealing.cells {
      let clients = [1, 10, 50, 200][(number - 1) / 20 % 4]
      loads[dealing.shard(ofCell: number, of: 4)] += clients
    }
    #expect(Double(loads.max()!) * 4 / Double(loads.reduce(0, +)) < 1.5, "\(loads)")
  }
}
