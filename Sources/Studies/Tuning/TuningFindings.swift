import Metrics

/// A formula to be looked at in more worlds.
struct TuningTrial: Hashable, Sendable {
  let formula: String
  /// Counted from 0.
  let worlds: Range<Int>
}

/// The result of looking at a formula.
enum TuningOutcome: Hashable, Sendable {
  /// The columns for each world.
  case measured([[Double]])
  /// Why it cannot be used.
  case failed(String)
}

/// A formula that was looked at.
package struct TriedCandidate: Hashable, Sendable {
  package let candidate: Candidate
  /// The columns for each world.
  var worlds: [[Double]] = []
  /// Why it cannot be used: it gives no formula, or no delay.
  package var failure: String?

  /// Runs it was looked at in.
  package var runs: Int { worlds.count }

  /// The means over those runs; nil if there are none.
  package var means: [Double]? { failure == nil && !worlds.isEmpty ? columnMeans(worlds) : nil }
}

/// The findings of a search so far.
struct TuningFindings: Sendable {
  private(set) var tried: [TriedCandidate] = []
  /// The number of runs of all candidates.
  private(set) var runs = 0
  private(set) var isTruncated = false

  /// The places of the candidates that have the most runs of all: these can be compared with each
  /// other.
  var final: [Int] {
    let most = tried.filter { $0.means != nil }.map(\.runs).max() ?? 0
    return tried.indices.filter { tried[$0].means != nil && tried[$0].runs == most }
  }

  mutating func add(_ candidates: [Candidate]) -> [Int] {
    let first = tried.count
    tried += candidates.map { TriedCandidate(candidate: $0) }
    return Array(first..<tried.count)
  }

  mutating func take(_ outcomes: [TuningOutcome?], of places: [Int], _ trials: [TuningTrial]) {
    for (index, place) in places.enumerated() {
      switch outcomes[index] {
      case .measured(let worlds): tried[place].worlds += worlds
      case .failed(let reason): tried[place].failure = reason
      case nil:
        isTruncated = true
        continue
      }
      runs += trials[index].worlds.count
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
