import Primitives
import VirtualTime

// The error function, which the standard library lacks.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension Distribution {
  /// Mean in seconds.
  package var meanSeconds: Double {
    switch self {
    case .constant(let value): value.seconds
    case .uniform(let low, let high): (low.seconds + high.seconds) / 2
    case .exponential(let mean): mean.seconds
    case .lognormal(let median, let sigma): median.seconds * portableExp(sigma * sigma / 2)
    case .foldedNormal(let mean, let deviation):
      foldedMean(mean.seconds, deviation: deviation.seconds)
    }
  }

  /// Median in seconds.
  var medianSeconds: Double {
    switch self {
    case .constant(let value): value.seconds
    case .uniform(let low, let high): (low.seconds + high.seconds) / 2
    case .exponential(let mean): mean.seconds * portableLog(2)
    case .lognormal(let median, _): median.seconds
    case .foldedNormal(let mean, let deviation):
      foldedMedian(mean.seconds, deviation: deviation.seconds)
    }
  }
}

/// Mean of |Normal(mean, deviation)|.
private func foldedMean(_ mean: Double, deviation: Double) -> Double {
  guard deviation > 0 else { return mean }
  let standard = mean / deviation
  return deviation * (2 / Double.pi).squareRoot() * exp(-standard * standard / 2)
    + mean * erf(standard / 2.0.squareRoot())
}

/// Median of |Normal(mean, deviation)|, by bisection.
private func foldedMedian(_ mean: Double, deviation: Double) -> Double {
  guard deviation > 0 else { return mean }
  let scale = deviation * 2.0.squareRoot()
  var low = 0.0
  var high = mean + 9 * deviation
  for _ in 0..<60 {
    let middle = (low + high) / 2
    let below = (erf((middle - mean) / scale) + erf((middle + mean) / scale)) / 2
    if below < 0.5 { low = middle } else { high = middle }
  }
  return (low + high) / 2
}
