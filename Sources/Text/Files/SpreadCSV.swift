import Documents
import Studies

/// When the clients' attempts arrived, by the number of the attempt: the content of `spread.csv`.
///
/// `attempt` counts from 1, the first since the drop; `clear` are the first arrivals after clear of the
/// clients that were away, since clear. `t_s` is when a bin begins, since the drop, and `width_s` how
/// wide it is: times are kept to two or three digits, so that later bins are wider. Bins without an
/// arrival are left out.
func spreadCSV(_ distributions: [NamedDistribution]) -> String {
  var csv = CSVText(header: ["attempt", "t_s", "width_s", "arrivals"])
  for distribution in distributions {
    guard distribution.metric.hasPrefix("spread."),
      case .recorded(let recorder, _) = distribution.values
    else { continue }
    let name = String(distribution.metric.dropFirst("spread.".count))
    for bin in recorder.classes.bins(about: mostBins) {
      csv.add([
        name, jsonNumber(Double(bin.begin) / 1e6), jsonNumber(Double(bin.end - bin.begin) / 1e6),
        "\(bin.count)",
      ])
    }
  }
  return csv.text
}

/// More would be finer than a drawing.
private let mostBins = 150
