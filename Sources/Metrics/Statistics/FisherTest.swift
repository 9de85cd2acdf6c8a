import Primitives

/// The chance that the second of two groups has at least as many hits as it has, where hits fall on
/// all members alike: Fisher's exact test, one-sided.
///
/// - Parameters:
///   - first: hits in the first group, and its members.
///   - second: the same of the second.
/// - Returns: in (0, 1], up to rounding.
package func fisherP(
  _ first: (hits: Int, of: Int), _ second: (hits: Int, of: Int)
) -> Double {
  let hits = first.hits + second.hits
  let all = first.of + second.of
  let logs = LogFactorials(upTo: all)
  let most = min(hits, second.of)
  guard second.hits <= most else { return 0 }
  let sum = (second.hits...most).reduce(0.0) { sum, count in
    hits - count > first.of
      ? sum
      : sum
        + portableExp(
          logs.choose(second.of, count) + logs.choose(first.of, hits - count)
            - logs.choose(all, hits))
  }
  return min(1, sum)
}

/// The logarithms of 0! to n!.
struct LogFactorials {
  private var values = [0.0]

  init(upTo most: Int) {
    for number in stride(from: 1, through: most, by: 1) {
      values.append(values[number - 1] + portableLog(Double(number)))
    }
  }

  /// Returns the logarithm of the number of ways to take some of several.
  func choose(_ several: Int, _ some: Int) -> Double {
    values[several] - values[some] - values[several - some]
  }
}
