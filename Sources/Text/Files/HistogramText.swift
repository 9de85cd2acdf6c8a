import Foundation
import Measurements
import Words

/// A percentile distribution in the text form of HdrHistogram (`.hgrm`), which its plotters read.
///
/// Values in milliseconds with three decimals. Infinite values rank last, as in `summary.json`: the
/// rows end at the share of the finite values, and a comment counts the others.
/// - Parameter infinite: the number of values beyond the recorded ones.
func histogramText(_ recorder: DurationRecorder, infinite: Int = 0) -> String {
  let finiteShare = Double(recorder.count) / Double(max(1, recorder.count + infinite))
  var text = String(
    format: "%@ %@ %@ %@\n\n", paddedLeft("Value", to: 12), paddedLeft("Percentile", to: 14),
    paddedLeft("TotalCount", to: 10), paddedLeft("1/(1-Percentile)", to: 14))
  for step in recorder.percentileSteps() {
    let value = Double(step.microseconds) / 1e3
    let level = infinite == 0 ? step.level : step.level * finiteShare
    text += String(format: "%12.3f %2.12f %10d", value, level, Int(step.cumulativeCount))
    if level < 1 { text += String(format: " %14.2f", 1 / (1 - level)) }
    text += "\n"
  }
  let mean = (recorder.meanSeconds ?? 0) * 1e3
  let deviation = (recorder.deviationSeconds ?? 0) * 1e3
  let (buckets, subBuckets) = recorder.bucketCounts
  text += String(format: "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean, deviation)
  text += String(
    format: "#[Max     = %12.3f, Total count    = %12d]\n",
    Double(recorder.maxMicroseconds) / 1e3, recorder.count)
  if infinite > 0 { text += String(format: "#[Never   = %12d]\n", infinite) }
  text += String(format: "#[Buckets = %12d, SubBuckets     = %12d]\n", buckets, subBuckets)
  return text
}
