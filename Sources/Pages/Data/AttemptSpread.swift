import Words

/// Arrivals of the clients' attempts with one number, since the drop.
struct AttemptSpread: Hashable {
  let number: Int
  /// Ascending; where nothing arrived there is none.
  let bins: [Bin]

  struct Bin: Hashable {
    let begin: Double
    let end: Double
    let count: Double
  }

  /// Fewer have no shape.
  static let fewest = 20.0

  var count: Double { bins.reduce(0) { $0 + $1.count } }

  /// The length of the shortest run of bins that holds nine in ten arrivals, in seconds; nil where there
  /// are too few.
  var shortestTime: Double? {
    guard count >= Self.fewest else { return nil }
    let wanted = Self.share * count
    var best = Double.infinity
    var (first, sum) = (0, 0.0)
    for bin in bins {
      sum += bin.count
      while sum - bins[first].count >= wanted {
        sum -= bins[first].count
        first += 1
      }
      if sum >= wanted { best = min(best, bin.end - bins[first].begin) }
    }
    return best.isFinite && best > 0 ? best : nil
  }

  /// How fast those nine in ten come, per second of one run.
  /// - Parameter runs: the number of runs whose arrivals are added up.
  func rate(runs: Int) -> Double? {
    shortestTime.map { Self.share * count / $0 / Double(runs) }
  }

  private static let share = 0.9

  /// - Parameter text: the content of `spread.csv`.
  static func all(_ text: String) -> [AttemptSpread] {
    let table = NumberTable(text)
    let numbers = table.figures("attempt")
    let (times, widths, counts) = (
      table.figures("t_s"), table.figures("width_s"), table.figures("arrivals")
    )
    guard [times.count, widths.count, counts.count].allSatisfy({ $0 == numbers.count }) else {
      return []
    }
    // Rows without a number are the arrivals after clear, which are no attempt of their own.
    return Set(numbers.filter { $0 >= 1 }).sorted().map { number in
      let places = numbers.indices.filter { numbers[$0] == number }
      return AttemptSpread(
        number: Int(clamped: number),
        bins: places.map {
          .init(begin: times[$0], end: times[$0] + widths[$0], count: counts[$0])
        })
    }
  }
}
