import Foundation
import Measurements

/// A percentile distribution in the text form of HdrHistogram (`.hgrm`), which its plotters read.
///
/// Values in milliseconds with three decimals. What is infinite is not in it.
func histogramText(_ recorder: DurationRecorder) -> String {
  var text = String(
    format: "%@ %@ %@ %@\n\n", padded("Value", 12), padded("Percentile", 14),
    padded("TotalCount", 10), padded("1/(1-Percentile)", 14))
  for step in recorder.percentileSteps() {
    let value = Double(step.microseconds) / 1e3
    text += String(format: "%12.3f %2.12f %10d", value, step.level, Int(step.cumulativeCount))
    if step.level < 1 { text += String(format: " %14.2f", 1 / (1 - step.level)) }
    text += "\n"
  }
  let mean = (recorder.meanSeconds ?? 0) * 1e3
  let deviation = (recorder.deviationSeconds ?? 0) * 1e3
  let (buckets, subBuckets) = recorder.bucketCounts
  text += String(format: "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean, deviation)
  text += String(
    format: "#[Max     = %12.3f, Total count    = %12d]\n",
    Double(recorder.maxMicroseconds) / 1e3, recorder.count)
  text += String(format: "#[Buckets = %12d, SubBuckets     = %12d]\n", buckets, subBuckets)
  return text
}

private func padded(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
