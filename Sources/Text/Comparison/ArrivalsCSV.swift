import Documents
import Studies

/// The arrivals at the listener over time, variant by variant: the content of a comparison's
/// `timeseries.csv`.
///
/// Means over the seeds whose runs had not ended before a row's begin, `t_s`; `runs` says how many.
/// `arrivals` is how many came within `width_s`, `busiest_s` how many in the busiest second of it, and
/// `connected` how many clients were connected at its end: empty where no run lasted until then. A variant
/// that takes longer has wider rows: there are never more than 300 of it.
func arrivalsCSV(_ runs: PairedRuns) -> String {
  var csv = CSVText(
    header: ["scenario", "variant", "t_s", "width_s", "arrivals", "busiest_s", "connected", "runs"])
  for (scenarioIndex, scenario) in runs.scenarios.enumerated() {
    for (variantIndex, variant) in runs.variants.enumerated() {
      let series = runs.arrivals(scenario: scenarioIndex, variant: variantIndex)
      for row in series.rows(most: 300) {
        csv.add(
          [scenario.name, variant.name, "\(row.begin)", "\(row.width)"]
            + [row.arrivals, row.busiest, row.connected].map { $0.map(millionths) ?? "" }
            + ["\(row.runs)"])
      }
    }
  }
  return csv.text
}

/// To the nearest millionth.
private func millionths(_ number: Double) -> String { jsonNumber((number * 1e6).rounded() / 1e6) }
