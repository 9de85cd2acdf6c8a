import Documents
import Findings
import Studies

/// The results of the promises: the content of `promises.csv`.
func promisesCSV(_ results: [SloResult]) -> String {
  var csv = CSVText(header: ["promise", "kept", "found", "reason"])
  for result in results {
    csv.add([result.level.text, "\(result.isKept)", result.found, result.reason ?? ""])
  }
  return csv.text
}

/// The same of several runs; `failed_in` says in how many of them a promise is broken.
func promisesCSV(_ results: [ReplicatedSloResult]) -> String {
  var csv = CSVText(header: ["promise", "kept", "found", "reason", "failed_in"])
  for result in results {
    csv.add([
      result.level.text, "\(result.isKept)", result.found, result.reason ?? "",
      "\(result.failures)",
    ])
  }
  return csv.text
}
