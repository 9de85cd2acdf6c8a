import Documents
import Simulator

/// The running digest of a run: the content of `digests.csv`.
///
/// One line for each second in which it changed: `t_s` is when that second begins, and the digest
/// is of all that was observable up to its end. Two runs part where their folders part.
func digestsCSV(_ run: RunResult) -> String {
  var csv = CSVText(header: ["t_s", "digest"])
  for (second, digest) in run.log.runningDigests.enumerated() {
    if second > 0, digest == run.log.runningDigests[second - 1] { continue }
    csv.add(["\(second)", digest.text])
  }
  return csv.text
}
