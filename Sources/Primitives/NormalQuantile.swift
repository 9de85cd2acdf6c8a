/// The standard normal quantile: the z with P(Z <= z) = p.
///
/// Relative error about 1e-16. Source: Wichura, "Algorithm AS 241", Applied Statistics 37 (1988),
/// routine PPND16.
/// - Parameter p: in (0, 1); -infinity at 0, infinity at 1, not a number outside [0, 1].
public func normalQuantile(_ p: Double) -> Double {
  if !(p >= 0 && p <= 1) { return .nan }
  if p == 0 { return -.infinity }
  if p == 1 { return .infinity }
  let q = p - 0.5
  if abs(q) <= 0.425 {
    return q * ratio(0.180625 - q * q, centralNumerator, centralDenominator)
  }
  let r = (-portableLog(q < 0 ? p : 1 - p)).squareRoot()
  let z =
    r <= 5
    ? ratio(r - 1.6, middleNumerator, middleDenominator)
    : ratio(r - 5, tailNumerator, tailDenominator)
  return q < 0 ? -z : z
}

private func ratio(_ x: Double, _ numerator: [Double], _ denominator: [Double]) -> Double {
  horner(x, numerator) / horner(x, denominator)
}

private func horner(_ x: Double, _ coefficients: [Double]) -> Double {
  var sum = 0.0
  for c in coefficients { sum = sum * x + c }
  return sum
}

// Coefficients of PPND16, highest power first.
private let centralNumerator = [
  2.509_080_928_730_122_672_7e+3, 3.343_057_558_358_812_810_5e+4, 6.726_577_092_700_870_085_3e+4,
  4.592_195_393_154_987_145_7e+4, 1.373_169_376_550_946_112_5e+4, 1.971_590_950_306_551_442_7e+3,
  1.331_416_678_917_843_774_5e+2, 3.387_132_872_796_366_608_0e+0,
]
private let centralDenominator = [
  5.226_495_278_852_854_561_0e+3, 2.872_908_573_572_194_267_4e+4, 3.930_789_580_009_271_061_0e+4,
  2.121_379_430_158_659_586_7e+4, 5.394_196_021_424_751_107_7e+3, 6.871_870_074_920_579_083_0e+2,
  4.231_333_070_160_091_125_2e+1, 1.0,
]
private let middleNumerator = [
  7.745_450_142_783_414_076_40e-4, 2.272_384_498_926_918_458_33e-2,
  2.417_807_251_774_506_117_70e-1, 1.270_458_252_452_368_382_58e+0,
  3.647_848_324_763_204_605_04e+0, 5.769_497_221_460_691_405_50e+0,
  4.630_337_846_156_545_295_90e+0, 1.423_437_110_749_683_577_34e+0,
]
private let middleDenominator = [
  1.050_750_071_644_416_843_24e-9, 5.475_938_084_995_344_946_00e-4,
  1.519_866_656_361_645_719_66e-2, 1.481_039_764_274_800_745_90e-1,
  6.897_673_349_851_000_045_50e-1, 1.676_384_830_183_803_849_40e+0,
  2.053_191_626_637_758_821_87e+0, 1.0,
]
private let tailNumerator = [
  2.010_334_399_292_288_132_65e-7, 2.711_555_568_743_487_578_15e-5,
  1.242_660_947_388_078_438_60e-3, 2.653_218_952_657_612_309_30e-2,
  2.965_605_718_285_048_912_30e-1, 1.784_826_539_917_291_335_80e+0,
  5.463_784_911_164_114_369_90e+0, 6.657_904_643_501_103_777_20e+0,
]
private let tailDenominator = [
  2.044_263_103_389_939_785_64e-15, 1.421_511_758_316_445_888_70e-7,
  1.846_318_317_510_054_681_80e-5, 7.868_691_311_456_132_591_00e-4,
  1.487_536_129_085_061_485_25e-2, 1.369_298_809_227_358_053_10e-1,
  5.998_322_065_558_879_376_90e-1, 1.0,
]

/// P(Z <= z) for a standard normal Z. Absolute error below 1e-15; below -3 the relative error is
/// below 1e-13, so a far tail can be inverted. P(Z > z) is `normalProbability(-z)`.
///
/// Within 3 the Taylor series around 0 (Marsaglia, "Evaluating the normal distribution", 2004);
/// beyond, the continued fraction of the tail.
public func normalProbability(_ z: Double) -> Double {
  if z.isNaN { return .nan }
  if z < -3 { return farTail(-z) }
  if z > 3 { return 1 - farTail(z) }
  var term = z
  var sum = z
  var n = 3.0
  while true {
    term *= z * z / n
    let next = sum + term
    if next == sum { return 0.5 + sum * normalDensity(z) }
    sum = next
    n += 2
  }
}

/// The density of the standard normal distribution at z.
public func normalDensity(_ z: Double) -> Double {
  portableExp(-0.5 * z * z) * 0.398_942_280_401_432_7
}

/// P(Z > z) for z >= 3: density / (z + 1 / (z + 2 / (z + 3 / ...))), Abramowitz and Stegun 26.2.14.
private func farTail(_ z: Double) -> Double {
  var fraction = z
  // At 3 it takes 60 steps to the last digit, further out fewer.
  for k in stride(from: 60.0, to: 0, by: -1) { fraction = z + k / fraction }
  return normalDensity(z) / fraction
}
