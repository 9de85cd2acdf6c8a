import Primitives

/// How many samples are drawn from a sample.
private let resamples = 10_000

/// The 95 % interval of a mean by bootstrap-t (Efron and Tibshirani 1993, section 12.5): the
/// distribution of (mean - true mean) / standard error is read off 10,000 samples drawn with
/// replacement, instead of being assumed to be Student's.
///
/// The draws are the same for every sample of a size, so that the same values always give the same
/// interval. A draw of one value only has no standard error and is left out. It would lie beyond every
/// quantile: nil where there are more of them than fit in one tail, as in a sample of zeros with one
/// or two ones, and where the values are all the same.
func bootstrapT(_ sample: Sample) -> (low: Double, high: Double)? {
  guard let error = sample.standardError, error > 0 else { return nil }
  let studentised = studentisedMeans(sample).sorted()
  let tail = (1 - MeanEstimate.confidence) / 2
  guard Double(resamples - studentised.count) <= tail * Double(resamples) else { return nil }
  return (
    low: sample.mean - quantile(studentised, 1 - tail) * error,
    high: sample.mean - quantile(studentised, tail) * error
  )
}

private func studentisedMeans(_ sample: Sample) -> [Double] {
  let source = RandomSource(seed: 0x5371_7561_6c6c)
  let count = sample.values.count
  let n = Double(count)
  // Distances from the mean: their sums lose no digits to a large mean.
  let distances = sample.values.map { $0 - sample.mean }
  var studentised: [Double] = []
  studentised.reserveCapacity(resamples)
  for resample in 0..<resamples {
    let stream = source.stream(owner: 0, .start, attempt: UInt32(resample))
    var sum = 0.0
    var squares = 0.0
    for index in 0..<count {
      let distance = distances[Int(stream.uniform(at: UInt32(index)) * n)]
      sum += distance
      squares += distance * distance
    }
    let mean = sum / n
    let variance = (squares - sum * mean) / (n - 1)
    // What is left of rounding where all are the same value.
    guard variance > 1e-12 * squares / n else { continue }
    studentised.append(mean / (variance / n).squareRoot())
  }
  return studentised
}

/// The quantile of sorted values, linear between them (type 7 of Hyndman and Fan 1996).
private func quantile(_ sorted: [Double], _ p: Double) -> Double {
  let place = p * Double(sorted.count - 1)
  let below = Int(place)
  guard below + 1 < sorted.count else { return sorted[sorted.count - 1] }
  return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
}
