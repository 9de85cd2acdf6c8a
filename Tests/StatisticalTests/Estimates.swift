import RealModule

/// Mean and variance of a sample.
struct Sample {
  let count: Int
  let mean: Double
  /// Of the population, as estimated from the sample.
  let variance: Double

  init(_ values: [Double]) {
    count = values.count
    let mean = values.reduce(0, +) / Double(values.count)
    self.mean = mean
    variance =
      values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count - 1))
  }

  var standardError: Double { (variance / Double(count)).squareRoot() }
}

/// The largest distance between the distribution of a sample and `below`, and the distance that one
/// sample in a thousand exceeds: sqrt(-ln(p / 2) / 2 / n).
func kolmogorov(
  _ sample: [Double], below: (Double) -> Double
) -> (distance: Double, limit: Double) {
  let count = Double(sample.count)
  var distance = 0.0
  for (rank, value) in sample.sorted().enumerated() {
    let share = below(value)
    distance = max(distance, share - Double(rank) / count, Double(rank + 1) / count - share)
  }
  return (distance, kolmogorovLimit(sample.count))
}

func kolmogorovLimit(_ count: Int) -> Double {
  (-Double.log(0.001 / 2) / 2 / Double(count)).squareRoot()
}

/// The uniform law on [low, high].
func uniform(_ low: Double, _ high: Double) -> (Double) -> Double {
  { min(1, max(0, ($0 - low) / (high - low))) }
}

/// Three standard errors: exceeded by chance once in 370 times, and never again with a fixed seed.
func threeSigma(variance: Double, count: Double) -> Double {
  3 * (variance / count).squareRoot()
}

/// Three standard errors of an observed share.
func threeSigma(share: Double, count: Int) -> Double {
  threeSigma(variance: share * (1 - share), count: Double(count))
}
