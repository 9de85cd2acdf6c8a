import Metrics
import Words

/// Reads the metrics of a run, and words them, for sentences.
package protocol FigureReading {
  /// nil where the run has none of that path.
  func metric(at path: String) -> Metric?
}

extension FigureReading {
  // MARK: Figures

  /// A metric's value; nil where it is undefined or infinite.
  package func number(_ path: String) -> Double? { metric(at: path)?.value.number }

  /// A count; 0 where it is undefined.
  package func count(_ path: String) -> Int { Int(number(path) ?? 0) }

  /// The metrics of these paths that have a number, as figures.
  package func figures(_ paths: String...) -> [Finding.Figure?] { figures(paths) }

  package func figures(_ paths: [String]) -> [Finding.Figure?] {
    paths.map { path in
      guard let metric = metric(at: path), let value = metric.value.number else {
        return nil
      }
      return Finding.Figure(path, value, metric.unit)
    }
  }

  package func figure(_ name: String, _ count: Int) -> Finding.Figure {
    Finding.Figure(name, Double(count), .count)
  }

  package func seconds(_ name: String, _ seconds: Double) -> Finding.Figure {
    Finding.Figure(name, seconds, .seconds)
  }

  package func share(_ name: String, _ share: Double) -> Finding.Figure {
    Finding.Figure(name, share, .share)
  }

  // MARK: Words

  package func time(_ seconds: Double) -> String { HumanText.duration(seconds) }

  package func moment(_ seconds: Double) -> String { HumanText.moment(seconds) }

  /// A duration that was set: `3 s`, `1.20 s`, `120 s`.
  package func setting(_ seconds: Double) -> String { "\(HumanText.number(seconds)) s" }

  package func percent(_ share: Double) -> String { HumanText.share(share) }

  /// `1 client`, `12 clients`.
  package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(HumanText.count(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  package func clients(_ count: Int) -> String { counted(count, "client") }
}

extension Finding {
  /// Beginnings of the metrics that say how hard the clients hit.
  package static let load = [
    "attempt", "arrivals", "peak_", "crowding", "spread", "same_instant_share", "wasted_work",
    "goodput", "queue_peak", "shed", "accept_overflow", "syn_repeats", "stations",
  ]
}
