// Exponential, logarithm, power and normal quantile in plain IEEE 754 arithmetic: additions,
// multiplications, divisions and square roots only, which every platform rounds the same way.
// The C library's versions differ in the last bit between platforms, and one bit can decide which
// of two events comes first.

/// The nearest whole number, ties to even: what `rounded(.toNearestOrEven)` gives, without the call
/// into the C library that it costs where the processor's own instruction may not be used.
@inlinable public func roundedToEven(_ x: Double) -> Double {
  // Beyond 2^52 there are no fractions: adding and taking off such a number rounds.
  let shifter = 0x1p52
  if x >= 0 && x < shifter { return (x + shifter) - shifter }
  return x.rounded(.toNearestOrEven)
}

@usableFromInline let ln2High = 6.931_471_803_691_238_164_90e-01
@usableFromInline let ln2Low = 1.908_214_929_270_587_700_02e-10

/// e to the power x. Relative error below 4e-16 for |x| < 700; 0 below -745, infinite above 709.8.
public func portableExp(_ x: Double) -> Double {
  if x.isNaN { return .nan }
  if x > 709.782712893384 { return .infinity }
  if x < -745.13321910194122 { return 0 }
  let k = (x / 0.693_147_180_559_945_3).rounded(.toNearestOrEven)
  let r = (x - k * ln2High) - k * ln2Low
  return scaled(1 + exponentialSeries(r), byPowerOfTwo: Int(k))
}

/// e to the power x, less 1. Relative error below 2e-15, also near 0, where the difference itself would
/// have no digits left.
public func portableExpm1(_ x: Double) -> Double {
  abs(x) <= 0.3466 ? exponentialSeries(x) : portableExp(x) - 1
}

/// e to the power r, less 1, by Taylor on |r| <= 0.3466: the first term left out is r^14 / 14! < 5e-18.
private func exponentialSeries(_ r: Double) -> Double {
  var sum = 1.0 / 6_227_020_800
  sum = sum * r + 1.0 / 479_001_600
  sum = sum * r + 1.0 / 39_916_800
  sum = sum * r + 1.0 / 3_628_800
  sum = sum * r + 1.0 / 362_880
  sum = sum * r + 1.0 / 40_320
  sum = sum * r + 1.0 / 5_040
  sum = sum * r + 1.0 / 720
  sum = sum * r + 1.0 / 120
  sum = sum * r + 1.0 / 24
  sum = sum * r + 1.0 / 6
  sum = sum * r + 0.5
  return sum * r * r + r
}

/// Natural logarithm. Relative error below 4e-16; -infinity at 0, not a number below 0.
public func portableLog(_ x: Double) -> Double {
  if x.isNaN || x < 0 { return .nan }
  if x == 0 { return -.infinity }
  if x.isInfinite { return .infinity }
  var exponent = Int(x.exponent)
  var m = x.significand
  if m > 1.414_213_562_373_095_1 {
    m *= 0.5
    exponent += 1
  }
  // log m = 2 atanh s, s = (m - 1) / (m + 1), |s| < 0.1716.
  let f = m - 1
  let s = f / (2 + f)
  let z = s * s
  var sum = 2.0 / 25
  sum = sum * z + 2.0 / 23
  sum = sum * z + 2.0 / 21
  sum = sum * z + 2.0 / 19
  sum = sum * z + 2.0 / 17
  sum = sum * z + 2.0 / 15
  sum = sum * z + 2.0 / 13
  sum = sum * z + 2.0 / 11
  sum = sum * z + 2.0 / 9
  sum = sum * z + 2.0 / 7
  sum = sum * z + 2.0 / 5
  sum = sum * z + 2.0 / 3
  // f - s (f - z sum) keeps the leading term exact.
  let tail = s * (f - z * sum)
  let k = Double(exponent)
  return k * ln2High + (f - (tail - k * ln2Low))
}

/// x to the power y. Exact products for whole y up to 1,024; exp(y log x) otherwise, with a
/// relative error below |y log x| * 4e-16. Follows IEEE 754 `pow` for 0, infinities and NaN.
public func portablePow(_ x: Double, _ y: Double) -> Double {
  if y == 0 || x == 1 { return 1 }
  if x.isNaN || y.isNaN { return .nan }
  if x == 2, y >= -1022, y < 1024, y == Double(Int(y)) {
    return Double(bitPattern: UInt64(1023 + Int(y)) << 52)
  }
  if y == y.rounded(.towardZero), abs(y) <= 1024 {
    let power = wholePower(x, Int(abs(y)))
    return y < 0 ? 1 / power : power
  }
  if x < 0 {
    guard y == y.rounded(.towardZero) else { return .nan }
    let magnitude = portablePow(-x, y)
    return (y / 2) == (y / 2).rounded(.towardZero) ? magnitude : -magnitude
  }
  if x == 0 { return y > 0 ? 0 : .infinity }
  return portableExp(y * portableLog(x))
}

func wholePower(_ x: Double, _ n: Int) -> Double {
  var result = 1.0
  var square = x
  var n = n
  while n > 0 {
    if n & 1 == 1 { result *= square }
    n >>= 1
    if n > 0 { square *= square }
  }
  return result
}

/// Hyperbolic tangent for x >= 0, from `portableExp`. Absolute error below 1e-15.
public func portableTanh(_ x: Double) -> Double {
  if x > 22 { return 1 }
  let e = portableExp(2 * x)
  return (e - 1) / (e + 1)
}

func scaled(_ x: Double, byPowerOfTwo k: Int) -> Double {
  if k >= -1021 && k <= 1023 { return x * Double(sign: .plus, exponent: k, significand: 1) }
  return x * Double(sign: .plus, exponent: k / 2, significand: 1)
    * Double(sign: .plus, exponent: k - k / 2, significand: 1)
}
