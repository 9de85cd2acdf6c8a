import Primitives

/// How the cells of a grid are dealt to shards, as cards are to players.
///
/// The points are shuffled first, always in the same way, and then their replications go round the shards
/// one after another. So a value that makes cells dear is not always met by the same shard, whatever the
/// sizes of the axes are, and the replications of one point are shared as evenly as can be. Nothing depends
/// on a seed or a machine, and nothing is stored: a cell's shard is computed from its number alone.
package struct Dealing: Hashable, Sendable {
  /// How many points are shuffled.
  let points: Int
  /// How many cells each point has.
  let replications: Int
  private let shuffle: Shuffle

  /// - Parameters:
  ///   - points: at least 1.
  ///   - replications: cells of each point, at least 1.
  init(points: Int, replications: Int) {
    precondition(points > 0 && replications > 0, "a grid has cells")
    self.points = points
    self.replications = replications
    shuffle = Shuffle(points)
  }

  package var cells: Int { points * replications }

  /// How many cells are dealt before this one.
  /// - Parameter number: of the cell, from 1.
  func turn(ofCell number: Int) -> Int {
    let (point, replication) = (number - 1).quotientAndRemainder(dividingBy: replications)
    return shuffle.place(of: point) * replications + replication
  }

  /// The number of the cell, from 1, that is dealt after so many others.
  func cell(atTurn turn: Int) -> Int {
    let (place, replication) = turn.quotientAndRemainder(dividingBy: replications)
    return shuffle.item(at: place) * replications + replication + 1
  }
}

/// A fixed permutation of 0..<count.
///
/// A Feistel network of four rounds permutes the next power of four. A number that it maps beyond
/// the count goes through it again until it does not: less than four times on average. The round
/// function is `mixed` over half a number, plus the number of the round times an odd constant.
private struct Shuffle: Hashable, Sendable {
  let count: Int
  /// Bits of half a number.
  let width: Int

  private static let rounds: [UInt64] = [1, 2, 3, 4]

  init(_ count: Int) {
    self.count = count
    var width = 1
    while 1 << (2 * width) < count { width += 1 }
    self.width = width
  }

  /// Returns the place to which an item is permuted.
  func place(of item: Int) -> Int {
    var number = item
    repeat { number = forth(number) } while number >= count
    return number
  }

  /// Which item lies at a place.
  func item(at place: Int) -> Int {
    var number = place
    repeat { number = back(number) } while number >= count
    return number
  }

  private func forth(_ number: Int) -> Int {
    var (left, right) = (number >> width, number & mask)
    for round in Self.rounds { (left, right) = (right, left ^ bits(of: right, round)) }
    return left << width | right
  }

  private func back(_ number: Int) -> Int {
    var (left, right) = (number >> width, number & mask)
    for round in Self.rounds.reversed() { (left, right) = (right ^ bits(of: left, round), left) }
    return left << width | right
  }

  private var mask: Int { 1 << width - 1 }

  private func bits(of half: Int, _ round: UInt64) -> Int {
    let word = mixed(UInt64(half) &+ round &* 0x9e37_79b9_7f4a_7c15)
    return Int(truncatingIfNeeded: word >> 32) & mask
  }
}

/// The cells of a grid that a shard has.
package struct ShardCells: Hashable, Sendable {
  package let shard: Shard
  package let dealing: Dealing

  package init(_ shard: Shard, _ dealing: Dealing) {
    self.shard = shard
    self.dealing = dealing
  }

  /// - Parameters:
  ///   - cells: of the whole grid.
  ///   - replications: cells of each point; divides `cells`.
  package init(_ shard: Shard, cells: Int, replications: Int) {
    self.init(shard, Dealing(points: cells / replications, replications: replications))
  }

  /// How many it has; 0 where there are more shards than cells.
  package var count: Int { shard.size(of: dealing.cells) }

  /// The number of its cell at a place from 0, in the order in which they are dealt. The whole has all
  /// cells in the order of their numbers.
  package func number(at place: Int) -> Int {
    if shard == .whole { return place + 1 }
    return dealing.cell(atTurn: shard.index - 1 + place * shard.count)
  }

  /// Returns the place of a cell among the shard's own; nil if it belongs to another shard, or to
  /// no grid of this size.
  package func place(of number: Int) -> Int? {
    guard (1...dealing.cells).contains(number) else { return nil }
    if shard == .whole { return number - 1 }
    let (round, player) = dealing.turn(ofCell: number).quotientAndRemainder(dividingBy: shard.count)
    return player == shard.index - 1 ? round : nil
  }

  /// All of them, in the order of their numbers.
  package var numbers: [Int] {
    if shard == .whole { return Array(1...dealing.cells) }
    return (0..<count).map(number).sorted()
  }

  /// The points that have one of its cells, in order.
  package var points: [Int] {
    if shard == .whole { return Array(0..<dealing.points) }
    var points: [Int] = []
    for number in numbers {
      let point = (number - 1) / dealing.replications
      if points.last != point { points.append(point) }
    }
    return points
  }
}

extension Dealing {
  /// The number, from 0, of the shard of so many that has a cell.
  package func shard(ofCell number: Int, of count: Int) -> Int {
    count == 1 ? 0 : turn(ofCell: number) % count
  }
}
