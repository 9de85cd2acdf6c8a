import Documents
import Findings
import Measurements
import Primitives
import Scenarios
import Simulator
import Studies
import Systems

/// A distribution of a run that has files of its own.
struct NamedDistribution: Sendable {
  /// Its path among the metrics: `recover`, `stations.auth.wait`, `spread.1`.
  let metric: String
  /// The name of its file, without the ending: `recover`, `wait-auth`, `spread-01`.
  let file: String
  var values: Values

  enum Values: Sendable {
    /// Exact, and how many more there are beyond any number.
    case exact([Interval], infinite: Int)
    case recorded(DurationRecorder, infinite: Int = 0)
  }

  /// The finite values as a histogram of microseconds.
  var recorder: DurationRecorder {
    switch values {
    case .recorded(let recorder, _): return recorder
    case .exact(let list, _):
      var recorder = DurationRecorder()
      for value in list { recorder.record(value) }
      return recorder
    }
  }

  /// How many more values there are beyond any number.
  var infinite: Int {
    switch values {
    case .exact(_, let infinite), .recorded(_, let infinite): infinite
    }
  }

  /// Values in seconds at thousandths of the ranks, ascending; nil where infinite or none.
  func seconds(atThousandths ranks: [Int]) -> [Double?] {
    switch values {
    case .recorded(let recorder, infinite: 0):
      let found = recorder.nearestRanks(ranks.map { Double($0) / 1000 })
      return ranks.indices.map { $0 < found.count ? Double(found[$0]) / 1e6 : nil }
    case .recorded(let recorder, let infinite):
      let count = recorder.count
      let places = ranks.map { nearestRank(Double($0) / 1000, of: count + infinite) }
      // Half a place less is the fraction that is rounded up to just that place.
      let found = recorder.nearestRanks(
        places.filter { $0 <= count }.map { (Double($0) - 0.5) / Double(count) })
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

extension Summary {
  /// Every distribution of `summary.json`, in its order. `recover` is missing without a clear, those
  /// of the session systems that the fleet has none of are too.
  var distributions: [NamedDistribution] { run.commonDistributions + systemDistributions }

  private var systemDistributions: [NamedDistribution] {
    let present = FleetView(self).systems
    let recorders = Dictionary(
      run.sessions.milestones.compactMap { milestone in milestone.after.map { (milestone.name, $0) }
      },
      uniquingKeysWith: { first, _ in first })
    return SessionSystem.all.filter { present.contains($0.name) }.flatMap { system in
      system.figures.distributions.compactMap { kind in
        let recorder: DurationRecorder?
        switch kind.source {
        case .milestone(let word): recorder = recorders[SystemWord(system.name, word)]
        case .pushDelay: recorder = run.sessions.pushes.first { $0.system == system.name }?.delay
        }
        return recorder.map { kind.named($0, of: system.name) }
      }
    }
  }
}

extension SystemDistribution {
  /// `SYSTEM.silence`, in the file `SYSTEM-silence`.
  fileprivate func named(_ recorder: DurationRecorder, of system: SystemName) -> NamedDistribution {
    NamedDistribution(
      metric: "\(system.rawValue).\(name)", file: "\(system.rawValue)-\(name)",
      values: .recorded(recorder))
  }
}

extension RunResult {
  /// The distributions that the clients of every session system have.
  fileprivate var commonDistributions: [NamedDistribution] {
    let recover = NamedDistribution(
      metric: "recover", file: "recover",
      values: .exact(
        recovery.recoveries, infinite: max(0, recovery.affected - recovery.recoveries.count)))
    let downtime = NamedDistribution(
      metric: "downtime", file: "downtime", values: .exact(recovery.downtimes, infinite: 0))
    let interruption = NamedDistribution(
      metric: "interruption", file: "interruption", values: .recorded(interruptions))
    let detection = NamedDistribution(
      metric: "detect", file: "detect", values: .recorded(load.detect))
    let waits = gateway.stations.map { station in
      NamedDistribution(
        metric: "stations.\(station.role.name).wait", file: "wait-\(station.role.name)",
        values: .recorded(station.statistics.wait))
    }
    let spreads = load.spread.enumerated().map { index, result in
      let number = index + 1
      let isAfterClear = number == load.spread.count
      return NamedDistribution(
        metric: isAfterClear ? "spread.clear" : "spread.\(number)",
        file: isAfterClear
          ? "spread-clear" : "spread-" + (number < 10 ? "0\(number)" : "\(number)"),
        values: .recorded(result.times))
    }
    let away = NamedDistribution(
      metric: "recover_away", file: "recover-away",
      values: .exact(
        recovery.recoveriesOfAway,
        infinite: max(0, recovery.affectedAway - recovery.recoveriesOfAway.count)))
    let last = NamedDistribution(
      metric: "recover_last", file: "recover-last",
      values: .exact(
        recovery.lastRecoveries, infinite: max(0, recovery.affected - recovery.lastRecoveries.count)
      ))
    let recoveries = [recover] + (course.atClear == nil ? [] : [away]) + [last]
    return spreads + (course.clear == nil ? [] : recoveries) + [downtime, interruption, detection]
      + waits
  }
}

/// Percentiles of every distribution, in seconds: the content of `percentiles.csv`.
///
/// Percentile 100 is the maximum. The value is `inf` where it is infinite, and empty where nothing was
/// measured.
func percentilesCSV(_ distributions: [NamedDistribution]) -> String {
  var csv = CSVText(header: ["metric", "percentile", "value_s"])
  let thousandths = [10, 50, 100, 250, 500, 750, 900, 950, 990, 999, 1000]
  for distribution in distributions {
    for (rank, value) in zip(thousandths, distribution.seconds(atThousandths: thousandths)) {
      let missing = distribution.infinite > 0 ? "inf" : ""
      csv.add([
        distribution.metric, jsonNumber(Double(rank) / 10), value.map(jsonNumber) ?? missing,
      ])
    }
  }
  return csv.text
}
