/// A formula to be looked at, with more seeds.
struct TuningTrial: Hashable, Sendable {
  let formula: String
  /// Which seeds, counted from 0.
  let blocks: Range<Int>
}

/// What came of looking at a formula.
enum TuningOutcome: Hashable, Sendable {
  /// For each seed the mean over the scenarios of each column.
  case measured([[Double]])
  /// Why it cannot be used.
  case failed(String)
}

/// A formula that was looked at.
public struct TriedCandidate: Hashable, Sendable {
  public let candidate: Candidate
  /// For each seed the mean over the scenarios of each column.
  var blocks: [[Double]] = []
  /// Why it cannot be used: it gives no formula, or no delay.
  public var failure: String?

  /// Seeds it was run with, in every scenario.
  public var seeds: Int { blocks.count }

  /// Over seeds and scenarios; nil where there are none.
  public var means: [Double]? {
    failure == nil && !blocks.isEmpty ? columnMeans(blocks) : nil
  }
}

/// What a search has found so far.
struct TuningFindings: Sendable {
  let replications: Int
  private(set) var tried: [TriedCandidate] = []
  /// Blocks that were begun.
  private(set) var blocks = 0
  private(set) var isTruncated = false

  init(replications: Int) { self.replications = replications }

  /// Those with the most seeds that any has: all of them can be compared.
  var final: [Int] {
    let most = tried.filter { $0.means != nil }.map(\.seeds).max() ?? 0
    return tried.indices.filter { tried[$0].means != nil && tried[$0].seeds == most }
  }

  mutating func add(_ candidates: [Candidate]) -> [Int] {
    let first = tried.count
    tried += candidates.map { TriedCandidate(candidate: $0) }
    return Array(first..<tried.count)
  }

  mutating func take(_ outcomes: [TuningOutcome?], of places: [Int], _ trials: [TuningTrial]) {
    for (index, place) in places.enumerated() {
      switch outcomes[index] {
      case .measured(let blocks): tried[place].blocks += blocks
      case .failed(let reason): tried[place].failure = reason
      case nil:
        isTruncated = true
        continue
      }
      blocks += trials[index].blocks.count
    }
  }
}

func columnMeans(_ rows: [[Double]]) -> [Double] {
  rows[0].indices.map { column in
    rows.reduce(0) { $0 + $1[column] } / Double(rows.count)
  }
}

func traded(_ means: [Double]) -> [Double] { Array(means.prefix(TuningGoal.traded)) }

/// Places of the means that no other beats in what is traded off.
func tradedFront(_ means: [[Double]]) -> [Int] {
  let points = means.map { means in
    let point = traded(means)
    return point.allSatisfy(\.isFinite) ? point : nil
  }
  let front = paretoFront(points)
  return means.indices.filter { front[$0] }
}
