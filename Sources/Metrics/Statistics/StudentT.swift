import Primitives

/// The quantile of Student's t: the t with P(T <= t) = p.
///
/// From the incomplete beta function by its continued fraction (Numerical Recipes, section 6.4) and
/// bisection. Relative error below 1e-9 for p in [0.001, 0.9999].
/// - Parameters:
///   - p: in (0, 1).
///   - degrees: degrees of freedom, >= 1.
package func studentTQuantile(_ p: Double, degrees: Int) -> Double {
  precondition(p > 0 && p < 1, "a quantile of a fraction between 0 and 1")
  precondition(degrees >= 1, "at least one degree of freedom")
  if p < 0.5 { return -studentTQuantile(1 - p, degrees: degrees) }
  if p == 0.5 { return 0 }
  let tail = StudentTTail(degrees: degrees)
  let beyond = 1 - p
  var low = 0.0
  var high = 1.0
  while tail.probability(beyond: high) > beyond {
    low = high
    high *= 2
  }
  while true {
    let middle = low + (high - low) / 2
    if middle <= low || middle >= high { return middle }
    if tail.probability(beyond: middle) > beyond { low = middle } else { high = middle }
  }
}

/// The upper tail of Student's t for one number of degrees of freedom.
struct StudentTTail {
  private let a: Double
  /// Beta(a, 1/2).
  private let beta: Double

  init(degrees: Int) {
    a = Double(degrees) / 2
    // Beta(1/2, 1/2) is pi, Beta(1, 1/2) is 2; each step up multiplies by k / (k + 1/2).
    var k = degrees % 2 == 1 ? 0.5 : 1
    var value = degrees % 2 == 1 ? Double.pi : 2
    while k < a {
      value *= k / (k + 0.5)
      k += 1
    }
    beta = value
  }

  /// P(T > t) for t >= 0: half of the regularised incomplete beta function at n / (n + t^2).
  func probability(beyond t: Double) -> Double {
    let degrees = 2 * a
    let x = degrees / (degrees + t * t)
    let rest = t * t / (degrees + t * t)
    if rest == 0 { return 0.5 }
    let front = portablePow(x, a) * rest.squareRoot() / beta
    if x < (a + 1) / (a + 2.5) {
      return front * betaFraction(a, 0.5, x) / a / 2
    }
    return (1 - front * betaFraction(0.5, a, rest) / 0.5) / 2
  }
}

/// The continued fraction of the incomplete beta function, by Lentz's method; it converges fast for
/// x below (a + 1) / (a + b + 2).
private func betaFraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
  func kept(_ value: Double) -> Double { abs(value) < 1e-300 ? 1e-300 : value }
  var c = 1.0
  var d = 1 / kept(1 - (a + b) * x / (a + 1))
  var result = d
  for step in 1...10_000 {
    let m = Double(step)
    let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / kept(1 + even * d)
    c = kept(1 + even / c)
    result *= d * c
    let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / kept(1 + odd * d)
    c = kept(1 + odd / c)
    result *= d * c
    if abs(d * c - 1) < 1e-15 { break }
  }
  return result
}
