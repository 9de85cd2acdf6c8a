import Experiments
import GatewayModel
import Measurements
import Primitives
import Simulator

/// A distribution of a run that has files of its own.
struct NamedDistribution: Sendable {
  /// Its path among the metrics: `recover`, `stations.auth.wait`, `spread.1`.
  let metric: String
  /// The name of its file, without the ending: `recover`, `wait-auth`, `spread-01`.
  let file: String
  let values: Values

  enum Values: Sendable {
    /// Exact, and how many more there are beyond any number.
    case exact([Interval], infinite: Int)
    case recorded(DurationRecorder)
  }

  /// The finite values as a histogram of microseconds.
  var recorder: DurationRecorder {
    switch values {
    case .recorded(let recorder): return recorder
    case .exact(let list, _):
      var recorder = DurationRecorder()
      for value in list { recorder.record(value) }
      return recorder
    }
  }

  /// Values in seconds at thousandths of the ranks, ascending; nil where infinite or none.
  func seconds(atThousandths ranks: [Int]) -> [Double?] {
    switch values {
    case .recorded(let recorder):
      let found = recorder.nearestRanks(ranks.map { Double($0) / 1000 })
      return ranks.indices.map { $0 < found.count ? Double(found[$0]) / 1e6 : nil }
    case .exact(let list, let infinite):
      let sorted = list.sorted()
      let total = list.count + infinite
      guard total > 0 else { return ranks.map { _ in nil } }
      return ranks.map { thousandths in
        let rank = nearestRank(Double(thousandths) / 1000, of: total)
        return rank <= sorted.count ? sorted[rank - 1].seconds : nil
      }
    }
  }
}

extension RunResult {
  /// Every distribution of `summary.json`, in its order. `recover` is missing without a clear.
  var distributions: [NamedDistribution] {
    let recover = NamedDistribution(
      metric: "recover", file: "recover",
      values: .exact(recoveries, infinite: max(0, affected - recoveries.count)))
    let downtime = NamedDistribution(
      metric: "downtime", file: "downtime", values: .exact(downtimes, infinite: 0))
    let detection = NamedDistribution(metric: "detect", file: "detect", values: .recorded(detect))
    let waits = stations.map { station in
      NamedDistribution(
        metric: "stations.\(station.role.name).wait", file: "wait-\(station.role.name)",
        values: .recorded(station.statistics.wait))
    }
    let spreads = spread.enumerated().map { index, recorder in
      let number = index + 1
      return NamedDistribution(
        metric: "spread.\(number)", file: "spread-" + (number < 10 ? "0\(number)" : "\(number)"),
        values: .recorded(recorder))
    }
    return spreads + (clear == nil ? [] : [recover]) + [downtime, detection] + waits
  }
}

/// Percentiles of every distribution, in seconds: the content of `percentiles.csv`.
///
/// Percentile 100 is the maximum. The value is empty where it is infinite or where there is none.
func percentilesCSV(_ run: RunResult) -> String {
  var csv = CSVText(header: ["metric", "percentile", "value_s"])
  let thousandths = [10, 50, 100, 250, 500, 750, 900, 950, 990, 999, 1000]
  for distribution in run.distributions {
    for (rank, value) in zip(thousandths, distribution.seconds(atThousandths: thousandths)) {
      csv.add([
        distribution.metric, jsonNumber(Double(rank) / 10), value.map(jsonNumber) ?? "",
      ])
    }
  }
  return csv.text
}
